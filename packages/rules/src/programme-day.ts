import { DAY_MS, HOUR_MS } from './duration.ts'

/** The programme lives four hours ahead of UTC all year: a fixed offset, in no country's hands. */
const OFFSET_MS = 4 * HOUR_MS

/** The check-in rests in the first hour of a day. */
const REST_MS = HOUR_MS

/** A calendar day of the programme, as 2026-06-23. */
export type ProgrammeDay = `${number}-${number}-${number}`

export function programmeDayOf(instant: Date): ProgrammeDay {
  // The first ten characters of an ISO instant are a date.
  return new Date(instant.getTime() + OFFSET_MS).toISOString().slice(0, 10) as ProgrammeDay
}

/** Midnight in the programme's zone, not the phone's. */
export function startOfDay(day: ProgrammeDay): Date {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) - OFFSET_MS)
}

export function startOfNextDay(instant: Date): Date {
  return new Date(startOfDay(programmeDayOf(instant)).getTime() + DAY_MS)
}

export type CheckInWindow = {
  open: boolean
  /** Of the day that runs. */
  opensAt: Date
  /** The first instant after it. */
  closesAt: Date
  opensNextDayAt: Date
}

/** 01:00:00.000 to 23:59:59.999; closed from 00:00:00.000 to 00:59:59.999. */
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

/** How many days of the programme a span touches. */
export function daysBetween(from: Date, until: Date): number {
  const first = startOfDay(programmeDayOf(from)).getTime()
  return Math.max(0, Math.ceil((until.getTime() - first) / DAY_MS))
}
