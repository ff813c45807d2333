import { inviteEndpoints } from '@solstice/contract/invite.endpoints'
import { walletEndpoints } from '@solstice/contract/wallet.endpoints'
import type { CallData, CallInput } from '@solstice/contract/wire'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#/lib/api.ts'
import { programmeKey } from '#/lib/programme-query.ts'

export type InviteTerms = CallData<'invite.terms'>
export type InviteNumbers = CallData<'invite.mine'>
export type Availability = CallData<'invite.availability'>['list'][number]
export type Friend = CallData<'invite.referrals'>['list'][number]
export type Withdrawal = CallData<'invite.withdraw'>
export type Claimed = CallData<'invite.claim'>

export const termsQuery = () =>
  queryOptions({
    queryKey: programmeKey('invite', 'terms'),
    queryFn: ({ signal }) => call(inviteEndpoints['invite.terms'], {}, { signal }),
  })

export const numbersQuery = () =>
  queryOptions({
    queryKey: programmeKey('invite', 'mine'),
    queryFn: ({ signal }) => call(inviteEndpoints['invite.mine'], {}, { signal }),
  })

export const availabilityQuery = () =>
  queryOptions({
    queryKey: programmeKey('invite', 'claims'),
    queryFn: async ({ signal }) =>
      (await call(inviteEndpoints['invite.availability'], { query: {} }, { signal })).list,
  })

export const friendsQuery = () =>
  infiniteQueryOptions({
    queryKey: programmeKey('invite', 'friends'),
    queryFn: ({ pageParam, signal }) =>
      call(inviteEndpoints['invite.referrals'], { query: { page: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, hasNext }) => (hasNext ? page + 1 : undefined),
  })

/** Where a withdrawal would go: the wallet that is registered now. */
export const registeredWalletQuery = () =>
  queryOptions({
    queryKey: programmeKey('invite', 'wallet'),
    queryFn: async ({ signal }) =>
      (await call(walletEndpoints['wallet.info'], {}, { signal })).ethAddress,
  })

const FOLLOW_MS = 2000

const isOpen = ({ status }: Withdrawal) => status === 'REQUESTED' || status === 'SENT'

/** The newest; asked again and again while one of them is on its way. */
export const withdrawalsQuery = () =>
  queryOptions({
    queryKey: programmeKey('invite', 'withdrawals'),
    queryFn: async ({ signal }) =>
      (await call(inviteEndpoints['invite.withdrawals'], { query: {} }, { signal })).list,
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? FOLLOW_MS : false),
  })

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
