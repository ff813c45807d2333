import type { Abi } from 'viem'
import artifact from './contracts.json' with { type: 'json' }

/** The compiled contracts. */
export const LOG_ANCHOR = artifact.contracts.LogAnchor as { abi: Abi; bytecode: `0x${string}` }
export const SEND_RELAY = artifact.contracts.SendRelay as { abi: Abi; bytecode: `0x${string}` }
export const REWARD_DISTRIBUTOR = artifact.contracts.RewardDistributor as {
  abi: Abi
  bytecode: `0x${string}`
}
