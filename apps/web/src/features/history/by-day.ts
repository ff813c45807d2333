import { programmeDayOf } from '@solstice/rules/programme-day'

export type Day<Entry> = { day: string; entries: Entry[] }

/** Groups entries, newest first, by the programme day on which they happened. */
export function byDay<Entry extends { createdAt: string }>(
  entries: readonly Entry[],
): Day<Entry>[] {
  const days: Day<Entry>[] = []
  for (const entry of entries) {
    const day = programmeDayOf(new Date(entry.createdAt))
    const last = days.at(-1)
    if (last?.day === day) last.entries.push(entry)
    else days.push({ day, entries: [entry] })
  }
  return days
}
