import { MINUTE_MS, SECOND_MS } from './duration.ts'
import type { PayoutHold } from './payout-hold.ts'
import { programmeDayOf, startOfDay, type ProgrammeDay } from './programme-day.ts'

/** The signatures of a send expire this long after they were offered. */
export const RELAY_TTL_MS = 10 * MINUTE_MS
/** Tolerates a deadline that was offered by a server with a slightly faster clock. */
const RELAY_DEADLINE_SLACK_MS = MINUTE_MS
/** A send that arrives with less time left would probably expire before it is mined. */
const RELAY_TIME_LEFT_MS = MINUTE_MS
/** A send with less time left is not signed any more: it would be mined too late and cost its fee. */
const RELAY_TIME_TO_MINE_MS = 30 * SECOND_MS

/** The sends of a programme month without a fee, by tier from the lowest; higher tiers get the last. */
const QUOTA_BY_TIER = [2, 3, 4, 5] as const
/** A send that fails on chain costs the treasury its fee, so that these are limited as well. */
export const RELAY_FAILURES_PER_MONTH = 3

/**
 * The signer's limit is at least this many times the budget of the servers. The signer counts the highest
 * fee, which is up to three times the paid one (half as much gas again, at twice the base fee), and its
 * 24 hours may touch two programme days.
 */
const SIGNER_RELAY_FACTOR = 6n

/** Returns the lowest limit of the signer for relayed fees that does not refuse what a budget allows. */
export const signerRelayFees = (feesPerDay: bigint): bigint => SIGNER_RELAY_FACTOR * feesPerDay

/** The gas that a send of a usual token needs, for the fee that is shown before it is tried. */
export const RELAY_GAS_USUAL = 120_000n
/** The maximum gas of a send: a permit and a transfer of a token with a costly transfer. */
export const RELAY_GAS_MAX = 400_000n

/** A month of the programme, such as 2026-06. */
export type ProgrammeMonth = `${number}-${number}`

export const programmeMonthOf = (instant: Date): ProgrammeMonth =>
  programmeDayOf(instant).slice(0, 7) as ProgrammeMonth // The day begins with year and month.

export function startOfNextMonth(instant: Date): Date {
  const [year = 0, month = 0] = programmeMonthOf(instant).split('-').map(Number)
  const next = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
  return startOfDay(next as ProgrammeDay) // An ISO time begins with its day.
}

/** Returns the quota of a tier by its position, counted from 0 for the lowest tier. */
export const relayQuota = (tierPosition: number): number =>
  QUOTA_BY_TIER[Math.min(Math.max(tierPosition, 0), QUOTA_BY_TIER.length - 1)] ?? QUOTA_BY_TIER[0]

export type RelayFacts = {
  quota: number
  /** The sends of this month that are under way or done; a failed one is not counted. */
  used: number
  /** The used ones that are under way. Each of them may still fail on chain. */
  underWay: number
  /** The sends of this month that failed on chain. */
  failed: number
  hold: PayoutHold | undefined
  /** The fee reserved for this send and those reserved or paid today, in the chain's smallest unit. */
  fee: bigint
  feesToday: bigint
  /** Undefined if the chain offers no sends without a fee. */
  feesPerDay: bigint | undefined
}

/** UNDER_WAY ends with a send that is under way, FAILURES and QUOTA with the month. */
export type RelayRefusal = 'NOT_OFFERED' | 'HELD' | 'FAILURES' | 'QUOTA' | 'UNDER_WAY' | 'BUDGET'

/**
 * Decides whether the treasury pays the fee of a send. Returns undefined if it does. A send under way
 * counts as a possible failure, because otherwise several at once could fail beyond the limit.
 */
export function refusedRelay(facts: RelayFacts): RelayRefusal | undefined {
  const { quota, used, underWay, failed, hold, fee, feesToday, feesPerDay } = facts
  if (feesPerDay === undefined) return 'NOT_OFFERED'
  if (hold) return 'HELD'
  if (failed >= RELAY_FAILURES_PER_MONTH) return 'FAILURES'
  if (used >= quota) return 'QUOTA'
  if (failed + underWay >= RELAY_FAILURES_PER_MONTH) return 'UNDER_WAY'
  return feesToday + fee > feesPerDay ? 'BUDGET' : undefined
}

export type DeadlineProblem = 'EXPIRED' | 'TOO_FAR'

/** Checks the deadline that the owner signed when the send arrives. */
export function deadlineProblem(deadline: Date, now: Date): DeadlineProblem | undefined {
  const leftMs = deadline.getTime() - now.getTime()
  if (leftMs < RELAY_TIME_LEFT_MS) return 'EXPIRED'
  return leftMs > RELAY_TTL_MS + RELAY_DEADLINE_SLACK_MS ? 'TOO_FAR' : undefined
}

/** Returns whether a send is no longer worth a signature of the treasury. */
export const isTooLateToSign = (deadline: Date, now: Date): boolean =>
  deadline.getTime() - now.getTime() < RELAY_TIME_TO_MINE_MS
