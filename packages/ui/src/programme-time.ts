import { currentLanguage } from './language.ts'

/** Programme days are in UTC+4, whatever the device's time zone and daylight saving time. */
const ZONE = 'Etc/GMT-4'
export const PROGRAMME_OFFSET = 'UTC+4'

type Style = Intl.DateTimeFormatOptions

const DAY: Style = { day: 'numeric', month: 'short' }
const LONG_DAY: Style = { weekday: 'short', day: 'numeric', month: 'long' }
const CLOCK: Style = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }

function formatInstant(instant: number | string, style: Style): string {
  // British English puts the day before the month, as the rest of the app does.
  const locale = currentLanguage() === 'ko' ? 'ko' : 'en-GB'
  return new Intl.DateTimeFormat(locale, style).format(new Date(instant))
}

/** Formats a programme day as `23 Jun`. */
export const formatProgrammeDay = (instant: number | string) =>
  formatInstant(instant, { ...DAY, timeZone: ZONE })

/** Formats a programme day as `Tue 23 June`. */
export const formatLongProgrammeDay = (instant: number | string) =>
  formatInstant(instant, { ...LONG_DAY, timeZone: ZONE }).replace(',', '')

/** Formats a programme time as `01:00`. */
export const formatProgrammeClock = (instant: number | string) =>
  formatInstant(instant, { ...CLOCK, timeZone: ZONE })

/** Formats `2026-06-24 01:00`, the same in every language. */
export function formatProgrammeMinute(instant: number | string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    ...CLOCK,
    timeZone: ZONE,
  }).formatToParts(new Date(instant))
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}`
}

/** Formats `09:41` in the member's own time zone. */
export const formatOwnClock = (instant: number | string) => formatInstant(instant, CLOCK)

/** Formats `23 Jun 09:41` in the member's own time zone. */
export const formatOwnMinute = (instant: number | string) =>
  formatInstant(instant, { ...DAY, ...CLOCK }).replace(',', '')

/** Returns the offset of the member's own time zone at an instant, as `UTC+9`. */
export function ownOffset(instant: number): string {
  const minutes = -new Date(instant).getTimezoneOffset()
  const sign = minutes < 0 ? '\u2212' : '+'
  const hours = Math.floor(Math.abs(minutes) / 60)
  const rest = Math.abs(minutes) % 60
  return `UTC${sign}${hours}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`
}

/** Returns the number of calendar days between two instants in the member's own time zone. */
export function ownDaysBetween(from: number, to: number): number {
  const dayOf = (instant: number) => {
    const date = new Date(instant)
    return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000
  }
  return dayOf(to) - dayOf(from)
}

/** Formats `19:18:39`, never below zero. */
export function formatHours(remainingMs: number): string {
  const seconds = Math.max(0, Math.ceil(remainingMs / 1000))
  const two = (value: number) => String(value).padStart(2, '0')
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map(two)
    .join(':')
}

/** Returns the two largest units of a duration for a sentence: 12 d 19 h, 19 h 18 m, 18 m. */
export function spanOf(remainingMs: number): {
  unit: 'days' | 'hours' | 'minutes'
  values: { days: number; hours: number; minutes: number }
} {
  const all = Math.max(0, Math.ceil(remainingMs / 60_000))
  const values = {
    days: Math.floor(all / 1440),
    hours: Math.floor(all / 60) % 24,
    minutes: all % 60,
  }
  return { unit: values.days > 0 ? 'days' : values.hours > 0 ? 'hours' : 'minutes', values }
}
