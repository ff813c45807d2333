import { DAY_MS, HOUR_MS } from './duration.ts'

/** The programme's time zone is UTC+4 all year: a fixed offset that no country can change. */
const OFFSET_MS = 4 * HOUR_MS

/** The check-in is closed in the first hour of a day. */
const REST_MS = HOUR_MS

/** A calendar day of the programme, such as 2026-06-23. */
export type ProgrammeDay = `${number}-${number}-${number}`

export function programmeDayOf(instant: Date): ProgrammeDay {
  // The first ten characters of an ISO time are the date.
  return new Date(instant.getTime() + OFFSET_MS).toISOString().slice(0, 10) as ProgrammeDay
}

/** Returns midnight in the programme's time zone, not the device's. */
export function startOfDay(day: ProgrammeDay): Date {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) - OFFSET_MS)
}

export function startOfNextDay(instant: Date): Date {
  return new Date(startOfDay(programmeDayOf(instant)).getTime() + DAY_MS)
}

export type CheckInWindow = {
  open: boolean
  /** The opening time on the current day. */
  opensAt: Date
  /** The first instant after the window. */
  closesAt: Date
  opensNextDayAt: Date
}

/**
 * Returns the window from 01:00:00.000 to 23:59:59.999; it is closed from 00:00:00.000 to
 * 00:59:59.999.
 */
export function checkInWindow(instant: Date): CheckInWindow {
  const start = startOfDay(programmeDayOf(instant)).getTime()
  const opensAt = new Date(start + REST_MS)
  return {
    open: instant >= opensAt,
    opensAt,
    closesAt: new Date(start + DAY_MS),
    opensNextDayAt: new Date(start + DAY_MS + REST_MS),
  }
}

/** Returns the number of programme days that a period touches. */
export function daysBetween(from: Date, until: Date): number {
  const first = startOfDay(programmeDayOf(from)).getTime()
  return Math.max(0, Math.ceil((until.getTime() - first) / DAY_MS))
}
