import { currentLanguage } from '@solstice/ui/language.ts'

type Style = Intl.DateTimeFormatOptions

/** Programme days are in UTC+4, whatever the device's time zone. */
const PROGRAMME: Style = { timeZone: 'Etc/GMT-4' }
const CLOCK: Style = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
const SECONDS: Style = { ...CLOCK, second: '2-digit' }
const DAY: Style = { day: 'numeric', month: 'short' }

function format(instant: number | string, style: Style): string {
  // British English puts the day before the month.
  const locale = currentLanguage() === 'ko' ? 'ko' : 'en-GB'
  return new Intl.DateTimeFormat(locale, style).format(new Date(instant)).replaceAll(',', '')
}

/** Formats `17 Jan 18:12` in programme time. */
export const formatMinute = (instant: number | string) =>
  format(instant, { ...PROGRAMME, ...DAY, ...CLOCK })

/** Formats `Sun 17 Jan 18:12` in programme time. */
export const formatWeekdayMinute = (instant: number | string) =>
  format(instant, { ...PROGRAMME, weekday: 'short', ...DAY, ...CLOCK })

/** Formats `Sunday 17 January` in programme time. */
export const formatLongDay = (instant: number | string) =>
  format(instant, { ...PROGRAMME, weekday: 'long', day: 'numeric', month: 'long' })

/** Formats `17 Jan 16:20:05` in programme time. */
export const formatSecond = (instant: number | string) =>
  format(instant, { ...PROGRAMME, ...DAY, ...SECONDS })

export const formatUtcClock = (instant: number | string) =>
  format(instant, { ...CLOCK, timeZone: 'UTC' })

export const formatLocalClock = (instant: number | string) => format(instant, CLOCK)

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
