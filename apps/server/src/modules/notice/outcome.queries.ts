import { and, asc, eq, exists, gte, inArray, lt, or, sql } from 'drizzle-orm'
import { programmeDayOf } from '@solstice/rules/programme-day'
import { missionCompletions } from '#/modules/mission/mission.table.ts'
import { orders } from '#/modules/order/order.table.ts'
import { seasonMissions, seasons } from '#/modules/season/season.table.ts'
import { sessions } from '#/modules/session/session.table.ts'
import { histories } from '#/platform/books/histories.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { idList } from '#/platform/process/expressions.ts'
import {
  campaignOutcomes,
  campaignSubjects,
  noticeReadCounts,
  noticeTests,
} from './notice.table.ts'

/** Returns the results of a campaign by hour and reason. */
export function findOutcomes(db: Db, campaignId: number) {
  return db
    .select({
      hour: campaignOutcomes.hour,
      outcome: campaignOutcomes.outcome,
      devices: sql`sum(${campaignOutcomes.deliveries})`.mapWith(Number),
    })
    .from(campaignOutcomes)
    .where(eq(campaignOutcomes.campaignId, campaignId))
    .groupBy(campaignOutcomes.hour, campaignOutcomes.outcome)
    .orderBy(asc(campaignOutcomes.hour))
}

export function findReadsByHour(db: Db, noticeId: number) {
  return db
    .select({
      hour: noticeReadCounts.hour,
      reads: sql`sum(${noticeReadCounts.reads})`.mapWith(Number),
    })
    .from(noticeReadCounts)
    .where(eq(noticeReadCounts.noticeId, noticeId))
    .groupBy(noticeReadCounts.hour)
    .orderBy(asc(noticeReadCounts.hour))
}

/** Returns how many members have read each of these notices; notices without a reader are missing. */
export async function countReads(
  db: Db,
  noticeIds: readonly number[],
): Promise<Map<number, number>> {
  if (noticeIds.length === 0) return new Map()
  const rows = await db
    .select({
      id: noticeReadCounts.noticeId,
      reads: sql`sum(${noticeReadCounts.reads})`.mapWith(Number),
    })
    .from(noticeReadCounts)
    .where(inArray(noticeReadCounts.noticeId, idList(noticeIds)))
    .groupBy(noticeReadCounts.noticeId)
  return new Map(rows.map(({ id, reads }) => [id, reads]))
}

type Subject = { memberId: number; isHeldOut: boolean }

/** Adds members whose actions are compared. A member with several devices is added once. */
export async function insertSubjects(
  tx: Db,
  campaignId: number,
  subjects: readonly Subject[],
  now: Date,
): Promise<void> {
  if (subjects.length === 0) return
  const rows = subjects.map((subject) => ({ campaignId, ...subject, addedAt: now }))
  await tx.insert(campaignSubjects).values(rows).onConflictDoNothing()
}

export async function deleteSubjects(tx: Db, memberId: number): Promise<void> {
  await tx.delete(campaignSubjects).where(eq(campaignSubjects.memberId, memberId))
}

/** Counts the members of both groups, and those who acted within a period. */
export async function countActions(
  db: Db,
  campaignId: number,
  { from, until }: { from: Date; until: Date },
) {
  const isSubject = { memberId: campaignSubjects.memberId }
  const checkIn = db
    .select({ id: histories.id })
    .from(seasons)
    .innerJoin(
      seasonMissions,
      and(eq(seasonMissions.seasonId, seasons.id), eq(seasonMissions.type, 'CHECK_IN')),
    )
    .innerJoin(
      missionCompletions,
      and(
        eq(missionCompletions.seasonId, seasons.id),
        eq(missionCompletions.memberId, isSubject.memberId),
        eq(missionCompletions.missionId, seasonMissions.missionId),
        gte(missionCompletions.day, programmeDayOf(from)),
      ),
    )
    .innerJoin(histories, eq(histories.id, missionCompletions.historyId))
    .where(
      and(
        gte(seasons.endAt, from),
        lt(seasons.startAt, until),
        gte(histories.createdAt, from),
        lt(histories.createdAt, until),
      ),
    )
  // A session keeps the last time it was used only, so the last measurement is at the end.
  const visit = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        eq(sessions.memberId, isSubject.memberId),
        or(gte(sessions.rotatedAt, from), gte(sessions.createdAt, from)),
      ),
    )
  const purchase = db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.memberId, isSubject.memberId),
        eq(orders.state, 'COMPLETED'),
        gte(orders.completedAt, from),
        lt(orders.completedAt, until),
      ),
    )
  const counted = (query: Parameters<typeof exists>[0]) =>
    sql`count(*) filter (where ${exists(query)})`.mapWith(Number)
  return db
    .select({
      isHeldOut: campaignSubjects.isHeldOut,
      members: sql`count(*)`.mapWith(Number),
      checkIns: counted(checkIn),
      visits: counted(visit),
      purchases: counted(purchase),
    })
    .from(campaignSubjects)
    .where(eq(campaignSubjects.campaignId, campaignId))
    .groupBy(campaignSubjects.isHeldOut)
}

export async function insertTest(
  tx: Db,
  test: Omit<typeof noticeTests.$inferInsert, 'id'>,
): Promise<void> {
  await tx.insert(noticeTests).values(test)
}

/** Returns when this text was tested for the last time since a time. */
export async function findTest(db: Db, textHash: string, since: Date): Promise<Date | undefined> {
  const [row] = await db
    .select({ sentAt: noticeTests.sentAt })
    .from(noticeTests)
    .where(and(eq(noticeTests.textHash, textHash), gte(noticeTests.sentAt, since)))
    .orderBy(sql`${noticeTests.sentAt} desc`)
    .limit(1)
  return row?.sentAt
}
