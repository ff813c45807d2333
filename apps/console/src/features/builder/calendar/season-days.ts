import { DAY_MS } from '@solstice/rules/duration'
import { programmeDayOf, startOfDay } from '@solstice/rules/programme-day'
import type { ProgrammeDay } from '@solstice/rules/programme-day'
import { getIn, listAt, setIn, textAt } from '#/lib/season-draft.ts'
import type { Draft } from '#/lib/season-draft.ts'

/** Reads a programme day; undefined if the text is none, such as 31 February. */
export function parseDay(text: string): ProgrammeDay | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
  // The pattern above is that of a programme day.
  const day = text as ProgrammeDay
  const start = startOfDay(day)
  return Number.isFinite(start.getTime()) && programmeDayOf(start) === day ? day : undefined
}

/** Returns the programme day of an instant of the draft; undefined if it has none yet. */
export function dayAt(draft: Draft, path: string): ProgrammeDay | undefined {
  const at = Date.parse(textAt(draft, path))
  return Number.isFinite(at) ? programmeDayOf(new Date(at)) : undefined
}

const instantOf = (day: ProgrammeDay, daysLater = 0) =>
  new Date(startOfDay(day).getTime() + daysLater * DAY_MS).toISOString()

/** Returns the number of whole days between two instants of the draft. */
export function daysFrom(startAt: string, endAt: string): number | undefined {
  const days = (Date.parse(endAt) - Date.parse(startAt)) / DAY_MS
  return Number.isFinite(days) ? Math.round(days * 100) / 100 : undefined
}

export type Calendar = { firstDay: ProgrammeDay; days: number; roundDays: number }

/**
 * Computes the instants of a season and its rounds. The last round is shorter if the days do not
 * divide. Pools stay with the number of their round.
 */
export function withCalendar(draft: Draft, { firstDay, days, roundDays }: Calendar): Draft {
  const rounds = Array.from({ length: Math.ceil(days / roundDays) }, (_, at) => ({
    startAt: instantOf(firstDay, at * roundDays),
    endAt: instantOf(firstDay, Math.min(days, (at + 1) * roundDays)),
    pool: textAt(draft, `rounds.${at}.pool`) || textAt(draft, 'rounds.0.pool'),
  }))
  const timed = setIn(draft, 'startAt', instantOf(firstDay))
  return setIn(setIn(timed, 'endAt', instantOf(firstDay, days)), 'rounds', rounds)
}

/** Moves the whole season, with all rounds as long as before. */
export function withFirstDay(draft: Draft, firstDay: ProgrammeDay): Draft {
  const shift = startOfDay(firstDay).getTime() - Date.parse(textAt(draft, 'startAt'))
  if (!Number.isFinite(shift)) return setIn(draft, 'startAt', instantOf(firstDay))
  const moved = (within: Draft, path: string): Draft => {
    const at = Date.parse(textAt(within, path))
    return Number.isFinite(at) ? setIn(within, path, new Date(at + shift).toISOString()) : within
  }
  const paths = listAt(draft, 'rounds').flatMap((_, at) => [
    `rounds.${at}.startAt`,
    `rounds.${at}.endAt`,
  ])
  return ['startAt', 'endAt', ...paths].reduce(moved, draft)
}

/** Moves the edge between a round and the next one by whole days; both keep at least one day. */
export function withMovedEdge(draft: Draft, round: number, byDays: number): Draft {
  const time = (path: string) => Date.parse(textAt(draft, path))
  const edge = time(`rounds.${round}.endAt`) + byDays * DAY_MS
  const isLast = round === listAt(draft, 'rounds').length - 1
  const earliest = time(`rounds.${round}.startAt`) + DAY_MS
  const latest = isLast ? Infinity : time(`rounds.${round + 1}.endAt`) - DAY_MS
  if (!(edge >= earliest && edge <= latest)) return draft
  const endAt = new Date(edge).toISOString()
  const moved = setIn(draft, `rounds.${round}.endAt`, endAt)
  return isLast ? setIn(moved, 'endAt', endAt) : setIn(moved, `rounds.${round + 1}.startAt`, endAt)
}

/** Closes every gap: a round begins when the one before ends, and the last one ends the season. */
export function withoutGaps(draft: Draft): Draft {
  const rounds = listAt(draft, 'rounds')
  return rounds.reduce<Draft>((closed, _, at) => {
    const begin = at === 0 ? 'startAt' : `rounds.${at - 1}.endAt`
    const joined = setIn(closed, `rounds.${at}.startAt`, getIn(closed, begin))
    return at === rounds.length - 1
      ? setIn(joined, `rounds.${at}.endAt`, getIn(closed, 'endAt'))
      : joined
  }, draft)
}

/** True if a round does not begin where the one before ends, or the last one leaves days over. */
export function hasGaps(draft: Draft): boolean {
  return listAt(draft, 'rounds').length > 0 && withoutGaps(draft) !== draft
}
