import { currentLanguage } from './i18n.ts'

/** The programme's days are those of UTC+4, whatever the phone's zone and season. */
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

/** `23 Jun`, a day of the programme. */
export const formatProgrammeDay = (instant: number | string) =>
  formatInstant(instant, { ...DAY, timeZone: ZONE })

/** `Tue 23 June`, a day of the programme. */
export const formatLongProgrammeDay = (instant: number | string) =>
  formatInstant(instant, { ...LONG_DAY, timeZone: ZONE }).replace(',', '')

/** `01:00` of the programme. */
export const formatProgrammeClock = (instant: number | string) =>
  formatInstant(instant, { ...CLOCK, timeZone: ZONE })

/** `2026-06-24 01:00`, the same in every language. */
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

/** `09:41` on the member's own clock. */
export const formatOwnClock = (instant: number | string) => formatInstant(instant, CLOCK)

/** `23 Jun 09:41` on the member's own clock. */
export const formatOwnMinute = (instant: number | string) =>
  formatInstant(instant, { ...DAY, ...CLOCK }).replace(',', '')

/** `UTC+9`, the member's own zone at an instant. */
export function ownOffset(instant: number): string {
  const minutes = -new Date(instant).getTimezoneOffset()
  const sign = minutes < 0 ? '\u2212' : '+'
  const hours = Math.floor(Math.abs(minutes) / 60)
  const rest = Math.abs(minutes) % 60
  return `UTC${sign}${hours}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`
}

/** How many calendar days of the member's own zone lie between two instants. */
export function ownDaysBetween(from: number, to: number): number {
  const dayOf = (instant: number) => {
    const date = new Date(instant)
    return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000
  }
  return dayOf(to) - dayOf(from)
}

/** `19:18:39`, never below zero. */
export function formatHours(remainingMs: number): string {
  const seconds = Math.max(0, Math.ceil(remainingMs / 1000))
  const two = (value: number) => String(value).padStart(2, '0')
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map(two)
    .join(':')
}

/** The two largest units of a duration, for a sentence: 12 d 19 h, 19 h 18 m, 18 m. */
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
