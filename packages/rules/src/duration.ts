/**
 * Durations are in milliseconds, as clocks and timers use them. A day is 24 hours; `programme-day`
 * handles dates.
 */
export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
