import { historyEndpoints } from '@solstice/contract/history.endpoints'
import type { CallData } from '@solstice/contract/wire'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#/lib/api.ts'
import { programmeKey } from '#/lib/programme-query.ts'

export type HistoryEntry = CallData<'history.list'>['list'][number]
export type HistoryTab = HistoryEntry['tab']
export type HistoryDetail = CallData<'history.show'>
export type TicketEntry = CallData<'history.tickets'>['list'][number]

const SIZE = 20
const LOOK_EVERY_MS = 2000

type Page = { page: number; hasNext: boolean }
const nextPage = ({ page, hasNext }: Page) => (hasNext ? page + 1 : undefined)

export const historyQuery = (seasonId: number, tab: HistoryTab) =>
  infiniteQueryOptions({
    queryKey: programmeKey('history', seasonId, tab),
    queryFn: ({ signal, pageParam: page }) =>
      call(
        historyEndpoints['history.list'],
        { params: { seasonId }, query: { tab, page, size: SIZE } },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: nextPage,
  })

export const historyItemQuery = (seasonId: number, historyId: number) =>
  queryOptions({
    queryKey: programmeKey('history-item', seasonId, historyId),
    queryFn: ({ signal }) =>
      call(historyEndpoints['history.show'], { params: { seasonId, historyId } }, { signal }),
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? LOOK_EVERY_MS : false),
  })

/** An order that waits, or a refund that is not decided: what becomes of it is shown as it happens. */
function isUnderWay(entry: HistoryDetail | undefined): boolean {
  return entry?.status === 'PENDING' || entry?.status === 'REFUND_REQUESTED'
}

export const ticketsQuery = (seasonId: number) =>
  infiniteQueryOptions({
    queryKey: programmeKey('tickets', seasonId),
    queryFn: ({ signal, pageParam: page }) =>
      call(
        historyEndpoints['history.tickets'],
        { params: { seasonId }, query: { page, size: SIZE } },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: nextPage,
  })
