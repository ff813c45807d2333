import { DAY_MS } from './duration.ts'
import { tokenText, tokenUnits } from './round.ts'
import type { SeasonStatus } from './season.ts'

/** Referral rewards are counted in millionths, whatever the token's own decimals on a chain are. */
export const REFERRAL_DECIMALS = 6

/** What invites are worth. Operators change them; the newest count for everything that comes then. */
export type InviteTerms = {
  firstInviteXp: number
  totalInviteCount: number
  totalInviteXp: number
  /** Of the stable token that rewards are paid in. */
  symbol: string
  /** For each friend who qualifies. */
  referralReward: bigint
  /** On so many different days a friend has to check in. */
  checkInDays: number
  claimDelayDays: number
  /** What one member can earn with friends in one season. */
  maxPerReferrer: bigint
  /** What all members together can earn with friends in one season. */
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

/** Every reason why terms cannot be, in the words of whoever sets them; none is good. */
export function judgeInviteTerms(terms: InviteTerms): string[] {
  const problems: string[] = []
  if (terms.maxPerReferrer < terms.referralReward) {
    problems.push('A member could not earn one reward: the cap per member is below it')
  }
  if (terms.seasonBudget < terms.maxPerReferrer) {
    problems.push('The budget of a season is below what one member may earn of it')
  }
  if (terms.minWithdraw > terms.maxWithdrawPerDay) {
    problems.push('Nobody could withdraw: the minimum is above what a day allows')
  }
  if (terms.minWithdraw > terms.maxPerReferrer) {
    problems.push('Nobody could withdraw: the minimum is above what a season allows')
  }
  return problems
}

/** What is known of a friend when something about them has changed. */
export type FriendFacts = {
  hasWallet: boolean
  /** Different days with a check-in since they are somebody's friend. */
  checkInDays: number
  /** Whether the referrer was brought by this very friend, directly or over others. */
  inCircle: boolean
  /** Whether the mailbox is the referrer's own, or has made another referral count before. */
  samePerson: boolean
  /** Whether the friend's wallet was the referrer's own. */
  ownWallet: boolean
  /** Whether the wallet has made another referral count before. */
  walletServed: boolean
  /** What the referrer was promised in this season so far. */
  promisedToReferrer: bigint
  /** What is left of the season's budget. */
  budgetLeft: bigint
}

export type Qualification =
  | { kind: 'not-yet'; missing: 'WALLET' | 'CHECK_INS' }
  | { kind: 'never'; why: 'CIRCLE' | 'SAME_PERSON' | 'OWN_WALLET' | 'WALLET_SERVED' }
  | { kind: 'qualifies'; amount: bigint }
  /** Counts as qualified, and pays nothing: the season has no more to give. */
  | { kind: 'capped'; why: 'REFERRER_CAP' | 'SEASON_BUDGET' }

/** Neither a sign-up nor a circle of accounts is worth money. */
export function judgeFriend(terms: InviteTerms, friend: FriendFacts): Qualification {
  if (friend.inCircle) return { kind: 'never', why: 'CIRCLE' }
  if (friend.samePerson) return { kind: 'never', why: 'SAME_PERSON' }
  if (!friend.hasWallet) return { kind: 'not-yet', missing: 'WALLET' }
  if (friend.ownWallet) return { kind: 'never', why: 'OWN_WALLET' }
  if (friend.walletServed) return { kind: 'never', why: 'WALLET_SERVED' }
  if (friend.checkInDays < terms.checkInDays) return { kind: 'not-yet', missing: 'CHECK_INS' }
  const amount = terms.referralReward
  if (friend.promisedToReferrer + amount > terms.maxPerReferrer) {
    return { kind: 'capped', why: 'REFERRER_CAP' }
  }
  if (friend.budgetLeft < amount) return { kind: 'capped', why: 'SEASON_BUDGET' }
  return { kind: 'qualifies', amount }
}

export function claimableAt({ claimDelayDays }: InviteTerms, qualifiedAt: Date): Date {
  return new Date(qualifiedAt.getTime() + claimDelayDays * DAY_MS)
}

export const CLAIM_TYPES = ['FIRST_INVITE', 'TOTAL_INVITE', 'REFERRAL'] as const
export type ClaimType = (typeof CLAIM_TYPES)[number]

export type XpClaim = {
  /** Undefined where there is no season at all. */
  season: SeasonStatus | undefined
  /** Friends who came for this season; for more than one, those who have qualified. */
  invites: number
  goal: number
  claimed: boolean
}

export type NoClaim =
  | 'NO_SEASON'
  | 'SEASON_UPCOMING'
  | 'SEASON_ENDED'
  | 'ALREADY_CLAIMED'
  | 'NOT_ENOUGH_INVITES'
  | 'NOTHING_EARNED'
  | 'WAITING'

/** Undefined where it can be claimed. What was claimed stays claimed, whatever else speaks against it. */
export function whyNoXp({ season, invites, goal, claimed }: XpClaim): NoClaim | undefined {
  if (claimed) return 'ALREADY_CLAIMED'
  switch (season) {
    case undefined:
      return 'NO_SEASON'
    case 'UPCOMING':
      return 'SEASON_UPCOMING'
    case 'ENDED':
      return 'SEASON_ENDED'
    case 'ONGOING':
      return invites < goal ? 'NOT_ENOUGH_INVITES' : undefined
  }
}

export function whyNoReferral(earned: { claimable: bigint; waiting: bigint }): NoClaim | undefined {
  if (earned.claimable > 0n) return undefined
  return earned.waiting > 0n ? 'WAITING' : 'NOTHING_EARNED'
}

export type WithdrawalRequest = {
  amount: bigint
  balance: bigint
  /** What was asked for today and has not failed. */
  withdrawnToday: bigint
  pausedUntil: Date | undefined
  /** The member reported a theft. */
  isFrozen: boolean
}

export type WithdrawalDecision =
  | { kind: 'pay' }
  | { kind: 'frozen' }
  | { kind: 'paused'; until: Date }
  | { kind: 'too-small' }
  | { kind: 'over-limit'; left: bigint }
  | { kind: 'not-enough' }

/** Who has less than that hears it first; a freeze and a pause come before the limits. */
export function decideWithdrawal(
  terms: Pick<InviteTerms, 'minWithdraw' | 'maxWithdrawPerDay'>,
  { amount, balance, withdrawnToday, pausedUntil, isFrozen }: WithdrawalRequest,
): WithdrawalDecision {
  if (isFrozen || pausedUntil) {
    if (amount > balance) return { kind: 'not-enough' }
    return isFrozen || !pausedUntil ? { kind: 'frozen' } : { kind: 'paused', until: pausedUntil }
  }
  if (amount <= 0n || amount < terms.minWithdraw) return { kind: 'too-small' }
  const left = leftToday(terms, withdrawnToday)
  if (amount > left) return { kind: 'over-limit', left }
  return amount > balance ? { kind: 'not-enough' } : { kind: 'pay' }
}

export function leftToday(
  { maxWithdrawPerDay }: Pick<InviteTerms, 'maxWithdrawPerDay'>,
  withdrawnToday: bigint,
): bigint {
  return withdrawnToday < maxWithdrawPerDay ? maxWithdrawPerDay - withdrawnToday : 0n
}

/** 12500000 is '12.5'. */
export function referralText(amount: bigint): string {
  return tokenText(amount, REFERRAL_DECIMALS)
}

/** The other way; undefined where the text is no amount, or more exact than rewards are. */
export function referralUnits(text: string): bigint | undefined {
  return tokenUnits(text, REFERRAL_DECIMALS)
}

/** In the smallest unit of the token on its chain; undefined where that unit is too coarse for it. */
export function tokenUnitsOf(amount: bigint, decimals: number): bigint | undefined {
  if (decimals >= REFERRAL_DECIMALS) return amount * 10n ** BigInt(decimals - REFERRAL_DECIMALS)
  const coarse = 10n ** BigInt(REFERRAL_DECIMALS - decimals)
  return amount % coarse === 0n ? amount / coarse : undefined
}

export type WithdrawalFailure = 'NETWORK' | 'LIMIT' | 'PAUSED' | 'WALLET' | 'CANCELLED'

const LIMIT_HOLDS: readonly (string | null)[] = ['MEMBER_CAP', 'DAY_CAP', 'ABOVE_CAP']
const ACCOUNT_HOLDS: readonly (string | null)[] = [
  'PAUSED',
  'FROZEN',
  'MEMBER_SUSPENDED',
  'MEMBER_DISABLED',
]

/**
 * The reason that a member is shown. For a withdrawal that an operator cancelled it is the hold that
 * came before, or else a wallet that is not connected.
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
