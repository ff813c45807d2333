import { and, asc, desc, eq, gt, gte, lt, max, min, sql } from 'drizzle-orm'
import type { ProgrammeDay } from '@solstice/rules/programme-day'
import type { Period } from '@solstice/rules/round'
import { maintenanceVersions } from '#/modules/maintenance/maintenance.table.ts'
import { excusedDays } from '#/modules/season/excused-day.table.ts'
import { seasonRounds, seasons } from '#/modules/season/season.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { heartbeats } from '#/platform/process/heartbeats.table.ts'
import { offsetOf, type PageQuery } from '#/platform/process/page.ts'
import { statusDays } from './status.table.ts'

/** Returns the heartbeats that cover a part of a period. */
export function findHeartbeats(db: Db, { startAt, endAt }: Period) {
  const { minute, coversFrom, serves, runsJobs } = heartbeats
  return db
    .select({ minute, coversFrom, serves, runsJobs })
    .from(heartbeats)
    .where(and(gte(minute, startAt), lt(coversFrom, endAt)))
    .orderBy(asc(minute))
}

/** Returns the first known instant: of the days that are written, or else of the heartbeats. */
export async function findFirstKnown(
  db: Db,
): Promise<{ day: ProgrammeDay | null; heartbeat: Date | null }> {
  const [day] = await db.select({ first: min(statusDays.day) }).from(statusDays)
  const [heartbeat] = await db
    .select({ first: heartbeats.coversFrom })
    .from(heartbeats)
    .orderBy(asc(heartbeats.minute))
    .limit(1)
  return { day: day?.first ?? null, heartbeat: heartbeat?.first ?? null }
}

export async function findNewestJobMinute(db: Db): Promise<Date | null> {
  const [row] = await db
    .select({ minute: max(heartbeats.minute) })
    .from(heartbeats)
    .where(eq(heartbeats.runsJobs, true))
  return row?.minute ?? null
}

/** Returns every setting of the maintenance that may still matter after an instant, in order. */
export async function findMaintenance(db: Db) {
  return db
    .select({ config: maintenanceVersions.config, setAt: maintenanceVersions.createdAt })
    .from(maintenanceVersions)
    .orderBy(asc(maintenanceVersions.version))
}

export function findDays(db: Db, since: ProgrammeDay) {
  return db.select().from(statusDays).where(gte(statusDays.day, since)).orderBy(asc(statusDays.day))
}

export async function insertDays(
  db: Db,
  days: readonly (typeof statusDays.$inferInsert)[],
): Promise<void> {
  if (days.length > 0)
    await db
      .insert(statusDays)
      .values([...days])
      .onConflictDoNothing()
}

export async function findExcused(db: Db, since: ProgrammeDay): Promise<ProgrammeDay[]> {
  const rows = await db
    .selectDistinct({ day: excusedDays.day })
    .from(excusedDays)
    .where(and(eq(excusedDays.excused, true), gte(excusedDays.day, since)))
    .orderBy(asc(excusedDays.day))
  return rows.map(({ day }) => day)
}

/** Returns the decisions about days with an outage, newest first. */
export async function findDecisions(db: Db, { page, size }: PageQuery) {
  // A literal lets the planner use the partial index.
  const isReported = gt(excusedDays.unavailableSeconds, sql`0`)
  const [list, [counted]] = await Promise.all([
    db
      .select({
        seasonId: excusedDays.seasonId,
        title: seasons.title,
        roundId: excusedDays.roundId,
        round: seasonRounds.number,
        day: excusedDays.day,
        windowSeconds: excusedDays.windowSeconds,
        unavailableSeconds: excusedDays.unavailableSeconds,
        excused: excusedDays.excused,
        decidedAt: excusedDays.decidedAt,
        notifiedMembers: excusedDays.notifiedMembers,
        finishedAt: excusedDays.finishedAt,
      })
      .from(excusedDays)
      .innerJoin(seasonRounds, eq(seasonRounds.id, excusedDays.roundId))
      .innerJoin(seasons, eq(seasons.id, excusedDays.seasonId))
      .where(isReported)
      .orderBy(desc(excusedDays.day), desc(excusedDays.roundId))
      .limit(size)
      .offset(offsetOf({ page, size })),
    db
      .select({ total: sql`count(*)`.mapWith(Number) })
      .from(excusedDays)
      .where(isReported),
  ])
  return { list, totalCount: counted?.total ?? 0 }
}
