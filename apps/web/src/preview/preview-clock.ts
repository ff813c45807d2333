import type { PreviewRequest } from '@solstice/contract/season-preview'
import { DAY_MS, HOUR_MS } from '@solstice/rules/duration'
import { daysBetween, programmeDayOf, startOfDay } from '@solstice/rules/programme-day'

type Span = { startAt: Date; endAt: Date }

/** Noon of the programme: the check-in is open, and no countdown is about to end. */
const NOON_MS = 12 * HOUR_MS

/** Returns the instant that the phone shows: noon of a day before, during or after the season. */
export function previewInstant(
  { startAt, endAt }: Span,
  { phase, day }: Pick<PreviewRequest, 'phase' | 'day'>,
): Date {
  if (phase === 'before') return noonAfter(startAt, -1)
  if (phase === 'after') return noonAfter(endAt, 1)
  const last = Math.max(1, daysBetween(startAt, endAt))
  const noon = noonAfter(startAt, Math.min(day, last) - 1)
  // A season may begin after noon of its first day, or end before noon of its last.
  return new Date(Math.min(Math.max(noon.getTime(), startAt.getTime()), endAt.getTime() - 1))
}

function noonAfter(instant: Date, days: number): Date {
  return new Date(startOfDay(programmeDayOf(instant)).getTime() + days * DAY_MS + NOON_MS)
}
