import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { explanationEndpoints } from '@solstice/contract/explanation.endpoints'
import { memberEndpoints } from '@solstice/contract/member.endpoints'
import { operatorEndpoints } from '@solstice/contract/operator.endpoints'
import { payoutEndpoints } from '@solstice/contract/payout.endpoints'
import type { CallData } from '@solstice/contract/wire'
import { call } from '#/lib/api.ts'
import { queryClient } from '#/lib/query-client.ts'
import type { TimelineGroup } from './member-search.ts'

export type Member = CallData<'operator.showMember'>
export type TimelineEntry = CallData<'member.timeline'>['list'][number]
export type OperatorExplanation = CallData<'explanation.ofMember'>

const PAGE_SIZE = 20

/** Every query of a member begins with this key, so that one action reads all of them again. */
const keyOf = (userId: number) => ['member', userId] as const

export function readMember(userId: number): void {
  void queryClient.invalidateQueries({ queryKey: keyOf(userId) })
  void queryClient.invalidateQueries({ queryKey: ['history', `member:${userId}`] })
}

export const memberQuery = (userId: number) =>
  queryOptions({
    queryKey: [...keyOf(userId), 'shown'],
    queryFn: ({ signal }) =>
      call(operatorEndpoints['operator.showMember'], { params: { userId } }, { signal }),
  })

export const memberSeasonQuery = (userId: number, seasonId: number) =>
  queryOptions({
    queryKey: [...keyOf(userId), 'season', seasonId],
    queryFn: ({ signal }) =>
      call(memberEndpoints['member.season'], { params: { userId, seasonId } }, { signal }),
  })

export const missionsQuery = (userId: number, seasonId: number) =>
  queryOptions({
    queryKey: [...keyOf(userId), 'missions', seasonId],
    queryFn: ({ signal }) =>
      call(memberEndpoints['member.missions'], { params: { userId, seasonId } }, { signal }),
  })

export type TimelineFilter = { group: TimelineGroup | undefined; seasonId: number | undefined }

export const timelineQuery = (userId: number, { group, seasonId }: TimelineFilter) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(userId), 'timeline', group, seasonId],
    queryFn: ({ pageParam, signal }) =>
      call(
        memberEndpoints['member.timeline'],
        {
          params: { userId },
          query: {
            before: pageParam,
            ...(group && { group }),
            ...(seasonId !== undefined && { seasonId }),
          },
        },
        { signal },
      ),
    initialPageParam: 'latest',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

export const explanationQuery = (userId: number, entryId: string) =>
  queryOptions({
    queryKey: [...keyOf(userId), 'why', entryId],
    queryFn: ({ signal }) =>
      call(
        explanationEndpoints['explanation.ofMember'],
        { params: { userId, entryId } },
        { signal },
      ),
  })

export const ordersQuery = (userId: number, page: number) =>
  queryOptions({
    queryKey: [...keyOf(userId), 'orders', page],
    queryFn: ({ signal }) =>
      call(
        memberEndpoints['member.orders'],
        { params: { userId }, query: { page, size: PAGE_SIZE } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

export const payoutsQuery = (userId: number, page: number) =>
  queryOptions({
    queryKey: [...keyOf(userId), 'payouts', page],
    queryFn: ({ signal }) =>
      call(
        payoutEndpoints['payout.list'],
        { query: { userId, page, size: PAGE_SIZE } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

export const referralsQuery = (userId: number, page: number) =>
  queryOptions({
    queryKey: [...keyOf(userId), 'referrals', page],
    queryFn: ({ signal }) =>
      call(
        memberEndpoints['member.referrals'],
        { params: { userId }, query: { page, size: PAGE_SIZE } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

export const notesQuery = (userId: number, page: number) =>
  queryOptions({
    queryKey: [...keyOf(userId), 'notes', page],
    queryFn: ({ signal }) =>
      call(
        memberEndpoints['member.notes'],
        { params: { userId }, query: { page, size: PAGE_SIZE } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

export const sessionsQuery = (userId: number) =>
  queryOptions({
    queryKey: [...keyOf(userId), 'sessions'],
    queryFn: ({ signal }) =>
      call(memberEndpoints['member.sessions'], { params: { userId } }, { signal }),
  })
