import { DAY_MS, HOUR_MS, MINUTE_MS } from '@solstice/rules/duration'
import type { Period } from '@solstice/rules/round'
import type { Db } from '#/platform/process/db.ts'
import { heartbeats } from '#/platform/process/heartbeats.table.ts'

const KNOWN_DAYS = 92

/** The day of the running season that the demo account missed because of an outage. */
const WEATHER_DAY = 3

type Seen = { serves: boolean; runsJobs: boolean }

/**
 * Writes heartbeats of the past, so that the status page has something to show at the first start: a
 * long outage that excuses a day of the running season, a short one, and one of payouts alone.
 */
export async function seedHeartbeats(
  tx: Db,
  { now, season }: { now: Date; season: Pick<Period, 'startAt'> },
): Promise<void> {
  const at = (day: number, hours: number) =>
    new Date(season.startAt.getTime() + day * DAY_MS + hours * HOUR_MS)
  const from = new Date(season.startAt.getTime() - (KNOWN_DAYS - WEATHER_DAY) * DAY_MS)
  const spans: (Period & Seen)[] = []
  let startAt = from
  const until = (endAt: Date, next: Date, seen: Seen = { serves: true, runsJobs: true }) => {
    spans.push({ startAt, endAt, ...seen })
    startAt = next
  }
  until(at(-38, 15), new Date(at(-38, 15).getTime() + 40 * MINUTE_MS))
  until(at(-14, 9), at(-14, 9))
  until(at(-14, 10), at(-14, 10), { serves: true, runsJobs: false })
  until(at(WEATHER_DAY, 19), new Date(at(WEATHER_DAY, 22).getTime() + 40 * MINUTE_MS))
  until(now, now)
  await tx.insert(heartbeats).values(
    spans.map(({ startAt: coversFrom, endAt, ...seen }, index) => ({
      minute: wholeMinute(endAt.getTime() - MINUTE_MS),
      processId: `demo-${index}`,
      coversFrom: wholeMinute(coversFrom.getTime()),
      ...seen,
    })),
  )
}

const wholeMinute = (ms: number): Date => new Date(Math.floor(ms / MINUTE_MS) * MINUTE_MS)
