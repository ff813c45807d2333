import { and, asc, between, count, eq, gt, max, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import { members } from '#/modules/users/users.table.ts'
import type { AlertData } from '#/platform/books/alerts.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { seasonOpenings } from './season.table.ts'

/** Locks how far the members are notified, so that two workers never notify the same ones. */
export async function lockOpening(tx: Db, seasonId: number) {
  await tx.insert(seasonOpenings).values({ seasonId }).onConflictDoNothing()
  const [row] = await tx
    .select()
    .from(seasonOpenings)
    .where(eq(seasonOpenings.seasonId, seasonId))
    .for('update')
  return row
}

/** Returns the last of the next members and their number. */
export async function findBatchEnd(
  tx: Db,
  of: { after: number; count: number },
): Promise<{ last: number | null; size: number }> {
  const next = tx
    .select({ id: members.id })
    .from(members)
    .where(gt(members.id, of.after))
    .orderBy(asc(members.id))
    .limit(of.count)
    .as('next')
  const [row] = await tx.select({ last: max(next.id), size: count() }).from(next)
  return row ?? { last: null, size: 0 }
}

/** Selects the active members of a batch. */
export function membersToNotifyOfSeason(seasonId: number, of: { after: number; last: number }) {
  return new QueryBuilder()
    .select({
      memberId: members.id,
      code: sql<'SEASON_OPEN'>`'SEASON_OPEN'::text`,
      data: sql<AlertData>`jsonb_build_object('seasonId', ${seasonId}::bigint)`,
    })
    .from(members)
    .where(and(between(members.id, of.after + 1, of.last), eq(members.status, 'ACTIVE')))
}

export async function saveOpening(
  tx: Db,
  seasonId: number,
  to: { notifiedMember: number; finishedAt: Date | undefined },
): Promise<void> {
  await tx.update(seasonOpenings).set(to).where(eq(seasonOpenings.seasonId, seasonId))
}
