import { currentLanguage } from '@solstice/ui/language.ts'
import { PROGRAMME_OFFSET } from '@solstice/ui/programme-time.ts'

type Style = Intl.DateTimeFormatOptions

/** Programme days are in UTC+4, whatever the device's time zone. */
export const PROGRAMME_ZONE = 'Etc/GMT-4'
const PROGRAMME: Style = { timeZone: PROGRAMME_ZONE }
const CLOCK: Style = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
const SECONDS: Style = { ...CLOCK, second: '2-digit' }
const DAY: Style = { day: 'numeric', month: 'short' }

function format(instant: number | string, style: Style): string {
  // British English puts the day before the month.
  const locale = currentLanguage() === 'ko' ? 'ko' : 'en-GB'
  return new Intl.DateTimeFormat(locale, style).format(new Date(instant)).replaceAll(',', '')
}

const NO_BREAK = '\u00a0'

/** Breaks lines only after commas, so that every time stays in one piece. */
export const unbroken = (text: string) =>
  text.replaceAll(' ', NO_BREAK).replaceAll(`,${NO_BREAK}`, ', ')

/** Every programme time says so, because an operator's own clock differs from it. */
const labelled = (text: string) => unbroken(`${text} ${PROGRAMME_OFFSET}`)

/** Formats `17 Jan 18:12 UTC+4` in programme time. */
export const formatMinute = (instant: number | string) =>
  labelled(format(instant, { ...PROGRAMME, ...DAY, ...CLOCK }))

/** Formats `17 Jan 2027 18:12 UTC+4` in programme time, for instants of any year. */
export const formatYearMinute = (instant: number | string) =>
  labelled(format(instant, { ...PROGRAMME, ...DAY, year: 'numeric', ...CLOCK }))

/** Formats `Sun 17 Jan 18:12 UTC+4` in programme time. */
export const formatWeekdayMinute = (instant: number | string) =>
  labelled(format(instant, { ...PROGRAMME, weekday: 'short', ...DAY, ...CLOCK }))

/** Formats `Sunday 17 January` in programme time. */
export const formatLongDay = (instant: number | string) =>
  format(instant, { ...PROGRAMME, weekday: 'long', day: 'numeric', month: 'long' })

/** Formats `17 Jan` in programme time. */
export const formatDay = (instant: number | string) => format(instant, { ...PROGRAMME, ...DAY })

/** Formats `17 January` in programme time. */
export const formatMonthDay = (instant: number | string) =>
  format(instant, { ...PROGRAMME, day: 'numeric', month: 'long' })

/** Formats `Jan 2027`, for the scale of a calendar. */
export const formatMonth = (instant: number | string) =>
  format(instant, { ...PROGRAMME, month: 'short', year: 'numeric' })

/** Formats `16:20`, below a heading that names the programme day and its clock. */
export const formatDayClock = (instant: number | string) =>
  format(instant, { ...PROGRAMME, ...CLOCK })

/** Formats `17 Jan 2027` in programme time, for days of any year. */
export const formatYearDay = (instant: number | string) =>
  format(instant, { ...PROGRAMME, ...DAY, year: 'numeric' })

/** Formats `17 Jan 16:20:05 UTC+4`. */
export const formatSecond = (instant: number | string) =>
  labelled(format(instant, { ...PROGRAMME, ...DAY, ...SECONDS }))

/** Formats `17 Jan 16:20:05`, for a column whose header names the programme time. */
export const formatColumnSecond = (instant: number | string) =>
  format(instant, { ...PROGRAMME, ...DAY, ...SECONDS })

/** Formats `17 Jan 16:20`, for a column whose header names the programme time. */
export const formatColumnMinute = (instant: number | string) =>
  format(instant, { ...PROGRAMME, ...DAY, ...CLOCK })

export const formatUtcClock = (instant: number | string) =>
  format(instant, { ...CLOCK, timeZone: 'UTC' })
export const formatLocalClock = (instant: number | string) => format(instant, CLOCK)

/** One instant on three clocks. */
export type Times = { programme: string; utc: string; local: string }

/**
 * Formats an instant in programme time, UTC and the device's time. UTC and the device's time name
 * the day only where it is another one.
 */
export function timesOf(instant: number | string, precision: 'minute' | 'second'): Times {
  const clock = precision === 'minute' ? CLOCK : SECONDS
  const day = format(instant, { ...PROGRAMME, ...DAY })
  const beside = (zone: Style) => {
    const own = format(instant, { ...zone, ...DAY })
    const time = format(instant, { ...zone, ...clock })
    return own === day ? time : `${own} ${time}`
  }
  return {
    programme: labelled(format(instant, { ...PROGRAMME, ...DAY, ...clock })),
    utc: beside({ timeZone: 'UTC' }),
    local: beside({}),
  }
}

/** Returns the instants at which a programme day begins and ends. */
export function rangeOfDay(day: string): { from: string; to: string } | undefined {
  const start = Date.parse(`${day}T00:00:00+04:00`)
  if (!Number.isFinite(start)) return undefined
  return {
    from: new Date(start).toISOString(),
    to: new Date(start + 24 * 3_600_000).toISOString(),
  }
}

export type Span = { unit: 'seconds' | 'minutes' | 'hours' | 'days'; count: number }

/** Returns a duration in its largest useful unit: 38 minutes, 26 hours, 3 days. */
export function spanOf(durationMs: number): Span {
  const seconds = Math.max(0, Math.floor(durationMs / 1000))
  if (seconds < 60) return { unit: 'seconds', count: seconds }
  if (seconds < 3600) return { unit: 'minutes', count: Math.floor(seconds / 60) }
  if (seconds < 72 * 3600) return { unit: 'hours', count: Math.floor(seconds / 3600) }
  return { unit: 'days', count: Math.floor(seconds / 86_400) }
}
