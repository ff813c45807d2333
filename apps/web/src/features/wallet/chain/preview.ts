import { numberToHex } from 'viem'
import type { Hex } from 'viem'
import { getCode } from 'viem/actions'
import { readBalance } from './assets.ts'
import { isTransferAccepted } from './erc20.ts'
import { readFees } from './fees.ts'
import type { Fees } from './fees.ts'
import type { Network } from './networks.ts'
import { RpcError } from './rpc-error.ts'
import { asHex, expectChain, nodeOf } from './rpc.ts'
import { PLAIN_GAS, callOf } from './transfer.ts'
import type { Transfer } from './transfer.ts'

/** The predicted effect of a transfer, read from the network before signing. */
export type Preview = {
  gas: bigint
  fees: Fees
  coinBefore: bigint
  /** Equals the coin balance when the coin itself is sent. */
  assetBefore: bigint
  /** True if the recipient's address has code. */
  isToContract: boolean
  /** The network's reason why the transfer would fail; empty if it gives none. */
  revert: string | undefined
}

const GAS_MARGIN_PERCENT = 120n

export async function previewTransfer(transfer: Transfer): Promise<Preview> {
  const { network, asset, from } = transfer
  await expectChain(network)
  const { to, value, data } = callOf(transfer)
  const call = { from: asHex(from), to, value: numberToHex(value), ...(data !== '0x' && { data }) }
  const [fees, coinBefore, assetBefore, isToContract, tried] = await Promise.all([
    readFees(network),
    readBalance(network, from, null),
    readBalance(network, from, asset.address),
    hasCode(network, transfer.to),
    asset.address === null ? simulate(network, call) : simulateToken(network, asset.address, call),
  ])
  return { fees, coinBefore, assetBefore, isToContract, ...tried }
}

/** An account that delegates to code (EIP-7702) still belongs to a person. */
const DELEGATION = /^0xef0100[0-9a-f]{40}$/i

async function hasCode(network: Network, address: string): Promise<boolean> {
  const code = await getCode(nodeOf(network), { address: asHex(address), blockTag: 'latest' })
  return code !== undefined && !DELEGATION.test(code)
}

type Call = { from: Hex; to: Hex; value: Hex; data?: Hex }
type SimulationResult = Pick<Preview, 'gas' | 'revert'>

const FAILED_SIMULATION: SimulationResult = { gas: PLAIN_GAS, revert: '' }

/** A call to an address without code succeeds and moves nothing, so it counts as a failure. */
async function simulateToken(
  network: Network,
  address: string,
  call: Call,
): Promise<SimulationResult> {
  if (!(await hasCode(network, address))) return FAILED_SIMULATION
  return simulate(network, call, isTransferAccepted)
}

async function simulate(
  network: Network,
  call: Call,
  isRight: (answered: Hex) => boolean = () => true,
): Promise<SimulationResult> {
  try {
    const node = nodeOf(network)
    const answered = await node.request({ method: 'eth_call', params: [call, 'latest'] })
    if (!isRight(answered)) return FAILED_SIMULATION
    const estimate = BigInt(await node.request({ method: 'eth_estimateGas', params: [call] }))
    const gas = estimate <= PLAIN_GAS ? estimate : (estimate * GAS_MARGIN_PERCENT) / 100n
    return { gas, revert: undefined }
  } catch (cause) {
    if (!(cause instanceof RpcError) || cause.problem !== 'refused') throw cause
    return { gas: PLAIN_GAS, revert: cause.detail }
  }
}
