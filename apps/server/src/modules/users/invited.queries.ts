import { and, count, desc, eq, gte, lte } from 'drizzle-orm'
import type { Db } from '#/platform/process/db.ts'
import { members } from './users.table.ts'

/** A part of the list of invited members: those up to an instant, without the first ones. */
export type InvitedRange = { until: Date | undefined; offset: number; size: number }

export type InvitedRow = Awaited<ReturnType<typeof findInvited>>[number]

export function findInvited(db: Db, referrer: number, { until, offset, size }: InvitedRange) {
  return db
    .select({
      id: members.id,
      nickname: members.nickname,
      createdAt: members.createdAt,
      deletedAt: members.deletedAt,
      referredAt: members.referredAt,
    })
    .from(members)
    .where(
      and(
        eq(members.referredBy, referrer),
        until === undefined ? undefined : lte(members.referredAt, until),
      ),
    )
    .orderBy(desc(members.referredAt), desc(members.id))
    .limit(size)
    .offset(offset)
}

export async function countInvited(db: Db, referrer: number): Promise<number> {
  const [row] = await db
    .select({ invited: count() })
    .from(members)
    .where(eq(members.referredBy, referrer))
  return row?.invited ?? 0
}

/** Counts the members of one instant up to and including one of them, in the order of the list. */
export function countInvitedAt(
  db: Db,
  referrer: number,
  last: { id: number; referredAt: Date },
): Promise<number> {
  return db.$count(
    members,
    and(
      eq(members.referredBy, referrer),
      eq(members.referredAt, last.referredAt),
      gte(members.id, last.id),
    ),
  )
}
