import { DAY_MS } from '@solstice/rules/duration'
import { programmeDayOf, startOfDay } from '@solstice/rules/programme-day'
import { currentLanguage } from '@solstice/ui/language.ts'
import { formatDay, formatDayClock } from '#/lib/times.ts'

/** Formats `1 Jan 00:00` in programme time; the sentence around it names the clock. */
export function formatStart(startAt: string): string {
  return `${formatDay(startAt)} ${formatDayClock(startAt)}`
}

/** Formats `28 Jan 24:00`: a season that ends at midnight includes the day before. */
export function formatEnd(endAt: string): string {
  const end = new Date(endAt)
  const isMidnight = startOfDay(programmeDayOf(end)).getTime() === end.getTime()
  if (!isMidnight) return formatStart(endAt)
  return `${formatDay(end.getTime() - DAY_MS)} 24:00`
}

/** Formats `51.1 M`, which fits into a sentence. */
export function formatRough(value: number): string {
  const text = new Intl.NumberFormat(currentLanguage(), {
    notation: 'compact',
    maximumFractionDigits: 1,
  }).format(value)
  return text.replace(/(\d)([A-Z])$/, '$1\u00a0$2')
}

/** Returns by how many percent a value is below its budget; negative if it is above. */
export function percentUnder(value: number, budget: number): number {
  if (budget <= 0) return value > 0 ? -100 : 0
  return Math.round(((budget - value) / budget) * 1000) / 10
}
