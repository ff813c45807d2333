import { DAY_MS } from './duration.ts'
import { tokenText, tokenUnits } from './round.ts'
import type { SeasonStatus } from './season.ts'
import type { Trace } from './trace.ts'

/** Referral rewards are counted in millionths, regardless of the token's decimals on a chain. */
export const REFERRAL_DECIMALS = 6

/**
 * The rewards and conditions of invites. Operators change them; the newest apply to all later
 * events.
 */
export type InviteTerms = {
  firstInviteXp: number
  totalInviteCount: number
  totalInviteXp: number
  /** The symbol of the stable token in which rewards are paid. */
  symbol: string
  /** The reward for each friend who qualifies. */
  referralReward: bigint
  /** The number of different days on which a friend has to check in. */
  checkInDays: number
  claimDelayDays: number
  /** The maximum that one member can earn with friends in one season. */
  maxPerReferrer: bigint
  /** The maximum that all members together can earn with friends in one season. */
  seasonBudget: bigint
  minWithdraw: bigint
  maxWithdrawPerDay: bigint
}

const whole = (units: bigint): bigint => units * 10n ** BigInt(REFERRAL_DECIMALS)

export const DEFAULT_INVITE_TERMS: InviteTerms = {
  firstInviteXp: 100,
  totalInviteCount: 10,
  totalInviteXp: 500,
  symbol: 'USDS',
  referralReward: whole(1n),
  checkInDays: 3,
  claimDelayDays: 7,
  maxPerReferrer: whole(100n),
  seasonBudget: whole(10_000n),
  minWithdraw: whole(10n),
  maxWithdrawPerDay: whole(100n),
}

/** A problem with the terms and the field to change. */
export type InviteProblem = {
  path: keyof InviteTerms
  code:
    | 'CAP_BELOW_REWARD'
    | 'BUDGET_BELOW_CAP'
    | 'WITHDRAWAL_ABOVE_DAY'
    | 'WITHDRAWAL_ABOVE_CAP'
    | 'WITHDRAWAL_ABOVE_TREASURY'
    | 'TOKEN_UNKNOWN'
    | 'TOKEN_OWED'
  text: string
}

/** Returns every problem with the terms; an empty list means that they are valid. */
export function validateInviteTerms(terms: InviteTerms): InviteProblem[] {
  const problems: InviteProblem[] = []
  if (terms.maxPerReferrer < terms.referralReward) {
    const text = 'The cap per member is below one reward'
    problems.push({ path: 'maxPerReferrer', code: 'CAP_BELOW_REWARD', text })
  }
  if (terms.seasonBudget < terms.maxPerReferrer) {
    const text = 'The budget of a season is below the cap per member'
    problems.push({ path: 'seasonBudget', code: 'BUDGET_BELOW_CAP', text })
  }
  if (terms.minWithdraw > terms.maxWithdrawPerDay) {
    const text = 'The minimum withdrawal is above what a day allows'
    problems.push({ path: 'minWithdraw', code: 'WITHDRAWAL_ABOVE_DAY', text })
  }
  if (terms.minWithdraw > terms.maxPerReferrer) {
    const text = 'The minimum withdrawal is above what a season allows'
    problems.push({ path: 'minWithdraw', code: 'WITHDRAWAL_ABOVE_CAP', text })
  }
  return problems
}

/**
 * Returns the most that this many qualified friends cost. The first friend of each referrer gives XP,
 * and so does every complete group of the goal, so the XP depend on who invited them.
 */
export function inviteCost(terms: InviteTerms, friends: number): { tokens: bigint; xp: number } {
  const { referralReward, seasonBudget, totalInviteCount } = terms
  const rewards = referralReward * BigInt(friends)
  const groups = Math.floor(friends / totalInviteCount)
  const rest = friends - groups * totalInviteCount
  const apart = friends * terms.firstInviteXp
  const grouped = (groups + rest) * terms.firstInviteXp + groups * terms.totalInviteXp
  return {
    tokens: rewards > seasonBudget ? seasonBudget : rewards,
    xp: apart > grouped ? apart : grouped,
  }
}

/** The facts about a friend when one of them has changed. */
export type FriendFacts = {
  hasWallet: boolean
  /** The number of different days with a check-in since the referral. */
  checkInDays: number
  /** The number of rounds since the referral with a day that is excused for the friend. */
  excusedDays?: number
  /** True if this friend referred the referrer, directly or through others. */
  inReferralCycle: boolean
  /** True if the mailbox is the referrer's own, or has already qualified another referral. */
  samePerson: boolean
  /** True if the friend's wallet was the referrer's own. */
  ownWallet: boolean
  /** True if the wallet has already qualified another referral. */
  walletServed: boolean
  /** The amount promised to the referrer in this season so far. */
  promisedToReferrer: bigint
  /** The rest of the season's budget. */
  budgetLeft: bigint
}

