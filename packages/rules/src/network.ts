import { withoutTrailing } from './text.ts'

/** A network as the server lists it; an old list may lack name and symbol. */
export type ListedNetwork = {
  chainId: number
  networkName?: string | null
  networkSymbol?: string | null
  scanUrl?: string | null
}

export const NATIVE_DECIMALS = 18

const COLOURS: Readonly<Record<string, string>> = {
  BNB: '#F3BA2F',
  tBNB: '#F3BA2F',
  ETH: '#627EEA',
  SepoliaETH: '#627EEA',
}
const DEFAULT_COLOUR = '#6B7280'

/** Returns the display data of a network. */
export function describeNetwork(network: ListedNetwork) {
  const symbol = network.networkSymbol?.trim()
  return {
    chainId: network.chainId,
    name: network.networkName?.trim() || `Chain ${network.chainId}`,
    symbol: symbol || 'NATIVE',
    explorerUrl: withoutTrailing(network.scanUrl ?? '', '/'),
    nativeDecimals: NATIVE_DECIMALS,
    colour: COLOURS[symbol ?? ''] ?? DEFAULT_COLOUR,
  }
}

/**
 * Returns true if two nodes have to agree on an amount: above the operators' threshold, on networks
 * with two nodes.
 */
export function needsSecondNode(of: {
  hasSecondNode: boolean
  agreeAbove: bigint | undefined
  amount: bigint
}): boolean {
  return of.hasSecondNode && of.agreeAbove !== undefined && of.amount > of.agreeAbove
}

export class NetworkNotFoundError extends Error {
  override readonly name = 'NetworkNotFoundError'
  readonly chainId: number

  constructor(chainId: number) {
    super(`No network found for chainId=${chainId}`)
    this.chainId = chainId
  }
}

export function networkOf<Network extends { chainId: number }>(
  networks: readonly Network[],
  chainId: number,
): Network {
  const found = networks.find((network) => network.chainId === chainId)
  if (!found) throw new NetworkNotFoundError(chainId)
  return found
}
