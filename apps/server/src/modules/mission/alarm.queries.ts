import { and, eq, sql } from 'drizzle-orm'
import { seasonMissions } from '#/modules/season/season.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { missionAlarms, missionOpens } from './mission.table.ts'

export type AlarmRow = Pick<typeof missionAlarms.$inferSelect, 'seasonId' | 'missionId' | 'enabled'>

export function findAlarms(
  db: Db,
  memberId: number,
  seasonId: number | undefined,
): Promise<AlarmRow[]> {
  const { missionId, enabled } = missionAlarms
  return db
    .select({ seasonId: missionAlarms.seasonId, missionId, enabled })
    .from(missionAlarms)
    .where(
      and(
        eq(missionAlarms.memberId, memberId),
        seasonId === undefined ? undefined : eq(missionAlarms.seasonId, seasonId),
      ),
    )
    .orderBy(missionAlarms.seasonId, missionId)
}

export async function saveAlarm(
  db: Db,
  { at, ...alarm }: AlarmRow & { memberId: number; at: Date },
): Promise<void> {
  const { memberId, seasonId, missionId } = missionAlarms
  await db
    .insert(missionAlarms)
    .values({ ...alarm, updatedAt: at })
    .onConflictDoUpdate({
      target: [memberId, seasonId, missionId],
      set: { enabled: alarm.enabled, updatedAt: at },
    })
}

export async function deleteMissionTraces(db: Db, memberId: number): Promise<void> {
  await db.delete(missionAlarms).where(eq(missionAlarms.memberId, memberId))
  const { seasonId, missionId } = seasonMissions
  const missions = db.select({ seasonId, missionId }).from(seasonMissions)
  // The missions lead to the member's rows through the primary key.
  const isOfMission = sql`(${missionOpens.seasonId}, ${missionOpens.missionId}) in ${missions}`
  await db.delete(missionOpens).where(and(eq(missionOpens.memberId, memberId), isOfMission))
}

export async function saveOpening(
  db: Db,
  { at, ...open }: { seasonId: number; missionId: number; memberId: number; at: Date },
): Promise<Date> {
  const { seasonId, missionId, memberId, openedAt } = missionOpens
  const isSameDay = sql`date_trunc('day', ${openedAt} at time zone 'UTC' + interval '4 hours')
    = date_trunc('day', excluded.opened_at at time zone 'UTC' + interval '4 hours')`
  const [row] = await db
    .insert(missionOpens)
    .values({ ...open, openedAt: at })
    .onConflictDoUpdate({
      target: [seasonId, missionId, memberId],
      // Keep the first opening of the day, so that opening again does not restart the wait.
      set: {
        openedAt: sql`case when ${isSameDay} then ${openedAt} else excluded.opened_at end`,
      },
    })
    .returning({ openedAt })
  return row?.openedAt ?? at
}
