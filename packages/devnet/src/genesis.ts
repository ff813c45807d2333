import token from './stable-token.json' with { type: 'json' }

export type LocalNetwork = {
  chainId: number
  name: string
  symbol: string
  token: { address: `0x${string}`; name: string; symbol: string; decimals: number }
  /** The signed transaction of the first block, which brings the token. */
  deployment: `0x${string}`
}

/** Two chains of different kinds; the token has other decimals on each, as in real life. */
export const LOCAL_NETWORKS: readonly LocalNetwork[] = [
  network({ chainId: 31_337, name: 'Solstice Local', symbol: 'ETH' }),
  network({ chainId: 31_338, name: 'Solstice Local BNB', symbol: 'tBNB' }),
]

/** What a new wallet is given to try the product with, in whole units. */
export const FAUCET_GIFT: Readonly<Record<number, { native: string; token: string }>> = {
  31_337: { native: '0.25', token: '250' },
  31_338: { native: '1.5', token: '250' },
}

/** What whoever pays others is given, in whole units. */
export const ENDOWMENT = { native: '1000', token: '1000000' }

/**
 * Holds all the play money of the local chains. Its key is public on purpose: it derives from the
 * text below, so that every installation has the same first block.
 */
export const FAUCET_SEED = 'solstice local faucet'
export const FAUCET_ADDRESS = token.deployer as `0x${string}`
export const FAUCET_NATIVE_WEI = 10n ** 27n

export const GENESIS_TIME = 1_767_225_600 // 2026-01-01T00:00:00Z
export const BASE_FEE_WEI = 1_000_000_000n
export const BLOCK_GAS_LIMIT = 30_000_000n
/** After so many blocks the product takes a transaction of a local chain as final. */
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
