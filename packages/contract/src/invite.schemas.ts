import { z } from 'zod'
import { countCursorQuery, cursorPageOf, idCursorQuery, pathId } from './paging.ts'
import { address, amountText, amountUpTo, auditReason, id, time } from './schema.ts'
import { count } from './season.schemas.ts'

const claimType = z.enum(['FIRST_INVITE', 'TOTAL_INVITE', 'REFERRAL'])

/** Reasons why a reward cannot be claimed now. Each screen has its own texts for them. */
const noClaimReason = z.enum([
  'NO_SEASON',
  'SEASON_UPCOMING',
  'SEASON_ENDED',
  'SEASON_PAUSED',
  'ALREADY_CLAIMED',
  'NOT_ENOUGH_INVITES',
  /** No friend with an unclaimed reward has qualified. */
  'NOTHING_EARNED',
  /** The reward is earned and becomes claimable at `claimableAt`. */
  'WAITING',
])

/**
 * A friend's progress: joined, has a wallet, has checked in often enough and waits, is claimable,
 * is claimed. CAPPED is a friend who exceeded the season's limit; NEVER is a friend who does not
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
  /** The reason for the failure, if known; an operator's own text is not shown. */
  failure: z.enum(['NETWORK', 'LIMIT', 'PAUSED', 'WALLET', 'CANCELLED']).nullable(),
  createdAt: time,
})

/** Whole units with at most six decimals. */
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
  /** Null until terms are set for the first time. */
  setAt: time.nullable(),
  seasons: z.array(
    z.object({
      seasonId: id,
      promised: amountText,
      friends: count,
      /** The title of the season in both languages. */
      title: z.object({ en: z.string(), ko: z.string() }),
    }),
  ),
  /** The most that 1,000 qualified friends cost at these terms. */
  costOf1000: z.object({ tokens: amountText, xp: count }),
  /** The terms that were in force, newest first, at most 50. */
  history: z.array(z.object({ terms, setAt: time })),
})

export const inviteSchemas = {
  'invite.terms': {
    data: z.object({
      /** The season's number, or 0 before the first season. */
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
      /** The conditions a friend has to meet, and the waiting time of a reward after that. */
      checkInDays: count,
      claimDelayDays: count,
      minWithdraw: amountText,
      maxWithdrawPerDay: amountText,
      /** The networks on which rewards can be paid out. */
      networks: z.array(z.object({ chainId: id, networkName: z.string() })),
    }),
  },
  'invite.mine': {
    data: z.object({
      referralCode: z.string(),
      inviteCount: count,
      claimedXp: count,
      /** Earned with friends but not claimed yet. */
      referralBalance: amountText,
      /** Claimed but not withdrawn yet. */
      withdrawable: amountText,
      withdrawn: amountText,
      /** The amount that the daily limit still allows today. */
      withdrawLimitLeft: amountText,
      withdrawalsPausedUntil: time.nullable(),
    }),
  },
  'invite.claim': {
    query: z
      .strictObject({ type: claimType, seasonId: pathId.optional() })
      .refine(({ type, seasonId }) => type !== 'REFERRAL' || seasonId === undefined, {
        path: ['seasonId'],
        error: 'A claim of referral rewards names no season',
      }),
    data: z.object({
      type: claimType,
      xp: count.nullable(),
      amount: amountText.nullable(),
      claimedAt: time,
    }),
  },
  'invite.withdrawals': { query: z.strictObject(idCursorQuery), data: cursorPageOf(withdrawal) },
  'invite.withdraw': {
    body: z.strictObject({ amount, chainId: id.max(Number.MAX_SAFE_INTEGER) }),
    data: withdrawal,
  },
  'invite.referrals': {
    query: z.strictObject(countCursorQuery),
    data: cursorPageOf(
      z.object({
        /** Names the friend for `explanation.mine`. */
        entryId: z.string(),
        nickname: z.string(),
        joinedAt: time,
        qualified: z.boolean(),
        reward: amountText,
        claimed: z.boolean(),
        state: friendState,
        /** Counted check-in days, up to the required number. */
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
          /** XP or a token amount. */
          amount: amountText,
          reason: noClaimReason.nullable(),
          /** The number of friends who count towards the reward, and the required number. */
          progress: count,
          goal: count,
          /** The time when the next friend's reward becomes claimable. */
          claimableAt: time.nullable(),
        }),
      ),
    }),
  },
  'invite.showTerms': { data: operatedTerms },
  'invite.setTerms': {
    body: terms.partial().extend({ reason: auditReason }),
    data: operatedTerms,
  },
} as const
