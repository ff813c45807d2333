import { and, asc, between, desc, eq, gt, lte, sql } from 'drizzle-orm'
import { missionBudgets } from '#/modules/mission/mission.table.ts'
import { seasonMissions, seasons } from '#/modules/season/season.table.ts'
import type { Db } from '#/platform/process/db.ts'
import {
  pushDays,
  seasonAttendance,
  seasonDays,
  seasonDraws,
  seasonPayments,
  seasonRefusals,
  seasonSnapshots,
} from './statistics.table.ts'

const isPublished = eq(seasons.state, 'PUBLISHED').inlineParams()

const SEASON = {
  seasonId: seasons.id,
  title: seasons.title,
  startAt: seasons.startAt,
  endAt: seasons.endAt,
  plan: seasons.plan,
}
export type SeasonRow = Awaited<ReturnType<typeof findPublishedSeasons>>[number]

/** Returns the seasons that run at an instant. */
export function findPublishedSeasons(db: Db, at: Date) {
  return db
    .select(SEASON)
    .from(seasons)
    .where(and(isPublished, lte(seasons.startAt, at), gt(seasons.endAt, at)))
    .orderBy(asc(seasons.startAt))
}

export async function findPublishedSeason(
  db: Db,
  seasonId: number,
): Promise<SeasonRow | undefined> {
  const [row] = await db
    .select(SEASON)
    .from(seasons)
    .where(and(eq(seasons.id, seasonId), isPublished))
  return row
}

/** Returns the season that ended last before an instant. */
export async function findSeasonBefore(db: Db, startAt: Date) {
  const [row] = await db
    .select(SEASON)
    .from(seasons)
    .where(and(isPublished, lte(seasons.endAt, startAt)))
    .orderBy(desc(seasons.endAt))
    .limit(1)
  return row
}

export function findDays(db: Db, seasonId: number) {
  return db
    .select()
    .from(seasonDays)
    .where(eq(seasonDays.seasonId, seasonId))
    .orderBy(asc(seasonDays.day))
}
export type DayRow = Awaited<ReturnType<typeof findDays>>[number]

export function findAttendance(db: Db, seasonId: number) {
  return db.select().from(seasonAttendance).where(eq(seasonAttendance.seasonId, seasonId))
}

export function findPayments(db: Db, seasonId: number) {
  return db.select().from(seasonPayments).where(eq(seasonPayments.seasonId, seasonId))
}
export type PaymentRow = Awaited<ReturnType<typeof findPayments>>[number]

/** Returns how often each prize was drawn, by the odds that were declared for the draw. */
export function findDraws(db: Db, seasonId: number) {
  const { odds, prizeIndex, draws } = seasonDraws
  return db
    .select({ odds, prizeIndex, draws: sql`sum(${draws})`.mapWith(Number) })
    .from(seasonDraws)
    .where(eq(seasonDraws.seasonId, seasonId))
    .groupBy(odds, prizeIndex)
    .orderBy(asc(odds), asc(prizeIndex))
}
export type DrawRow = Awaited<ReturnType<typeof findDraws>>[number]

/** Returns the refusals by code and programme day. */
export function findRefusals(db: Db, seasonId: number) {
  const day = sql<string>`(((${seasonRefusals.hourStartedAt} at time zone 'UTC')
    + interval '4 hours')::date)::text`
  return db
    .select({
      code: seasonRefusals.code,
      day,
      refusals: sql`sum(${seasonRefusals.refusals})`.mapWith(Number),
    })
    .from(seasonRefusals)
    .where(eq(seasonRefusals.seasonId, seasonId))
    .groupBy(seasonRefusals.code, day)
}

export function findPushDays(db: Db, from: string, until: string) {
  // The columns are days as text in the same form.
  return db
    .select()
    .from(pushDays)
    .where(between(sql`${pushDays.day}`, sql`${from}::date`, sql`${until}::date`))
}

export async function findSnapshot(db: Db, seasonId: number) {
  const [row] = await db
    .select()
    .from(seasonSnapshots)
    .where(eq(seasonSnapshots.seasonId, seasonId))
  return row
}

/** Returns the limited missions of a season with what is left of them. */
export async function findBudgets(db: Db, seasonId: number) {
  return db
    .select({
      missionId: seasonMissions.missionId,
      title: seasonMissions.title,
      limit: seasonMissions.maxCompletions,
      left: missionBudgets.remaining,
    })
    .from(seasonMissions)
    .leftJoin(
      missionBudgets,
      and(
        eq(missionBudgets.seasonId, seasonMissions.seasonId),
        eq(missionBudgets.missionId, seasonMissions.missionId),
      ),
    )
    .where(eq(seasonMissions.seasonId, seasonId))
    .orderBy(asc(seasonMissions.missionId))
}

/** Returns the XP that members got in a season, without purchases that were returned. */
export async function sumXp(db: Db, seasonId: number): Promise<number> {
  const [row] = await db
    .select({ xp: sql`coalesce(sum(${seasonDays.credited}), 0)`.mapWith(Number) })
    .from(seasonDays)
    .where(
      and(
        eq(seasonDays.seasonId, seasonId),
        eq(seasonDays.asset, 'XP'),
        sql`${seasonDays.kind} not in ('REFUND', 'REVERSAL')`,
      ),
    )
  return row?.xp ?? 0
}

/** Counts the pushes of a span. */
export async function sumPushes(db: Db, { from, until }: { from: Date; until: Date }) {
  const counted = (column: 'sent_at' | 'dropped_at') =>
    sql`(select count(*) from push_deliveries where ${sql.identifier(column)} >=
      ${from.toISOString()}::timestamptz and ${sql.identifier(column)} < ${until.toISOString()}::timestamptz)`
  // Raw SQL: each count reads its own partial index.
  const [row] = await db
    .select({
      sent: counted('sent_at').mapWith(Number),
      dropped: counted('dropped_at').mapWith(Number),
    })
    .from(sql`(select 1) as one`)
  return row ?? { sent: 0, dropped: 0 }
}
