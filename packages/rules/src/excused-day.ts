import { durationOf } from './availability.ts'
import { DAY_MS } from './duration.ts'
import { checkInWindow, programmeDayOf, startOfDay, type ProgrammeDay } from './programme-day.ts'
import type { Period } from './round.ts'

/**
 * The share of a check-in window above which its day is excused: 2 hours and 18 minutes of the 23
 * hours. A shorter outage leaves time to check in.
 */
export const EXCUSED_ABOVE_SHARE = 0.1

/** Returns the time of a programme day in which members can check in. */
export function windowOfDay(day: ProgrammeDay): Period {
  const { opensAt, closesAt } = checkInWindow(startOfDay(day))
  return { startAt: opensAt, endAt: closesAt }
}

/**
 * Returns the days of a round that can be excused: those whose whole window is in the round, so that
 * a check-in of the day always counts for the same round.
 */
export function daysOfRound(round: Period): ProgrammeDay[] {
  const days: ProgrammeDay[] = []
  const first = startOfDay(programmeDayOf(round.startAt)).getTime()
  for (let at = first; at < round.endAt.getTime(); at += DAY_MS) {
    const day = programmeDayOf(new Date(at))
    const { startAt, endAt } = windowOfDay(day)
    if (round.startAt <= startAt && endAt <= round.endAt) days.push(day)
  }
  return days
}

/** Decides whether a day is excused, from the spans of its window without a check-in. */
export function decideDay(
  day: ProgrammeDay,
  gaps: readonly Period[],
): { windowMs: number; unavailableMs: number; excused: boolean } {
  const windowMs = durationOf([windowOfDay(day)])
  const unavailableMs = durationOf(gaps)
  return { windowMs, unavailableMs, excused: unavailableMs > EXCUSED_ABOVE_SHARE * windowMs }
}

/**
 * Returns the day of a round that counts for a member without a check-in: the earliest one, at most
 * one per round, and none without a real check-in in the round.
 */
export function excusedDayOf(member: {
  checkInDays: number
  missed: readonly ProgrammeDay[]
}): ProgrammeDay | undefined {
  return member.checkInDays > 0 ? member.missed.toSorted()[0] : undefined
}
