import { and, asc, between, count, eq, gt, max, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import { seasonMembers } from '#/modules/mission/mission.table.ts'
import { members } from '#/modules/users/users.table.ts'
import type { AlertData } from '#/platform/books/alerts.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { seasonAnnouncements } from './season-live.table.ts'
import type { Announcement } from './season.queue.ts'

type Row = typeof seasonAnnouncements.$inferSelect

const isOf = ({ seasonId, revision }: Announcement) =>
  and(eq(seasonAnnouncements.seasonId, seasonId), eq(seasonAnnouncements.revision, revision))

export async function insertAnnouncement(
  tx: Db,
  row: typeof seasonAnnouncements.$inferInsert,
): Promise<void> {
  await tx.insert(seasonAnnouncements).values(row).onConflictDoNothing()
}

/** Locks how far the members are notified, so that two workers never notify the same ones. */
export async function lockAnnouncement(tx: Db, of: Announcement): Promise<Row | undefined> {
  const [row] = await tx.select().from(seasonAnnouncements).where(isOf(of)).for('update')
  return row
}

export async function hasNewerAnnouncement(tx: Db, of: Announcement): Promise<boolean> {
  const rows = await tx
    .select({ revision: seasonAnnouncements.revision })
    .from(seasonAnnouncements)
    .where(
      and(
        eq(seasonAnnouncements.seasonId, of.seasonId),
        gt(seasonAnnouncements.revision, of.revision),
      ),
    )
    .limit(1)
  return rows.length > 0
}

/** Returns the last of the next participants and their number. */
export async function findParticipantsEnd(
  tx: Db,
  of: { seasonId: number; after: number; count: number },
): Promise<{ last: number | null; size: number }> {
  const next = tx
    .select({ id: seasonMembers.memberId })
    .from(seasonMembers)
    .where(and(eq(seasonMembers.seasonId, of.seasonId), gt(seasonMembers.memberId, of.after)))
    .orderBy(asc(seasonMembers.memberId))
    .limit(of.count)
    .as('next')
  const [row] = await tx.select({ last: max(next.id), size: count() }).from(next)
  return row ?? { last: null, size: 0 }
}

/** Selects the active participants of a batch. */
export function participantsToNotify(of: {
  seasonId: number
  code: Row['code']
  after: number
  last: number
}) {
  return new QueryBuilder()
    .select({
      memberId: members.id,
      code: sql<Row['code']>`${of.code}::text`,
      data: sql<AlertData>`jsonb_build_object('seasonId', ${of.seasonId}::bigint)`,
    })
    .from(seasonMembers)
    .innerJoin(members, eq(members.id, seasonMembers.memberId))
    .where(
      and(
        eq(seasonMembers.seasonId, of.seasonId),
        between(seasonMembers.memberId, of.after + 1, of.last),
        eq(members.status, 'ACTIVE'),
      ),
    )
}

export async function saveAnnouncement(
  tx: Db,
  of: Announcement,
  to: Pick<Row, 'notifiedMember' | 'finishedAt'>,
): Promise<void> {
  await tx.update(seasonAnnouncements).set(to).where(isOf(of))
}
