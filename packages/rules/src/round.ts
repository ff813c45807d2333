import { withoutTrailing } from './text.ts'
import { DAY_MS } from './duration.ts'

/** Who checked in on so many days of a round is paid for it; sign-ups alone are worth nothing. */
export const CHECK_IN_DAYS_FOR_REWARD = 3
/** How long after the season's end a reward waits for a wallet. */
export const REWARD_WAITS_MS = 30 * DAY_MS
/** What was begun in the last moment of a round is written by then. */
export const SETTLE_AFTER_MS = 60_000

export type Span = { startAt: Date; endAt: Date }

/** A span has its first instant and not its last. */
export function roundAt<Round extends Span>(
  rounds: readonly Round[],
  now: Date,
): Round | undefined {
  return rounds.find(({ startAt, endAt }) => startAt <= now && now < endAt)
}

/** A share of the pool in its smallest unit, rounded down: all shares together never exceed it. */
export function shareOfPool(pool: bigint, myXp: number, allXp: number): bigint {
  if (myXp <= 0 || allXp <= 0) return 0n
  // A total that is read a moment later than one's own part must not pay more than there is.
  return (pool * BigInt(myXp)) / BigInt(Math.max(allXp, myXp))
}

export type RewardDecision =
  | { kind: 'none' }
  | { kind: 'pay'; amount: bigint }
  | { kind: 'wait-for-wallet'; amount: bigint }

/** The estimate and the settlement share one formula, so that the first can be trusted. */
export function decideReward(
  pool: bigint,
  member: { xp: number; checkInDays: number; hasWallet: boolean },
  allXp: number,
): RewardDecision {
  const amount = shareOfPool(pool, member.xp, allXp)
  if (amount === 0n || member.checkInDays < CHECK_IN_DAYS_FOR_REWARD) return { kind: 'none' }
  return member.hasWallet ? { kind: 'pay', amount } : { kind: 'wait-for-wallet', amount }
}

export type NoRewardReason = 'NO_XP' | 'TOO_FEW_DAYS' | 'TOO_SMALL'

/** Why a settled round gave a member nothing: the condition of `decideReward` that failed. */
export function whyNoReward(member: { xp: number; checkInDays: number }): NoRewardReason {
  if (member.xp <= 0) return 'NO_XP'
  return member.checkInDays < CHECK_IN_DAYS_FOR_REWARD ? 'TOO_FEW_DAYS' : 'TOO_SMALL'
}

/** 12500000 of a token with 6 decimals is '12.5'. */
export function tokenText(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = withoutTrailing(digits.slice(digits.length - decimals), '0')
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/** The other way; undefined where the text says more than the token can. */
export function tokenUnits(text: string, decimals: number): bigint | undefined {
  const match = /^(\d{1,40})(?:\.(\d+))?$/.exec(text)
  if (!match) return undefined
  const [, whole = '0', fraction = ''] = match
  if (fraction.length > decimals) return undefined
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}
