import { withoutTrailing } from './text.ts'
import { DAY_MS } from './duration.ts'
import type { Trace } from './trace.ts'

/** The number of check-in days a round's reward requires, so that sign-ups alone earn nothing. */
export const CHECK_IN_DAYS_FOR_REWARD = 3
/** The version of `traceReward`. Another way to decide needs the next one. */
export const REWARD_RULE_VERSION = 2
/** The version before days could be excused; it decides the same for members without such a day. */
export const REWARD_RULE_WITHOUT_EXCUSED_DAYS = 1
/** The period after the season's end in which a reward waits for a wallet. */
export const REWARD_GRACE_MS = 30 * DAY_MS
/** Writes that began in the last moment of a round are committed by then. */
export const SETTLE_AFTER_MS = 60_000

/** The kind of the postings of check-ins. Each of them is a day. */
export const CHECK_IN_KIND = 'CHECK_IN'

/**
 * The kinds of postings whose season XP counts for the round of their time. The XP of invites and of
 * adjustments counts for the season alone. The kind is public in the points log, so that anybody can
 * replay a settlement.
 */
export const ROUND_XP_KINDS: ReadonlySet<string> = new Set([CHECK_IN_KIND, 'MISSION', 'SPIN'])

export function countsForRound(kind: string): boolean {
  return ROUND_XP_KINDS.has(kind)
}

export type Period = { startAt: Date; endAt: Date }

/** A span includes its start and excludes its end. */
export function roundAt<Round extends Period>(
  rounds: readonly Round[],
  now: Date,
): Round | undefined {
  return rounds.find(({ startAt, endAt }) => startAt <= now && now < endAt)
}

/**
 * Returns a share of the pool in its smallest unit, rounded down, so that all shares together never
 * exceed it.
 */
export function shareOfPool(pool: bigint, myXp: number, allXp: number): bigint {
  if (myXp <= 0 || allXp <= 0) return 0n
  // A total that is read at another moment than the member's own XP must not pay more than the
  // pool.
  return (pool * BigInt(myXp)) / BigInt(Math.max(allXp, myXp))
}

export type RewardDecision =
  | { kind: 'none' }
  | { kind: 'pay'; amount: bigint }
  | { kind: 'wait-for-wallet'; amount: bigint }

type DaysInRound = {
  checkInDays: number
  /** The number of missed days that were excused because members could not check in. */
  excusedDays?: number | undefined
}

/**
 * Returns the days of a round that count for its reward. One excused day counts, and none without a
 * real check-in.
 */
export function countedDays({ checkInDays, excusedDays = 0 }: DaysInRound): number {
  return checkInDays > 0 ? checkInDays + Math.min(excusedDays, 1) : 0
}

/** Estimate and settlement share this formula, so that the estimate is reliable. */
export function decideReward(
  pool: bigint,
  member: DaysInRound & { xp: number; hasWallet: boolean },
  allXp: number,
): RewardDecision {
  const amount = shareOfPool(pool, member.xp, allXp)
  if (amount === 0n || countedDays(member) < CHECK_IN_DAYS_FOR_REWARD) return { kind: 'none' }
  return member.hasWallet ? { kind: 'pay', amount } : { kind: 'wait-for-wallet', amount }
}

/** The facts of a settlement about one member. */
export type SettledMember = DaysInRound & { xp: number; hasWallet: boolean }

/**
 * Decides the reward of a member from the rest of the pool, and explains it. A member who joined
 * after the sum of all XP may have a share above the rest and gets what is left.
 */
export function traceReward(
  round: { pool: bigint; allXp: number; left: bigint },
  member: SettledMember,
): { amount: bigint; trace: Trace<'round'> } {
  const { pool, allXp, left } = round
  const { xp, checkInDays, excusedDays = 0, hasWallet } = member
  const decision = decideReward(pool, member, allXp)
  const share = decision.kind === 'none' ? 0n : decision.amount
  const amount = share < left ? share : left
  return {
    amount,
    trace: {
      rule: 'round',
      version: REWARD_RULE_VERSION,
      inputs: {
        xp,
        checkInDays,
        excusedDays,
        checkInDaysNeeded: CHECK_IN_DAYS_FOR_REWARD,
        hasWallet,
        poolUnits: pool.toString(),
        allXp,
        // Only a rest that limits the share is worth keeping.
        leftUnits: share > left ? left.toString() : null,
      },
      outcome: rewardOutcome(member, amount),
    },
  }
}

function rewardOutcome(member: SettledMember, amount: bigint): Trace<'round'>['outcome'] {
  if (amount <= 0n) return whyNoReward(member)
  return member.hasWallet ? 'GRANTED' : 'WAITING_FOR_WALLET'
}

export type RewardedMember = {
  memberId: number
  amount: bigint
  hasWallet: boolean
  trace: Trace<'round'>
}

/**
 * Decides the rewards of the next members of a round. `left` is the rest of the pool before them.
 */
export function decideRewards(
  round: { pool: bigint; allXp: number; left: bigint },
  members: readonly (SettledMember & { memberId: number })[],
): RewardedMember[] {
  const rewards: RewardedMember[] = []
  let { left } = round
  for (const member of members) {
    const { amount, trace } = traceReward({ ...round, left }, member)
    if (amount <= 0n) continue
    left -= amount
    const { memberId, hasWallet } = member
    rewards.push({ memberId, amount, hasWallet, trace })
  }
  return rewards
}

export type NoRewardReason = 'NO_XP' | 'TOO_FEW_DAYS' | 'TOO_SMALL'

/**
 * Returns why a settled round gave a member nothing: the condition of `decideReward` that failed.
 */
export function whyNoReward(member: DaysInRound & { xp: number }): NoRewardReason {
  if (member.xp <= 0) return 'NO_XP'
  return countedDays(member) < CHECK_IN_DAYS_FOR_REWARD ? 'TOO_FEW_DAYS' : 'TOO_SMALL'
}

/** Formats 12500000 of a token with 6 decimals as '12.5'. */
export function tokenText(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = withoutTrailing(digits.slice(digits.length - decimals), '0')
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/** Parses the text; undefined if it has more decimals than the token. */
export function tokenUnits(text: string, decimals: number): bigint | undefined {
  const match = /^(\d{1,40})(?:\.(\d+))?$/.exec(text)
  if (!match) return undefined
  const [, whole = '0', fraction = ''] = match
  if (fraction.length > decimals) return undefined
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}
