import { beginningOf, MOMENTS } from '@solstice/rules/campaign'
import type { Moment } from '@solstice/rules/campaign'
import type { CampaignSeason } from '#/features/notice/api.ts'

export type { Moment } from '@solstice/rules/campaign'

/** Returns the moments of a season, each of its rounds included. */
export function momentsOf(season: CampaignSeason): Pick<Moment, 'kind' | 'round' | 'seasonId'>[] {
  const { seasonId } = season
  return MOMENTS.flatMap((kind) =>
    kind.startsWith('ROUND')
      ? season.rounds.map(({ number }) => ({ kind, seasonId, round: number }))
      : [{ kind, seasonId }],
  )
}

/** Returns when a moment is, with its offset; undefined if the season does not have it. */
export function instantOf(moment: Moment, seasons: readonly CampaignSeason[]): Date | undefined {
  const season = seasons.find(({ seasonId }) => seasonId === moment.seasonId)
  if (!season) return undefined
  const span = moment.kind.startsWith('ROUND')
    ? season.rounds.find(({ number }) => number === moment.round)
    : season
  if (!span) return undefined
  const at = new Date(moment.kind.endsWith('START') ? span.startAt : span.endAt)
  return beginningOf({ at, offsetMinutes: moment.offsetMinutes, publishedAt: new Date(0) })
}

const UNITS = { minutes: 1, hours: 60, days: 1440 } as const
export type OffsetUnit = keyof typeof UNITS
export const OFFSET_UNITS = ['minutes', 'hours', 'days'] as const

/** An offset as it is typed: a number, its unit, and whether it lies before the moment. */
export type TypedOffset = { count: string; unit: OffsetUnit; isBefore: boolean }

/** Returns the offset in minutes; undefined unless it is a whole number of at most thirty days. */
export function offsetOf({ count, unit, isBefore }: TypedOffset): number | undefined {
  if (!/^\d{1,5}$/.test(count)) return undefined
  const minutes = Number(count) * UNITS[unit]
  if (minutes > 30 * 1440) return undefined
  return minutes === 0 ? 0 : isBefore ? -minutes : minutes
}

/** Returns an offset in its largest whole unit. */
export function offsetParts(minutes: number): { count: number; unit: OffsetUnit } {
  const size = Math.abs(minutes)
  const unit = size % 1440 === 0 && size >= 2880 ? 'days' : size % 60 === 0 ? 'hours' : 'minutes'
  return { count: size / UNITS[unit], unit }
}
