import { z } from 'zod'
import { pageOf, pageQuery, pathId } from './paging.ts'
import { address, amountText, amountUpTo, id, time } from './schema.ts'
import { count } from './season.schemas.ts'

const claimType = z.enum(['FIRST_INVITE', 'TOTAL_INVITE', 'REFERRAL'])

/** Why something cannot be claimed now. Screens say each in their own words. */
const noClaimReason = z.enum([
  'NO_SEASON',
  'SEASON_UPCOMING',
  'SEASON_ENDED',
  'ALREADY_CLAIMED',
  'NOT_ENOUGH_INVITES',
  /** No friend has qualified whose reward is not claimed yet. */
  'NOTHING_EARNED',
  /** Earned, and claimable at `claimableAt`. */
  'WAITING',
])

/**
 * How far a friend is: joined, has a wallet, has checked in often enough and waits, can be claimed,
 * was claimed. Capped is a friend for whom the season had nothing left; never is one who does not
 * count, such as the member's own second account.
 */
const friendState = z.enum([
  'JOINED',
  'WALLET',
  'WAITING',
  'CLAIMABLE',
  'CLAIMED',
  'CAPPED',
  'NEVER',
])

const withdrawal = z.object({
  withdrawalId: id,
  amount: amountText,
  symbol: z.string(),
  address,
  chainId: id,
  status: z.enum(['REQUESTED', 'SENT', 'CONFIRMED', 'FAILED']),
  txHash: z.string().nullable(),
  /** Why it failed, where that is known; an operator's own words are not shown. */
  failure: z.enum(['NETWORK', 'LIMIT', 'PAUSED', 'WALLET', 'CANCELLED']).nullable(),
  createdAt: time,
})

/** In whole units, with six places at most. */
const amount = z.string().regex(/^\d{1,12}(\.\d{1,6})?$/)
const most = z.int().min(1).max(100_000)

const terms = z.strictObject({
  firstInviteXp: most,
  totalInviteCount: most,
  totalInviteXp: most,
  symbol: z.string().regex(/^[A-Za-z0-9]{2,10}$/),
  referralReward: amountUpTo(100, 6),
  checkInDays: z.int().min(1).max(180),
  claimDelayDays: z.int().min(0).max(365),
  maxPerReferrer: amountUpTo(10_000, 6),
  seasonBudget: amountUpTo(1_000_000, 6),
  minWithdraw: amountUpTo(1_000, 6),
  maxWithdrawPerDay: amountUpTo(10_000, 6),
})

const operatedTerms = z.object({
  terms,
  /** Null while nobody has set any. */
  setAt: time.nullable(),
  seasons: z.array(z.object({ seasonId: id, promised: amountText, friends: count })),
})

export const inviteSchemas = {
  'invite.terms': {
    data: z.object({
      /** The season's number; 0 before there is any. */
      eventId: z.int().min(0),
      seasonId: id.nullable(),
      title: z.string(),
      description: z.string(),
      startAt: time,
      endAt: time,
      firstInviteXp: count,
      totalInviteCount: count,
      totalInviteXp: count,
      referralReward: amountText,
      referralSymbol: z.string(),
      /** What a friend has to do, and how long a reward waits then. */
      checkInDays: count,
      claimDelayDays: count,
      minWithdraw: amountText,
      maxWithdrawPerDay: amountText,
      /** Where rewards can be paid out. */
      networks: z.array(z.object({ chainId: id, networkName: z.string() })),
    }),
  },
  'invite.mine': {
    data: z.object({
      referralCode: z.string(),
      inviteCount: count,
      claimedXp: count,
      /** Earned with friends and not claimed yet. */
      referralBalance: amountText,
      /** Claimed and still here. */
      withdrawable: amountText,
      withdrawn: amountText,
      /** What the limit of a day still allows today. */
      withdrawLimitLeft: amountText,
      withdrawalsPausedUntil: time.nullable(),
    }),
  },
  'invite.claim': {
    query: z.strictObject({ type: claimType, seasonId: pathId.optional() }),
    data: z.object({
      type: claimType,
      xp: count.nullable(),
      amount: amountText.nullable(),
      claimedAt: time,
    }),
  },
  'invite.withdrawals': { query: z.strictObject(pageQuery), data: pageOf(withdrawal) },
  'invite.withdraw': {
    body: z.strictObject({ amount, chainId: id.max(Number.MAX_SAFE_INTEGER) }),
    data: withdrawal,
  },
  'invite.referrals': {
    query: z.strictObject(pageQuery),
    data: pageOf(
      z.object({
        nickname: z.string(),
        joinedAt: time,
        qualified: z.boolean(),
        reward: amountText,
        claimed: z.boolean(),
        state: friendState,
        /** As many as count, up to as many as are needed. */
        checkInDays: count,
        claimableAt: time.nullable(),
      }),
    ),
  },
  'invite.availability': {
    query: z.strictObject({ seasonId: pathId.optional() }),
    data: z.object({
      list: z.array(
        z.object({
          type: claimType,
          available: z.boolean(),
          claimed: z.boolean(),
          /** XP, or an amount of the token. */
          amount: amountText,
          reason: noClaimReason.nullable(),
          /** Friends who count for it, and how many it takes. */
          progress: count,
          goal: count,
          /** When the next reward of a friend can be claimed. */
          claimableAt: time.nullable(),
        }),
      ),
    }),
  },
  'invite.showTerms': { data: operatedTerms },
  'invite.setTerms': { body: terms.partial(), data: operatedTerms },
} as const
