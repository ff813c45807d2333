import { LATEST } from '@solstice/contract/cursor'
import { inviteEndpoints } from '@solstice/contract/invite.endpoints'
import { walletEndpoints } from '@solstice/contract/wallet.endpoints'
import type { CallData, CallInput } from '@solstice/contract/wire'
import {
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '#/lib/api.ts'
import { nextCursor } from '#/lib/next-cursor.ts'
import { programmeKey } from '#/lib/programme-query.ts'
import { serverNow } from '@solstice/ui/time.ts'
import { useOnSettled } from '#/lib/use-on-settled.ts'

export type InviteTerms = CallData<'invite.terms'>
export type InviteSummary = CallData<'invite.mine'>
export type Availability = CallData<'invite.availability'>['list'][number]
export type Friend = CallData<'invite.referrals'>['list'][number]
export type Withdrawal = CallData<'invite.withdraw'>
export type Claimed = CallData<'invite.claim'>

const DAY_MS = 24 * 60 * 60_000

/**
 * Returns the time until an instant as a refetch interval: slightly after it, and at least once a
 * day.
 */
function untilMs(instant: string | null | undefined): number | false {
  if (instant == null) return false
  return Math.min(DAY_MS, Math.max(0, Date.parse(instant) - serverNow()) + 1000)
}

export const termsQuery = () =>
  queryOptions({
    queryKey: programmeKey('invite', 'terms'),
    queryFn: ({ signal }) => call(inviteEndpoints['invite.terms'], {}, { signal }),
  })

export const inviteSummaryQuery = () =>
  queryOptions({
    queryKey: programmeKey('invite', 'mine'),
    queryFn: ({ signal }) => call(inviteEndpoints['invite.mine'], {}, { signal }),
    // A pause ends by itself.
    refetchInterval: ({ state }) => untilMs(state.data?.withdrawalsPausedUntil),
  })

export const availabilityQuery = () =>
  queryOptions({
    queryKey: programmeKey('invite', 'claims'),
    queryFn: async ({ signal }) =>
      (await call(inviteEndpoints['invite.availability'], { query: {} }, { signal })).list,
    // A waiting period ends by itself too.
    refetchInterval: ({ state }) =>
      untilMs(state.data?.find(({ reason }) => reason === 'WAITING')?.claimableAt),
  })

export const friendsQuery = () =>
  infiniteQueryOptions({
    queryKey: programmeKey('invite', 'friends'),
    queryFn: ({ pageParam, signal }) =>
      call(inviteEndpoints['invite.referrals'], { query: { before: pageParam } }, { signal }),
    initialPageParam: LATEST,
    getNextPageParam: nextCursor,
  })

/** The currently registered wallet, to which a withdrawal would go. */
export const registeredWalletQuery = () =>
  queryOptions({
    queryKey: programmeKey('invite', 'wallet'),
    queryFn: async ({ signal }) =>
      (await call(walletEndpoints['wallet.info'], {}, { signal })).ethAddress,
  })

const POLL_MS = 2000

const isUnderWay = ({ status }: Withdrawal) => status === 'REQUESTED' || status === 'SENT'

/** Newest first; polled while one of them is in progress. */
export const withdrawalsQuery = () =>
  infiniteQueryOptions({
    queryKey: programmeKey('invite', 'withdrawals'),
    queryFn: ({ pageParam, signal }) =>
      call(inviteEndpoints['invite.withdrawals'], { query: { before: pageParam } }, { signal }),
    initialPageParam: LATEST,
    getNextPageParam: nextCursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ list }) => list.some(isUnderWay)) ? POLL_MS : false,
  })

/**
 * Returns the withdrawals and polls their progress. Every completed or returned withdrawal also
 * refreshes the balance.
 */
export function useWithdrawals() {
  const queries = useQueryClient()
  const query = useInfiniteQuery(withdrawalsQuery())
  const list = query.data?.pages.flatMap((page) => page.list)
  useOnSettled(
    list?.filter(isUnderWay).map(({ withdrawalId }) => withdrawalId),
    () => void queries.invalidateQueries({ queryKey: inviteSummaryQuery().queryKey }),
  )
  return { ...query, data: list }
}

/** Adds the withdrawal to the cache, so that the next screen need not fetch it first. */
export function noteWithdrawal(queries: QueryClient, made: Withdrawal): void {
  queries.setQueryData(withdrawalsQuery().queryKey, (was) => {
    const [first, ...rest] = was?.pages ?? []
    if (!was || !first) return was
    const others = first.list.filter(({ withdrawalId }) => withdrawalId !== made.withdrawalId)
    return { ...was, pages: [{ ...first, list: [made, ...others] }, ...rest] }
  })
}

export function claimReward(
  query: CallInput<'invite.claim'>['query'],
  idempotencyKey: string,
): Promise<Claimed> {
  return call(inviteEndpoints['invite.claim'], { query }, { idempotencyKey })
}

export function withdraw(
  body: CallInput<'invite.withdraw'>['body'],
  options: { pinToken: string; idempotencyKey: string },
): Promise<Withdrawal> {
  return call(inviteEndpoints['invite.withdraw'], { body }, options)
}
