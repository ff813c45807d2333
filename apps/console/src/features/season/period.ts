import type { CallData } from '@solstice/contract/wire'

export type Statistics = CallData<'statistics.season'>
export type Day = Statistics['days'][number]

export const PERIODS = ['season', 'round', 'week'] as const
export type Period = (typeof PERIODS)[number]

type Numbered = { day: number }

type Calendar = Pick<Statistics, 'rounds' | 'round' | 'totalDays' | 'today'> & {
  days: readonly Numbered[]
}

/** Returns the first and the last day that a period shows; outside rounds it is the whole season. */
export function daysOf(
  { rounds, round, totalDays, today, days }: Calendar,
  period: Period,
): { first: number; last: number } {
  const present = rounds.find(({ number }) => number === round?.number)
  if (period === 'round' && present) return { first: present.firstDay, last: present.lastDay }
  if (period === 'week') {
    const last = today ?? totalDays
    return { first: Math.max(1, last - 6), last }
  }
  // Rewards are paid and purchases returned after the end.
  return { first: 1, last: Math.max(totalDays, days.at(-1)?.day ?? 0) }
}

/** Returns one value for each day of a span; days without statistics have none. */
export function valuesOf<Row extends Numbered>(
  rows: readonly Row[],
  { first, last }: { first: number; last: number },
  of: (row: Row) => number,
): (number | null)[] {
  const byDay = new Map(rows.map((row) => [row.day, of(row)]))
  return Array.from({ length: last - first + 1 }, (_, at) => byDay.get(first + at) ?? null)
}

/** Returns how much more than planned something is, in percent; undefined without a plan. */
export function againstPlan(actual: number, planned: number): number | undefined {
  return planned === 0 ? undefined : ((actual - planned) / planned) * 100
}

/**
 * Returns the planned sum up to the present day. The present day counts as far as its hours have
 * passed when the statistics were aggregated.
 */
export function plannedUntil<Planned extends Numbered>(
  { plan, startAt, asOf }: Pick<Statistics, 'startAt' | 'asOf'> & { plan: readonly Planned[] },
  of: (day: Planned) => number,
): number {
  if (asOf === null) return 0
  const passed = (Date.parse(asOf) - Date.parse(startAt)) / 86_400_000
  return plan.reduce(
    (sum, day) => sum + of(day) * Math.min(1, Math.max(0, passed - (day.day - 1))),
    0,
  )
}

/** Returns the XP that was made and spent from the first day up to each day. */
export function runningSums(
  days: readonly Pick<Day, 'day' | 'xpMade' | 'xpSpent'>[],
): Map<number, { made: number; spent: number }> {
  const sums = new Map<number, { made: number; spent: number }>()
  let [made, spent] = [0, 0]
  for (const { day, xpMade, xpSpent } of days) {
    made += xpMade
    spent += xpSpent
    sums.set(day, { made, spent })
  }
  return sums
}
