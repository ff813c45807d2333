import { and, asc, count, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import { seasonStandings } from '#/modules/ranking/ranking.table.ts'
import { seasonRounds, seasons } from '#/modules/season/season.table.ts'
import { members } from '#/modules/users/users.table.ts'
import type { AlertData } from '#/platform/books/alerts.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { idList } from '#/platform/process/expressions.ts'
import { seasonPlaces, seasonRecaps } from './recap.table.ts'

/** Returns the end of a season and whether all its rounds are settled. */
export async function findSettlement(db: Db, seasonId: number) {
  const [row] = await db
    .select({
      endAt: seasons.endAt,
      isSettled: sql<boolean>`${count()} = ${count(seasonRounds.settledAt)}`,
    })
    .from(seasons)
    .innerJoin(seasonRounds, eq(seasonRounds.seasonId, seasons.id))
    .where(eq(seasons.id, seasonId))
    .groupBy(seasons.endAt)
  return row
}

/** Locks how far the places are written, so that two workers never write the same ones. */
export async function lockRecaps(tx: Db, seasonId: number, announces: boolean) {
  await tx.insert(seasonRecaps).values({ seasonId, announces }).onConflictDoNothing()
  const [row] = await tx
    .select()
    .from(seasonRecaps)
    .where(eq(seasonRecaps.seasonId, seasonId))
    .for('update')
  return row
}

export type Position = { seasonId: number; afterScore: number | null; afterMember: number }

/** Returns the next members of the ranking, best first, in the order of its index. */
export function findNextStandings(tx: Db, of: Position, size: number) {
  const { memberId, score, xp } = seasonStandings
  const isAfter =
    of.afterScore === null
      ? undefined
      : sql`${score} <= ${of.afterScore} and (${score} < ${of.afterScore} or ${memberId} > ${of.afterMember})`
  return tx
    .select({ memberId, score })
    .from(seasonStandings)
    .where(and(eq(seasonStandings.seasonId, of.seasonId), gt(xp, 0), isAfter))
    .orderBy(desc(score), asc(memberId))
    .limit(size)
}

/** Inserts the places in one statement. A member whose score changed meanwhile keeps the first. */
export async function insertPlaces(
  tx: Db,
  seasonId: number,
  { first, memberIds }: { first: number; memberIds: readonly number[] },
): Promise<void> {
  const chosen = tx
    .select({
      seasonId: sql<number>`${seasonId}::bigint`.as('season_id'),
      memberId: sql<number>`id::bigint`.as('member_id'),
      place: sql<number>`(${first} + at - 1)::integer`.as('place'),
    })
    .from(
      sql`jsonb_array_elements_text(${JSON.stringify(memberIds)}::jsonb) with ordinality as next(id, at)`,
    )
  await tx.insert(seasonPlaces).select(chosen).onConflictDoNothing()
}

/** Selects the active members of a batch. */
export function membersToNotifyOfRecap(seasonId: number, memberIds: readonly number[]) {
  return new QueryBuilder()
    .select({
      memberId: members.id,
      code: sql<'RECAP_READY'>`'RECAP_READY'::text`,
      data: sql<AlertData>`jsonb_build_object('seasonId', ${seasonId}::bigint)`,
    })
    .from(members)
    .where(and(inArray(members.id, idList(memberIds)), eq(members.status, 'ACTIVE')))
}

export async function saveRecaps(
  tx: Db,
  seasonId: number,
  to: Partial<typeof seasonRecaps.$inferSelect>,
): Promise<void> {
  await tx.update(seasonRecaps).set(to).where(eq(seasonRecaps.seasonId, seasonId))
}

/** The seasons lead to the member's rows through the primary key. */
export async function deletePlaces(tx: Db, memberId: number): Promise<void> {
  const ofSeasons = tx.select({ id: seasonRecaps.seasonId }).from(seasonRecaps)
  await tx
    .delete(seasonPlaces)
    .where(and(eq(seasonPlaces.memberId, memberId), inArray(seasonPlaces.seasonId, ofSeasons)))
}
