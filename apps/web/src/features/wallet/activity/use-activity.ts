import { infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { listTransactions } from '#/features/wallet/api.ts'
import { assetsListQuery, useNetworks } from '#/features/wallet/chain/networks.ts'
import type { Asset, Network } from '#/features/wallet/chain/networks.ts'
import { mergeSources, readActivity } from './activity.ts'
import type { Activity, Source } from './activity.ts'

const PAGE = 20
const ACTIONS = ['txlist', 'tokentx'] as const

export const activityKey = (address: string) => ['activity', address] as const

type Page = { sources: Source[]; silent: number[] }

async function readSource(
  action: (typeof ACTIONS)[number],
  reader: { address: string; network: Network; assets: readonly Asset[] },
  page: number,
): Promise<Source> {
  const { address, network } = reader
  const chainid = network.chainId
  const rows = await listTransactions({ action, chainid, address, page, offset: PAGE })
  return {
    items: readActivity(action, rows, reader),
    isExhausted: rows.length < PAGE,
    oldestMs: Number(rows.at(-1)?.['timeStamp'] ?? 0) * 1000,
  }
}

/** All networks at once; one that fails is named, unless nobody answers at all. */
async function readPage(
  reader: { address: string; networks: readonly Network[]; assets: readonly Asset[] },
  page: number,
): Promise<Page> {
  const asked = reader.networks.flatMap((network) =>
    ACTIONS.map((action) => ({ network, read: readSource(action, { ...reader, network }, page) })),
  )
  const settled = await Promise.allSettled(asked.map(({ read }) => read))
  const failed = settled.flatMap((result, at) =>
    result.status === 'rejected' ? [{ cause: result.reason as unknown, at }] : [],
  )
  if (failed[0] && failed.length === asked.length) throw failed[0].cause
  return {
    sources: settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])),
    silent: failed.flatMap(({ at }) => asked[at]?.network.chainId ?? []),
  }
}

function activityQuery(
  address: string,
  networks: readonly Network[],
  assets: readonly Asset[] | undefined,
) {
  const chains = networks.map(({ chainId }) => chainId)
  return infiniteQueryOptions({
    queryKey: [...activityKey(address), chains],
    queryFn: ({ pageParam }) => readPage({ address, networks, assets: assets ?? [] }, pageParam),
    initialPageParam: 1,
    getNextPageParam: (last: Page, pages) =>
      last.sources.some(({ isExhausted }) => !isExhausted) ? pages.length + 1 : undefined,
    enabled: networks.length > 0 && assets !== undefined,
    staleTime: 15_000,
    retry: 1,
  })
}

export type ActivityList = {
  items: Activity[]
  isLoading: boolean
  /** Nothing of it could ever be read. */
  isMissing: boolean
  /** Why the newest is missing; what was read before is still there. */
  error: unknown
  isFetching: boolean
  /** Networks whose explorer did not answer. */
  silent: Network[]
  more: (() => void) | undefined
  isFetchingMore: boolean
  retry: () => void
}

/** The history of a wallet on all networks, or on one. */
export function useActivity(address: string, chainId?: number): ActivityList {
  const { networks } = useNetworks()
  const { data: assets } = useQuery(assetsListQuery)
  const chosen = networks.filter((network) => chainId === undefined || network.chainId === chainId)
  const query = useInfiniteQuery(activityQuery(address, chosen, assets))
  const pages = query.data?.pages ?? []
  // A list that ended on an earlier page is over, whatever later pages say.
  const last = pages.at(-1)
  const sources = pages.flatMap((page) =>
    page === last ? page.sources : page.sources.map((source) => ({ ...source, isExhausted: true })),
  )
  const silent = new Set(pages.flatMap((page) => page.silent))
  return {
    items: mergeSources(sources),
    isLoading: query.isPending && !query.isError,
    isMissing: query.isLoadingError,
    error: query.error ?? undefined,
    isFetching: query.isFetching,
    silent: chosen.filter((network) => silent.has(network.chainId)),
    more: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
    isFetchingMore: query.isFetchingNextPage,
    retry: () => void query.refetch(),
  }
}
