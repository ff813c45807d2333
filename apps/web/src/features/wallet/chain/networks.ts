import { networkEndpoints } from '@solstice/contract/network.endpoints'
import { describeNetwork } from '@solstice/rules/network'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isRetryable } from '@solstice/ui/api-error.ts'
import { call } from '#/lib/api.ts'
import { deviceStorage } from '#/lib/storage.ts'
import type { Asset, Network, RawNetwork } from '#/features/wallet/network-types.ts'

export type { Asset, Network, RawNetwork }

const CACHE_KEY = 'chain-cache'
const CACHE_TTL_MS = 24 * 60 * 60_000
const RETRIES = 3
const MAX_WAIT_MS = 30_000
const DEFAULT_CONFIRMATIONS = 12

export function toNetwork(
  raw: Pick<RawNetwork, 'chainId' | 'networkId' | 'rpcUrl'> & Partial<RawNetwork>,
): Network {
  const { chainId, name, symbol, explorerUrl, nativeDecimals, colour } = describeNetwork(raw)
  return {
    chainId,
    name,
    symbol,
    explorerUrl,
    colour,
    networkId: raw.networkId,
    rpcUrl: raw.rpcUrl,
    confirmations: raw.confirmations ?? DEFAULT_CONFIRMATIONS,
    decimals: nativeDecimals,
    isIndexed: raw.explorer === 'OWN_INDEX',
  }
}

type ChainCache = { chains: Network[]; raw: RawNetwork[]; timestamp: number }

function writeChainCache(raw: RawNetwork[], chains: Network[], nowMs: number): void {
  const cache: ChainCache = { chains, raw, timestamp: nowMs }
  deviceStorage.setItem(CACHE_KEY, JSON.stringify(cache))
}

/** Returns the networks that the server listed last, for up to one day; older data is discarded. */
export function readChainCache(nowMs: number): Network[] {
  try {
    const kept = JSON.parse(
      deviceStorage.getItem(CACHE_KEY) ?? 'null',
    ) as Partial<ChainCache> | null
    const { chains, timestamp = -Infinity } = kept ?? {}
    return Array.isArray(chains) && nowMs - timestamp <= CACHE_TTL_MS ? chains : []
  } catch {
    return []
  }
}

/** Returns the wait before a retry: 1 s, 2 s, 4 s and so on, up to half a minute. */
export function retryWaitMs(failureCount: number): number {
  return Math.min(1000 * 2 ** failureCount, MAX_WAIT_MS)
}

const BLOCK_QUERY = {
  staleTime: 5 * 60_000,
  gcTime: 10 * 60_000,
  retry: (failureCount: number, error: unknown) => failureCount < RETRIES && isRetryable(error),
  retryDelay: retryWaitMs,
}

export const networksQuery = queryOptions({
  ...BLOCK_QUERY,
  queryKey: ['networks'],
  queryFn: async ({ signal }) => {
    const { list } = await call(networkEndpoints['network.list'], {}, { signal })
    const networks = list.map(toNetwork)
    writeChainCache(list, networks, Date.now())
    return networks
  },
})

export const assetsListQuery = queryOptions({
  ...BLOCK_QUERY,
  queryKey: ['contracts'],
  queryFn: async ({ signal }) =>
    (await call(networkEndpoints['network.allContracts'], { query: {} }, { signal })).list,
})

/** Queries the assets that can be received on one network. */
export const networkContractsQuery = (networkId: number | undefined) =>
  queryOptions({
    ...BLOCK_QUERY,
    queryKey: ['contracts', networkId],
    queryFn: async ({ signal }) =>
      (
        await call(
          networkEndpoints['network.contracts'],
          { params: { networkId: networkId ?? 0 } },
          { signal },
        )
      ).list,
    enabled: networkId !== undefined,
  })

/** Returns the networks from the server, or else from the cache, or else an empty list. */
export function useNetworks(): { networks: Network[]; isLoading: boolean; isStale: boolean } {
  const { data, isPending, failureCount } = useQuery(networksQuery)
  const [remembered] = useState(() => readChainCache(Date.now()))
  const networks = data ?? remembered
  return {
    networks,
    // Show the cached networks after the first failure.
    isLoading: isPending && networks.length === 0 && failureCount === 0,
    isStale: data === undefined,
  }
}

/** Returns a function for the name of a network; undefined while it is unknown. */
export function useNetworkName(): (chainId: number) => string | undefined {
  const { networks } = useNetworks()
  return (chainId) => networks.find((network) => network.chainId === chainId)?.name
}
