import { queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { valueUsd } from '#/features/wallet/amounts.ts'
import { fetchExplorerBalance } from '#/features/wallet/api.ts'
import { readTokenBalance } from './erc20.ts'
import { assetsListQuery, networksQuery, useNetworks } from './networks.ts'
import type { Asset, Network } from './networks.ts'
import { NODE_QUERY, asHex, nodeOf } from './rpc.ts'

/** A coin or token with the amount that the wallet holds. */
export type Holding = {
  asset: Asset
  network: Network
  /** Undefined until the network has returned it. */
  amount: bigint | undefined
}

const FRESH_MS = 15_000
export const POLL_MS = 30_000
const FIRST_POLL_MS = 4000

/** Two minutes of polls at the first interval. */
const FIRST_POLLS = 30

/**
 * Returns the polling interval of a watched wallet: shorter for a limited number of polls while the
 * wallet is empty and a member may wait for a first deposit.
 */
export function pollAgainMs(
  isEmpty: boolean,
  { dataUpdateCount, errorUpdateCount }: Reads,
): number {
  const isFirst = isEmpty && dataUpdateCount + errorUpdateCount <= FIRST_POLLS
  return isFirst ? FIRST_POLL_MS : POLL_MS
}

type Reads = { dataUpdateCount: number; errorUpdateCount: number }

function isEmpty(amounts: ReadonlyMap<number, bigint> | undefined): boolean {
  return amounts !== undefined && [...amounts.values()].every((amount) => amount === 0n)
}

/** Reads from the node first and falls back to the explorer, which is slightly behind. */
export async function readBalance(
  network: Network,
  address: string,
  contract: string | null,
): Promise<bigint> {
  try {
    if (contract !== null) return await readTokenBalance(network, contract, address)
    const params = [asHex(address), 'latest'] as const
    return BigInt(await nodeOf(network).request({ method: 'eth_getBalance', params: [...params] }))
  } catch (cause) {
    try {
      const chainid = network.chainId
      return await fetchExplorerBalance({ chainid, address, contractaddress: contract })
    } catch {
      throw cause
    }
  }
}

export const assetsKey = (chainId: number, address: string) => ['assets', chainId, address] as const

/** The balances of a wallet on one network. Fresh for 15 s; a focus event requests nothing. */
export function networkAssetsQuery(network: Network, address: string, assets: readonly Asset[]) {
  const own = assets.filter(({ chainId }) => chainId === network.chainId)
  return queryOptions({
    ...NODE_QUERY,
    queryKey: assetsKey(network.chainId, address),
    queryFn: async () => {
      const amounts = await Promise.all(
        own.map((asset) => readBalance(network, address, asset.address)),
      )
      return new Map(own.map(({ contractId }, at) => [contractId, amounts[at] ?? 0n]))
    },
    enabled: own.length > 0,
    staleTime: FRESH_MS,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state }) => pollAgainMs(isEmpty(state.data), state),
    retry: 2,
  })
}

export type Holdings = {
  holdings: Holding[]
  networks: Network[]
  isLoading: boolean
  /** The networks that did not respond; their balances are older or missing. */
  silent: Network[]
  /** The time of the oldest balance. */
  asOfMs: number | undefined
  totalUsd: number | undefined
  refresh: () => void
}

export function useHoldings(address: string): Holdings {
  const queries = useQueryClient()
  const { networks, isStale, isLoading: isLoadingNetworks } = useNetworks()
  const { data: assets, isPending, isError, refetch } = useQuery(assetsListQuery)
  const results = useQueries({
    queries: networks.map((network) => networkAssetsQuery(network, address, assets ?? [])),
  })
  const holdings = networks.flatMap((network, at) =>
    (assets ?? [])
      .filter(({ chainId }) => chainId === network.chainId)
      .map((asset) => ({ asset, network, amount: results[at]?.data?.get(asset.contractId) })),
  )
  const known = results.filter(({ data }) => data !== undefined)
  return {
    holdings,
    networks,
    isLoading:
      isLoadingNetworks ||
      (isPending && !isError) ||
      (results.length > 0 && known.length === 0 && results.some(({ isPending }) => isPending)),
    silent: networks.filter((_, at) => results[at]?.isError),
    asOfMs: known.length > 0 ? Math.min(...known.map((result) => result.dataUpdatedAt)) : undefined,
    totalUsd: known.length > 0 ? totalOf(holdings) : undefined,
    refresh: () => {
      // The balances cannot be requested without the networks and the assets.
      if (isStale) void queries.refetchQueries({ queryKey: networksQuery.queryKey })
      if (isError) void refetch()
      for (const result of results) void result.refetch()
    },
  }
}

function totalOf(holdings: readonly Holding[]): number {
  return holdings.reduce((sum, { asset, amount }) => {
    if (amount === undefined) return sum
    return sum + (valueUsd(amount, asset.decimals, asset.priceUsd) ?? 0)
  }, 0)
}

/** Returns the gain or loss of the holdings in one day, in dollars. */
export function dayChangeUsd(holdings: readonly Holding[]): number {
  return holdings.reduce((sum, { asset, amount }) => {
    if (amount === undefined || asset.priceChange24h === null) return sum
    const usdValue = valueUsd(amount, asset.decimals, asset.priceUsd) ?? 0
    return sum + usdValue - usdValue / (1 + asset.priceChange24h / 100)
  }, 0)
}
