import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { InfiniteData } from '@tanstack/react-query'
import { useAddedHoldings, useAssets } from '#/features/wallet/chain/added-tokens.ts'
import { pollAgainMs, useHoldings } from '#/features/wallet/chain/assets.ts'
import { useNetworks } from '#/features/wallet/chain/networks.ts'
import type { Asset, Network } from '#/features/wallet/chain/networks.ts'
import { PUBLIC_POLL_MS, isEmpty, readPage } from './activity-pages.ts'
import type { Page, PageParam } from './activity-pages.ts'
import { mergeSources } from './activity.ts'
import type { Activity, UnknownDeposit } from './activity.ts'

export const activityKey = (address: string) => ['activity', address] as const

const FIRST_PAGE: PageParam = { page: 1, first: undefined }

export function activityQuery(
  address: string,
  networks: readonly Network[],
  assets: readonly Asset[] | undefined,
) {
  const chains = networks.map(({ chainId }) => chainId)
  // Tokens that the member added change how the rows are read.
  const added = assets?.filter(({ contractId }) => contractId < 0).map(({ address: of }) => of)
  return infiniteQueryOptions({
    queryKey: [...activityKey(address), chains, ...(added ?? [])],
    queryFn: ({ pageParam, client, queryKey }) => {
      const { data, isInvalidated } = client.getQueryState<InfiniteData<Page>>(queryKey) ?? {}
      const known = { client, before: data?.pages ?? [], isForced: isInvalidated ?? false }
      return readPage({ address, networks, assets: assets ?? [], ...known }, pageParam)
    },
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (last: Page, pages) =>
      last.sources.some(({ isExhausted }) => !isExhausted)
        ? { page: pages.length + 1, first: pages[0] }
        : undefined,
    enabled: networks.length > 0 && assets !== undefined,
    staleTime: 15_000,
    refetchInterval: ({ state }) => {
      const hasIndexed = networks.some(({ isIndexed }) => isIndexed)
      if (state.status === 'error' && !hasIndexed) return PUBLIC_POLL_MS
      return pollAgainMs(hasIndexed && isEmpty(state.data?.pages[0]), state)
    },
  })
}

export type ActivityList = {
  items: Activity[]
  /** Deposits of unknown tokens in the pages read so far. */
  unknown: UnknownDeposit[]
  isLoading: boolean
  /** True when no page could be read. */
  isMissing: boolean
  /** The error of the latest read; earlier rows are still shown. */
  error: unknown
  isFetching: boolean
  /** Networks whose explorer did not respond. */
  silent: Network[]
  more: (() => void) | undefined
  isFetchingMore: boolean
  retry: () => void
}

/** Returns the history of a wallet on all networks, or on one. */
export function useActivity(
  { userId, address }: { userId: string; address: string },
  chainId?: number,
): ActivityList {
  const queries = useQueryClient()
  const { networks } = useNetworks()
  const assets = useAssets(userId)
  // A public explorer is read after a balance change, so keep the balances current.
  useHoldings(address)
  useAddedHoldings(userId, address, networks)
  const chosen = networks.filter((network) => chainId === undefined || network.chainId === chainId)
  const query = useInfiniteQuery(activityQuery(address, chosen, assets))
  const pages = query.data?.pages ?? []
  // A list that ended on an earlier page is complete and is not read on later pages.
  const last = pages.at(-1)
  const sources = pages.flatMap((page) =>
    page === last ? page.sources : page.sources.map((source) => ({ ...source, isExhausted: true })),
  )
  const silent = new Set(
    sources.filter(({ isUnavailable }) => isUnavailable).map((source) => source.chainId),
  )
  return {
    items: mergeSources(sources),
    unknown: sources.flatMap(({ unknown }) => unknown),
    isLoading: query.isPending && !query.isError,
    isMissing: query.isLoadingError,
    error: query.error ?? undefined,
    isFetching: query.isFetching,
    silent: chosen.filter((network) => silent.has(network.chainId)),
    more: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
    isFetchingMore: query.isFetchingNextPage,
    retry: () => void queries.invalidateQueries({ queryKey: activityKey(address) }),
  }
}