export type Qualification =
  | { kind: 'not-yet'; missing: 'WALLET' | 'CHECK_INS' }
  | { kind: 'never'; why: 'CIRCLE' | 'SAME_PERSON' | 'OWN_WALLET' | 'WALLET_SERVED' }
  | { kind: 'qualifies'; amount: bigint }
  /** The friend counts as qualified, but a limit of the season leaves no reward. */
  | { kind: 'capped'; why: 'REFERRER_CAP' | 'SEASON_BUDGET' }

/** Returns the days of a friend that count. Excused days count beside real check-ins only. */
export function friendDays({
  checkInDays,
  excusedDays = 0,
}: Pick<FriendFacts, 'checkInDays' | 'excusedDays'>): number {
  return checkInDays > 0 ? checkInDays + excusedDays : 0
}

/**
 * Decides whether a friend qualifies. Neither a sign-up alone nor a circle of accounts earns a
 * reward.
 */
export function evaluateFriend(terms: InviteTerms, friend: FriendFacts): Qualification {
  if (friend.inReferralCycle) return { kind: 'never', why: 'CIRCLE' }
  if (friend.samePerson) return { kind: 'never', why: 'SAME_PERSON' }
  if (!friend.hasWallet) return { kind: 'not-yet', missing: 'WALLET' }
  if (friend.ownWallet) return { kind: 'never', why: 'OWN_WALLET' }
  if (friend.walletServed) return { kind: 'never', why: 'WALLET_SERVED' }
  if (friendDays(friend) < terms.checkInDays) return { kind: 'not-yet', missing: 'CHECK_INS' }
  const amount = terms.referralReward
  if (friend.promisedToReferrer + amount > terms.maxPerReferrer) {
    return { kind: 'capped', why: 'REFERRER_CAP' }
  }
  if (friend.budgetLeft < amount) return { kind: 'capped', why: 'SEASON_BUDGET' }
  return { kind: 'qualifies', amount }
}

/** Returns the limit that left no reward; the rule checks the member's own limit first. */
export function cappedBy(
  { referralReward, maxPerReferrer }: InviteTerms,
  promisedToReferrer: bigint,
): 'REFERRER_CAP' | 'SEASON_BUDGET' {
  return promisedToReferrer + referralReward > maxPerReferrer ? 'REFERRER_CAP' : 'SEASON_BUDGET'
}

export function claimableAt({ claimDelayDays }: InviteTerms, qualifiedAt: Date): Date {
  return new Date(qualifiedAt.getTime() + claimDelayDays * DAY_MS)
}

export const CLAIM_TYPES = ['FIRST_INVITE', 'TOTAL_INVITE', 'REFERRAL'] as const
export type ClaimType = (typeof CLAIM_TYPES)[number]

export type XpClaim = {
  /** Undefined if there is no season. */
  season: SeasonStatus | undefined
  /**
   * The number of friends who joined for this season; for a goal above one, only qualified friends
   * count.
   */
  invites: number
  goal: number
  claimed: boolean
  /** True while operators have paused earning in the season. */
  isPaused?: boolean
}

export type NoClaim =
  | 'NO_SEASON'
  | 'SEASON_UPCOMING'
  | 'SEASON_ENDED'
  | 'SEASON_PAUSED'
  | 'ALREADY_CLAIMED'
  | 'NOT_ENOUGH_INVITES'
  | 'NOTHING_EARNED'
  | 'WAITING'

/**
 * Returns why XP cannot be claimed, or undefined if it can. An earlier claim takes precedence over
 * all other reasons.
 */
export function whyNoXp({
  season,
  isPaused,
  invites,
  goal,
  claimed,
}: XpClaim): NoClaim | undefined {
  if (claimed) return 'ALREADY_CLAIMED'
  switch (season) {
    case undefined:
      return 'NO_SEASON'
    case 'UPCOMING':
      return 'SEASON_UPCOMING'
    case 'ENDED':
      return 'SEASON_ENDED'
    case 'ONGOING':
      if (isPaused) return 'SEASON_PAUSED'
      return invites < goal ? 'NOT_ENOUGH_INVITES' : undefined
  }
}

/** Decides a claim of XP and explains it. */
export function traceXpClaim(
  claim: XpClaim,
  reward: { claimType: ClaimType; xp: number },
): { reason: NoClaim } | { reason: undefined; trace: Trace<'invite'> } {
  const reason = whyNoXp(claim)
  if (reason) return { reason }
  return {
    reason,
    trace: {
      rule: 'invite',
      version: 1,
      inputs: { ...reward, goal: claim.goal, progress: claim.invites },
      outcome: 'GRANTED',
    },
  }
}

