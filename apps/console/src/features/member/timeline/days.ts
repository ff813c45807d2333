import { rangeOfDay } from '#/lib/times.ts'
import type { TimelineEntry } from '#/features/member/api.ts'

const PROGRAMME_OFFSET_MS = 4 * 3_600_000

/** Returns the programme day of an instant, such as `2027-01-17`. */
export const dayOf = (instant: string | number): string =>
  new Date(new Date(instant).getTime() + PROGRAMME_OFFSET_MS).toISOString().slice(0, 10)

export type Day = { day: string; entries: TimelineEntry[] }

/** Groups the entries, which are newest first, by programme day. */
export function groupByDay(entries: readonly TimelineEntry[]): Day[] {
  const days: Day[] = []
  for (const entry of entries) {
    const day = dayOf(entry.at)
    const last = days.at(-1)
    if (last?.day === day) last.entries.push(entry)
    else days.push({ day, entries: [entry] })
  }
  return days
}

/** Returns how many days ago a programme day was: 0 for today. */
export function daysAgo(day: string, nowMs: number): number {
  const start = rangeOfDay(day)?.from ?? ''
  const today = rangeOfDay(dayOf(nowMs))?.from ?? ''
  return Math.round((Date.parse(today) - Date.parse(start)) / 86_400_000)
}
