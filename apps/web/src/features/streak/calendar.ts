import { DAY_MS } from '@solstice/rules/duration'
import { noonOf } from '#/lib/programme-noon.ts'
import type { Streak, StreakMark } from './api.ts'

const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10)

export type CalendarDay = {
  day: string
  /** AHEAD is a day of the season that has not begun; null is a day outside the season. */
  mark: StreakMark | 'AHEAD' | null
  isInChain: boolean
  /** The chain continues on the next day of the same week. */
  isLinked: boolean
}

/** Returns the weeks of a season from Monday to Sunday. */
export function weeksOf(streak: Pick<Streak, 'firstDay' | 'lastDay' | 'days' | 'current'>) {
  const { firstDay, lastDay, days, current } = streak
  const marks = new Map(days.map(({ day, mark }) => [day, mark]))
  const counted = days.filter(({ mark }) => mark !== 'OPEN')
  const chain = new Set(counted.slice(counted.length - current).map(({ day }) => day))
  const first = noonOf(firstDay)
  const monday = first - ((new Date(first).getUTCDay() + 6) % 7) * DAY_MS
  const weeks: CalendarDay[][] = []
  for (let at = monday; at <= noonOf(lastDay); at += 7 * DAY_MS) {
    weeks.push(
      Array.from({ length: 7 }, (_, weekday) => {
        const day = dayOf(at + weekday * DAY_MS)
        const isOfSeason = firstDay <= day && day <= lastDay
        const next = dayOf(at + (weekday + 1) * DAY_MS)
        return {
          day,
          mark: isOfSeason ? (marks.get(day) ?? 'AHEAD') : null,
          isInChain: chain.has(day),
          isLinked: weekday < 6 && chain.has(day) && chain.has(next),
        }
      }),
    )
  }
  return weeks
}

/** Returns the share of the season that the chain covers. */
export function chainShare({ firstDay, lastDay, current }: Streak): number {
  const days = Math.round((noonOf(lastDay) - noonOf(firstDay)) / DAY_MS) + 1
  return Math.min(1, current / days)
}