/** Explains a claim of the rewards of several friends, which their referrals keep one by one. */
export function traceReferralClaim(friends: number): Trace<'invite'> {
  return {
    rule: 'invite',
    version: 1,
    inputs: { claimType: 'REFERRAL', friends },
    outcome: 'GRANTED',
  }
}

export function whyNoReferral(earned: { claimable: bigint; waiting: bigint }): NoClaim | undefined {
  if (earned.claimable > 0n) return undefined
  return earned.waiting > 0n ? 'WAITING' : 'NOTHING_EARNED'
}

export type WithdrawalRequest = {
  amount: bigint
  balance: bigint
  /** The amount requested today that has not failed. */
  withdrawnToday: bigint
  pausedUntil: Date | undefined
  /** True if the member reported a theft. */
  isFrozen: boolean
  /** The end of a fair-play hold. */
  heldUntil?: Date | undefined
}

export type WithdrawalDecision =
  | { kind: 'pay' }
  | { kind: 'frozen' }
  | { kind: 'paused'; until: Date }
  | { kind: 'on-hold'; until: Date }
  | { kind: 'too-small' }
  | { kind: 'over-limit'; left: bigint }
  | { kind: 'not-enough' }

/**
 * During a freeze, a hold or a pause, an insufficient balance is reported first; they take precedence
 * over the limits.
 */
export function decideWithdrawal(
  terms: Pick<InviteTerms, 'minWithdraw' | 'maxWithdrawPerDay'>,
  { amount, balance, withdrawnToday, pausedUntil, isFrozen, heldUntil }: WithdrawalRequest,
): WithdrawalDecision {
  const stop = whyStopped({ isFrozen, heldUntil, pausedUntil })
  if (stop) return amount > balance ? { kind: 'not-enough' } : stop
  if (amount <= 0n || amount < terms.minWithdraw) return { kind: 'too-small' }
  const left = leftToday(terms, withdrawnToday)
  if (amount > left) return { kind: 'over-limit', left }
  return amount > balance ? { kind: 'not-enough' } : { kind: 'pay' }
}

function whyStopped({
  isFrozen,
  heldUntil,
  pausedUntil,
}: Pick<WithdrawalRequest, 'isFrozen' | 'heldUntil' | 'pausedUntil'>):
  | WithdrawalDecision
  | undefined {
  if (isFrozen) return { kind: 'frozen' }
  if (heldUntil) return { kind: 'on-hold', until: heldUntil }
  return pausedUntil && { kind: 'paused', until: pausedUntil }
}

export function leftToday(
  { maxWithdrawPerDay }: Pick<InviteTerms, 'maxWithdrawPerDay'>,
  withdrawnToday: bigint,
): bigint {
  return withdrawnToday < maxWithdrawPerDay ? maxWithdrawPerDay - withdrawnToday : 0n
}

/** Formats 12500000 as '12.5'. */
export function referralText(amount: bigint): string {
  return tokenText(amount, REFERRAL_DECIMALS)
}

/** Parses the text; undefined if it is not an amount or has more decimals than rewards. */
export function referralUnits(text: string): bigint | undefined {
  return tokenUnits(text, REFERRAL_DECIMALS)
}

/**
 * Converts to the smallest unit of the token on its chain; undefined if that unit is too coarse.
 */
export function tokenUnitsOf(amount: bigint, decimals: number): bigint | undefined {
  if (decimals >= REFERRAL_DECIMALS) return amount * 10n ** BigInt(decimals - REFERRAL_DECIMALS)
  const divisor = 10n ** BigInt(REFERRAL_DECIMALS - decimals)
  return amount % divisor === 0n ? amount / divisor : undefined
}

export type WithdrawalFailure = 'NETWORK' | 'LIMIT' | 'PAUSED' | 'WALLET' | 'CANCELLED'

const LIMIT_HOLDS: readonly (string | null)[] = ['MEMBER_CAP', 'DAY_CAP', 'ABOVE_CAP']
const ACCOUNT_HOLDS: readonly (string | null)[] = [
  'PAUSED',
  'FROZEN',
  'FAIR_PLAY',
  'MEMBER_SUSPENDED',
  'MEMBER_DISABLED',
]

/**
 * Returns the reason shown to a member. For a withdrawal cancelled by an operator it is the
 * preceding hold, or else a disconnected wallet.
 */
export function whyWithdrawalFailed(facts: {
  by: 'NETWORK' | 'OPERATOR'
  heldFor: string | null
  isWalletConnected: boolean
}): WithdrawalFailure {
  if (facts.by === 'NETWORK') return 'NETWORK'
  if (LIMIT_HOLDS.includes(facts.heldFor)) return 'LIMIT'
  if (ACCOUNT_HOLDS.includes(facts.heldFor)) return 'PAUSED'
  return facts.isWalletConnected ? 'CANCELLED' : 'WALLET'
}
