import { DAY_MS } from './duration.ts'
import { programmeDayOf, startOfDay, type ProgrammeDay } from './programme-day.ts'

/** The number of days that a forecast shows, today included. */
export const FORECAST_DAYS = 30
/** A treasury that covers fewer days raises an alarm. */
export const COVER_DAYS = 7
/** Withdrawals are expected at the mean of this many programme days before today. */
export const PACE_DAYS = 14

/** All amounts are in the smallest unit of one token on one network. */
export type ForecastFacts = {
  now: Date
  balance: bigint
  /** The amount that is owed already: open payouts, rewards without a wallet, roots without funds. */
  owed: bigint
  /** The pools of rounds that are not settled, with the instants of their settlement. */
  settlements: readonly { at: Date; amount: bigint; label?: string }[]
  /** The sum of withdrawals of the last `PACE_DAYS` days before today. */
  withdrawn: bigint
}

export type ForecastDay = {
  day: ProgrammeDay
  /** The pools that settle on this day. */
  settled: bigint
  labels: readonly string[]
  /** The withdrawals that are expected on this day. */
  withdrawn: bigint
  /** The balance at the end of the day; negative if the money does not suffice. */
  left: bigint
}

export type Forecast = {
  days: readonly ForecastDay[]
  /** The expected withdrawals of a day. */
  pace: bigint
  /** The first day on which the money does not suffice; null if it lasts for the whole forecast. */
  runsOutOn: ProgrammeDay | null
  /** The number of days that are covered, at most `FORECAST_DAYS`. */
  coveredDays: number
  /** The amount that is missing on the last day, or 0. */
  missing: bigint
}

/**
 * Forecasts the balance of a token. Debts are paid today, pools on the day of their settlement, and
 * withdrawals from tomorrow on, because those of today are paid or owed already. Income is unknown
 * and counts as none, so the money lasts at least as long. A pace is rounded up.
 */
export function forecastOf(facts: ForecastFacts, length = FORECAST_DAYS): Forecast {
  const { now, balance, owed, settlements, withdrawn } = facts
  const pace = (withdrawn + BigInt(PACE_DAYS) - 1n) / BigInt(PACE_DAYS)
  const today = programmeDayOf(now)
  const startsAt = startOfDay(today).getTime()
  let left = balance - owed
  const days: ForecastDay[] = []
  for (let at = 0; at < length; at += 1) {
    const day = programmeDayOf(new Date(startsAt + at * DAY_MS))
    // A round that should be settled already is settled today.
    const due = settlements.filter(
      ({ at: instant }) => latestOf(programmeDayOf(instant), today) === day,
    )
    const settled = due.reduce((sum, { amount }) => sum + amount, 0n)
    const expected = at === 0 ? 0n : pace
    left -= settled + expected
    days.push({
      day,
      settled,
      labels: due.flatMap(({ label }) => label ?? []),
      withdrawn: expected,
      left,
    })
  }
  const shortAt = days.findIndex((day) => day.left < 0n)
  return {
    days,
    pace,
    runsOutOn: days[shortAt]?.day ?? null,
    coveredDays: shortAt === -1 ? length : shortAt,
    missing: left < 0n ? -left : 0n,
  }
}

const latestOf = (one: ProgrammeDay, other: ProgrammeDay): ProgrammeDay =>
  one > other ? one : other

/**
 * Returns for how many whole days a coin pays the fees at the pace of a span; null if no fee was paid in
 * it.
 */
export function feeDays(
  balance: bigint,
  { spent, spanMs }: { spent: bigint; spanMs: number },
): number | null {
  if (spent <= 0n || spanMs <= 0) return null
  return Number((balance * BigInt(spanMs)) / (spent * BigInt(DAY_MS)))
}
