import { programmeDayOf } from '@solstice/rules/programme-day'
import { hasDates } from '#/shell/season/season-queries.ts'
import type { SeasonRow } from '#/shell/season/season-queries.ts'

export type Span = { start: number; end: number }

const spanOf = ({ startAt, endAt }: SeasonRow): Span => ({
  start: Date.parse(startAt),
  end: Date.parse(endAt),
})

/** Returns the seasons that share time with a span. */
export function overlapsOf(span: Span, seasons: readonly SeasonRow[]): SeasonRow[] {
  return seasons.filter((season) => {
    const other = spanOf(season)
    return hasDates(season) && other.start < span.end && other.end > span.start
  })
}

/** Returns the ids of all seasons that run at the same time as another one. */
export function conflictsOf(seasons: readonly SeasonRow[]): Set<number> {
  return new Set(
    seasons
      .filter((season) => hasDates(season) && overlapsOf(spanOf(season), seasons).length > 1)
      .map(({ seasonId }) => seasonId),
  )
}

/** Returns the programme day on which the last season has ended. */
export function freeDayAfter(seasons: readonly SeasonRow[]): string {
  const ends = seasons.filter(hasDates).map(({ endAt }) => Date.parse(endAt))
  return ends.length === 0 ? '' : programmeDayOf(new Date(Math.max(...ends)))
}

/** Returns the first instants of all months that a span touches, in UTC as for a rough scale. */
export function monthsOf({ start, end }: Span): number[] {
  const first = new Date(start)
  const months: number[] = []
  for (let at = 0; ; at += 1) {
    const month = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + at, 1)
    if (month >= end) return months
    if (month >= start) months.push(month)
  }
}
