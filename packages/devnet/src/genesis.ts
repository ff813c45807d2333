import token from './stable-token.json' with { type: 'json' }

export type LocalNetwork = {
  chainId: number
  name: string
  symbol: string
  token: { address: `0x${string}`; name: string; symbol: string; decimals: number }
  /** The signed transaction in the first block that deploys the token. */
  deployment: `0x${string}`
}

/** Defines two different chains; the token's decimals differ between them, as on real networks. */
export const LOCAL_NETWORKS: readonly LocalNetwork[] = [
  network({ chainId: 31_337, name: 'Solstice Local', symbol: 'ETH' }),
  network({ chainId: 31_338, name: 'Solstice Local BNB', symbol: 'tBNB' }),
]

/** Test funds for a new wallet, in whole units. */
export const WALLET_FUNDS: Readonly<Record<number, { native: string; token: string }>> = {
  31_337: { native: '0.25', token: '250' },
  31_338: { native: '1.5', token: '250' },
}

/** Test funds for an account that pays others, in whole units. */
export const PAYER_FUNDS = { native: '1000', token: '1000000' }

/**
 * Holds all test funds of the local chains. Its key is public on purpose: it derives from the text
 * below, so that every installation has the same first block.
 */
export const FAUCET_SEED = 'solstice local faucet'
export const FAUCET_ADDRESS = token.deployer as `0x${string}`
export const FAUCET_NATIVE_WEI = 10n ** 27n

export const GENESIS_TIME = 1_767_225_600 // 2026-01-01T00:00:00Z
export const BASE_FEE_WEI = 1_000_000_000n
export const BLOCK_GAS_LIMIT = 30_000_000n
/** The number of blocks after which a transaction on a local chain counts as final. */
export const LOCAL_CONFIRMATIONS = 3

export const STABLE_TOKEN = { abi: token.abi, bytecode: token.bytecode as `0x${string}` }

function network(its: { chainId: number; name: string; symbol: string }): LocalNetwork {
  const deployed = token.deployments.find(({ chainId }) => chainId === its.chainId)
  if (!deployed) throw new Error(`The token was not built for chain ${its.chainId}`)
  return {
    ...its,
    token: {
      address: deployed.address as `0x${string}`,
      name: deployed.name,
      symbol: deployed.symbol,
      decimals: deployed.decimals,
    },
    deployment: deployed.raw as `0x${string}`,
  }
}
