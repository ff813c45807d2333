import type { CallData } from '@solstice/contract/wire'
import { leftToday, referralText, type InviteTerms } from '@solstice/rules/invite'
import { maskNickname } from '@solstice/rules/nickname'
import { programmeDayOf } from '@solstice/rules/programme-day'
import { withdrawalsPausedUntil } from '#/modules/security/security.service.ts'
import { inviteCountOf, pageOfInvited, placesOf } from '#/modules/users/invited.service.ts'
import { loadMember } from '#/modules/users/users.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { balanceOf } from '#/platform/books/ledger.ts'
import type { CursorQuery } from '#/platform/process/page.ts'
import { sumClaimedXp } from './claim.queries.ts'
import { classifyRewards, unclaimedOf } from './claim.service.ts'
import { findFriends, type FriendRow } from './friends.queries.ts'
import {
  findAncestors,
  findOwnWallets,
  findServed,
  findServedMailboxes,
} from './qualification.queries.ts'
import { mailboxFingerprint, walletFingerprint } from './qualification.service.ts'
import { currentTerms, withdrawalTerms } from './terms.service.ts'
import { clearAddresses, sumWithdrawn } from './withdrawal.queries.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'lastingKeys'>
type FriendState = CallData<'invite.referrals'>['list'][number]['state']

export async function inviteSummary(
  ctx: Context,
  memberId: number,
): Promise<CallData<'invite.mine'>> {
  const { db } = ctx
  const now = ctx.now()
  const [member, inviteCount, claimedXp, earned, withdrawable, withdrawn, terms, paused] =
    await Promise.all([
      loadMember(ctx, memberId),
      inviteCountOf(ctx, memberId),
      sumClaimedXp(db, memberId),
      classifyRewards(db, memberId, now),
      balanceOf(db, { member: memberId, asset: 'REFERRAL' }),
      sumWithdrawn(db, memberId, programmeDayOf(now)),
      withdrawalTerms(db),
      withdrawalsPausedUntil(ctx, memberId),
    ])
  return {
    referralCode: member.referralCode,
    inviteCount,
    claimedXp,
    referralBalance: referralText(unclaimedOf(earned)),
    withdrawable: referralText(withdrawable),
    withdrawn: referralText(withdrawn.total),
    withdrawLimitLeft: referralText(leftToday(terms, withdrawn.today)),
    withdrawalsPausedUntil: paused?.toISOString() ?? null,
  }
}

export async function listFriends(
  ctx: Context,
  memberId: number,
  query: CursorQuery,
): Promise<CallData<'invite.referrals'>> {
  const terms = await currentTerms(ctx.db)
  return pageOfInvited(ctx, memberId, query, {
    find: (range) => findFriends(ctx.db, memberId, range),
    view: (friends) => friendViews(ctx, memberId, friends, terms),
  })
}

/** Lists the friends for operators, who see whole nicknames. */
export async function friendsOf(ctx: Context, memberId: number, query: CursorQuery) {
  const terms = await currentTerms(ctx.db)
  return pageOfInvited(ctx, memberId, query, {
    find: (range) => findFriends(ctx.db, memberId, range),
    view: async (friends) => {
      const views = await friendViews(ctx, memberId, friends, terms)
      return friends.flatMap(({ id, nickname }, index) => {
        const view = views[index]
        return view ? [{ ...view, friendId: id, fullNickname: nickname }] : []
      })
    },
  })
}

async function friendViews(
  ctx: Context,
  memberId: number,
  friends: readonly FriendRow[],
  terms: InviteTerms,
) {
  const never = await findIneligibleFriends(ctx, memberId, friends)
  const places = await placesOf(ctx, memberId, friends)
  return friends.map((friend, index) => ({
    entryId: `friend:${places[index]}`,
    nickname: friend.gone ? '***' : maskNickname(friend.nickname),
    joinedAt: (friend.referredAt ?? new Date(0)).toISOString(),
    qualified: friend.reward !== undefined && friend.reward.state !== 'VOID',
    reward: referralText(friend.reward?.amount ?? terms.referralReward),
    claimed: friend.reward?.state === 'CLAIMED',
    state: never.has(friend.id) ? ('NEVER' as const) : stateOf(friend, ctx.now()),
    checkInDays: Math.min(friend.checkInDays, terms.checkInDays),
    claimableAt: friend.reward?.claimableAt.toISOString() ?? null,
  }))
}

function stateOf({ reward, wallet, active }: FriendRow, now: Date): FriendState {
  switch (reward?.state) {
    case undefined:
      return wallet === null ? 'JOINED' : 'WALLET'
    case 'CLAIMED':
    case 'CAPPED':
      return reward.state
    case 'EARNED':
      return reward.claimableAt <= now && active ? 'CLAIMABLE' : 'WAITING'
    case 'VOID':
      return 'NEVER'
  }
}

/**
 * Returns the friends who can never count: deleted too early, part of a circle, or with a wallet or
 * mailbox that has already counted.
 */
async function findIneligibleFriends(
  ctx: Context,
  memberId: number,
  friends: readonly FriendRow[],
): Promise<ReadonlySet<number>> {
  const open = friends.filter(({ reward }) => reward === undefined || reward.state === 'EARNED')
  const wallets = open.flatMap(({ wallet, reward }) =>
    wallet === null || reward !== undefined ? [] : [wallet],
  )
  const fingerprintOf = (wallet: string) => walletFingerprint(ctx, wallet)
  const mailboxes = new Map(open.map(({ id, email }) => [id, mailboxFingerprint(ctx, email)]))
  const [member, ancestors, used, own, served] = await Promise.all([
    loadMember(ctx, memberId),
    findAncestors(ctx.db, memberId),
    findServedMailboxes(ctx.db, Array.from(mailboxes.values())),
    findOwnWallets(ctx.db, memberId, wallets),
    findServed(ctx.db, wallets.map(fingerprintOf)),
  ])
  const isSpent = (wallet: string) => own.has(wallet) || served.has(fingerprintOf(wallet))
  const ownMailbox = mailboxFingerprint(ctx, member.email)
  const isSamePerson = ({ id, reward }: FriendRow) => {
    const mailbox = mailboxes.get(id) ?? ''
    return reward === undefined && (mailbox === ownMailbox || used.has(mailbox))
  }
  const never = open.filter(
    (friend) =>
      friend.gone ||
      ancestors.has(friend.id) ||
      isSamePerson(friend) ||
      (!friend.reward && friend.wallet !== null && isSpent(friend.wallet)),
  )
  return new Set(never.map(({ id }) => id))
}

/**
 * Deletes the addresses as part of the account deletion. Running payouts continue, because the
 * payout has its own copy of the address.
 */
export function eraseInvites(tx: Db, memberId: number): Promise<void> {
  return clearAddresses(tx, memberId)
}
