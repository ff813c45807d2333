import {
  durationOf,
  gapsOf,
  maintenancePeriods,
  SERVICES,
  type Gap,
  type Heartbeat,
  type Service,
} from '@solstice/rules/availability'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@solstice/rules/duration'
import { programmeDayOf, startOfDay, type ProgrammeDay } from '@solstice/rules/programme-day'
import type { Period } from '@solstice/rules/round'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import {
  findDays,
  findFirstKnown,
  findHeartbeats,
  findMaintenance,
  insertDays,
} from './status.queries.ts'
import type { StoredGap } from './status.table.ts'

/** The number of programme days that are published, with today. */
export const PUBLISHED_DAYS = 90

export type ServiceDay = {
  day: ProgrammeDay
  service: Service
  knownMs: number
  unavailableMs: number
  gaps: Gap[]
}

export function dayBefore(day: ProgrammeDay, count: number): ProgrammeDay {
  return programmeDayOf(new Date(startOfDay(day).getTime() - count * DAY_MS))
}

export function minuteOf(instant: Date): Date {
  return new Date(Math.floor(instant.getTime() / MINUTE_MS) * MINUTE_MS)
}

function periodOfDay(day: ProgrammeDay): Period {
  const startAt = startOfDay(day)
  return { startAt, endAt: new Date(startAt.getTime() + DAY_MS) }
}

/**
 * Writes the availability of every ended programme day that is not written yet. Rows are written
 * once, so that several processes may do so at the same time.
 */
export async function closeDays({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  const today = programmeDayOf(now())
  const since = await knownSince(db)
  if (!since) return
  const oldest = dayBefore(today, PUBLISHED_DAYS)
  const first = programmeDayOf(since) < oldest ? oldest : programmeDayOf(since)
  const written = new Set((await findDays(db, first)).map(({ day }) => day))
  for (let day = first; day < today; day = dayBefore(day, -1)) {
    if (written.has(day)) continue
    const days = await observe(db, day, { since, until: periodOfDay(day).endAt })
    await insertDays(db, days.map(stored))
  }
}

/** Returns the ended days since one of them, as they were written. */
export async function closedDays(db: Db, since: ProgrammeDay): Promise<ServiceDay[]> {
  const rows = await findDays(db, since)
  return rows.map(({ day, service, knownSeconds, unavailableSeconds, gaps }) => ({
    day,
    service,
    knownMs: knownSeconds * SECOND_MS,
    unavailableMs: unavailableSeconds * SECOND_MS,
    gaps: gaps.map((gap) => ({
      ...gap,
      startAt: new Date(gap.startAt),
      endAt: new Date(gap.endAt),
    })),
  }))
}

/** Returns the running day up to the last full minute, whose heartbeats are all written. */
export async function runningDay({
  db,
  now,
}: Pick<AppContext, 'db' | 'now'>): Promise<ServiceDay[]> {
  const until = minuteOf(now())
  const since = await knownSince(db)
  return observe(db, programmeDayOf(now()), { since, until })
}

async function knownSince(db: Db): Promise<Date | undefined> {
  const { day, heartbeat } = await findFirstKnown(db)
  return day ? startOfDay(day) : (heartbeat ?? undefined)
}

async function observe(
  db: Db,
  day: ProgrammeDay,
  { since, until }: { since: Date | undefined; until: Date },
): Promise<ServiceDay[]> {
  const { startAt } = periodOfDay(day)
  const within = { startAt, endAt: until }
  const beats = (await findHeartbeats(db, within)).map(heartbeatOf)
  const maintenance = maintenancePeriods(await findMaintenance(db), until)
  const knownFrom = since && since > startAt ? since : startAt
  const knownMs = since && knownFrom < until ? until.getTime() - knownFrom.getTime() : 0
  return SERVICES.map((service) => {
    const gaps = gapsOf(service, within, { since, heartbeats: beats, maintenance })
    return { day, service, knownMs, unavailableMs: durationOf(gaps), gaps }
  })
}

function heartbeatOf(row: {
  minute: Date
  coversFrom: Date
  serves: boolean
  runsJobs: boolean
}): Heartbeat {
  const { minute, coversFrom, serves, runsJobs } = row
  return { startAt: coversFrom, endAt: new Date(minute.getTime() + MINUTE_MS), serves, runsJobs }
}

function stored({ day, service, knownMs, unavailableMs, gaps }: ServiceDay) {
  return {
    day,
    service,
    knownSeconds: Math.floor(knownMs / SECOND_MS),
    unavailableSeconds: Math.floor(unavailableMs / SECOND_MS),
    gaps: gaps.map(({ startAt, endAt, cause }): StoredGap => ({
      startAt: startAt.toISOString(),
      endAt: endAt.toISOString(),
      cause,
    })),
  }
}
