import { LATEST } from '@solstice/contract/cursor'
import { historyEndpoints } from '@solstice/contract/history.endpoints'
import type { CallData } from '@solstice/contract/wire'
import { infiniteQueryOptions, queryOptions, useInfiniteQuery } from '@tanstack/react-query'
import type { FetchStatus } from '@tanstack/react-query'
import { call } from '#/lib/api.ts'
import { nextCursor } from '#/lib/next-cursor.ts'
import { programmeKey } from '#/lib/programme-query.ts'

export type HistoryEntry = CallData<'history.list'>['list'][number]
export type HistoryTab = HistoryEntry['tab']
export type HistoryDetail = CallData<'history.show'>
export type TicketEntry = CallData<'history.tickets'>['list'][number]

const SIZE = 20
const FAST_POLL_MS = 2000
const LIST_POLL_MS = 5000
const SLOW_POLL_MS = 10_000

export const historyQuery = (seasonId: number, tab: HistoryTab) =>
  infiniteQueryOptions({
    queryKey: programmeKey('history', seasonId, tab),
    queryFn: ({ signal, pageParam: before }) =>
      call(
        historyEndpoints['history.list'],
        { params: { seasonId }, query: { tab, before, size: SIZE } },
        { signal },
      ),
    initialPageParam: LATEST,
    getNextPageParam: nextCursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ list }) => list.some(isUnderWay)) ? LIST_POLL_MS : false,
  })

export const historyItemQuery = (seasonId: number, historyId: number) =>
  queryOptions({
    queryKey: programmeKey('history-item', seasonId, historyId),
    queryFn: ({ signal }) =>
      call(historyEndpoints['history.show'], { params: { seasonId, historyId } }, { signal }),
    refetchInterval: ({ state }) => pollAgainMs(state.data),
  })

/** Returns true for a pending order or an unsettled refund, whose progress is polled. */
export function isUnderWay({ status }: Pick<HistoryEntry, 'status'>): boolean {
  return status === 'PENDING' || status === 'REFUND_REQUESTED'
}

/** A payment may still arrive for a closed order and be sent back. */
function pollAgainMs(entry: HistoryDetail | undefined): number | false {
  if (!entry) return false
  if (isUnderWay(entry)) return FAST_POLL_MS
  const isClosed = entry.status === 'FAILED' || entry.status === 'CANCELLED'
  return isClosed && entry.payment !== null ? SLOW_POLL_MS : false
}

export const ticketsQuery = (seasonId: number) =>
  infiniteQueryOptions({
    queryKey: programmeKey('tickets', seasonId),
    queryFn: ({ signal, pageParam: before }) =>
      call(
        historyEndpoints['history.tickets'],
        { params: { seasonId }, query: { before, size: SIZE } },
        { signal },
      ),
    initialPageParam: LATEST,
    getNextPageParam: nextCursor,
  })

const FROM_SCREEN = { enabled: false, refetchInterval: false } as const

/** The entries that a screen shows; `isSettled` is false while it waits for an answer. */
type Shown<Entry> = { entries: Entry[] | undefined; isSettled: boolean }

/** Returns the entries that the history shows, without fetching them. */
export function useShownHistory(seasonId: number, tab: HistoryTab): Shown<HistoryEntry> {
  return shownIn(useInfiniteQuery({ ...historyQuery(seasonId, tab), ...FROM_SCREEN }))
}

/** Returns the ticket changes that their screen shows, without fetching them. */
export function useShownTickets(seasonId: number): Shown<TicketEntry> {
  return shownIn(useInfiniteQuery({ ...ticketsQuery(seasonId), ...FROM_SCREEN }))
}

function shownIn<Entry>(query: {
  data: { pages: { list: Entry[] }[] } | undefined
  isError: boolean
  fetchStatus: FetchStatus
}): Shown<Entry> {
  const entries = query.data?.pages.flatMap(({ list }) => list)
  const isSettled = entries !== undefined || query.isError || query.fetchStatus === 'paused'
  return { entries, isSettled }
}
