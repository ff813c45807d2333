import { and, desc, eq, gt, inArray, isNull, lte } from 'drizzle-orm'
import { PAUSING_EVENTS } from '@solstice/rules/account'
import type { Db } from '#/platform/db.ts'
import { securityEvents } from './security.table.ts'

export type SecurityEventRow = typeof securityEvents.$inferSelect

export async function insertEvent(
  db: Db,
  row: typeof securityEvents.$inferInsert,
): Promise<number> {
  const [inserted] = await db
    .insert(securityEvents)
    .values(row)
    .returning({ id: securityEvents.id })
  if (!inserted) throw new Error('The database kept no event')
  return inserted.id
}

export async function findEvent(db: Db, id: number): Promise<SecurityEventRow | undefined> {
  const [row] = await db.select().from(securityEvents).where(eq(securityEvents.id, id))
  return row
}

/** This event and those of the same member before it, as they happened. */
export function findUnmailed(
  db: Db,
  { id, memberId }: Pick<SecurityEventRow, 'id' | 'memberId'>,
): Promise<SecurityEventRow[]> {
  return db
    .select()
    .from(securityEvents)
    .where(
      and(
        eq(securityEvents.memberId, memberId),
        lte(securityEvents.id, id),
        isNull(securityEvents.mailedAt),
      ),
    )
    .orderBy(securityEvents.id)
}

export async function markEventMailed(db: Db, id: number, mailedAt: Date): Promise<void> {
  await db.update(securityEvents).set({ mailedAt }).where(eq(securityEvents.id, id))
}

export async function findLastPausingEvent(db: Db, memberId: number): Promise<Date | undefined> {
  const [row] = await db
    .select({ createdAt: securityEvents.createdAt })
    .from(securityEvents)
    .where(and(eq(securityEvents.memberId, memberId), inArray(securityEvents.kind, PAUSING_EVENTS)))
    .orderBy(desc(securityEvents.createdAt))
    .limit(1)
  return row?.createdAt
}

export async function findEventTimes(
  db: Db,
  { memberId, kind, since }: Pick<SecurityEventRow, 'memberId' | 'kind'> & { since: Date },
): Promise<Date[]> {
  const rows = await db
    .select({ createdAt: securityEvents.createdAt })
    .from(securityEvents)
    .where(
      and(
        eq(securityEvents.memberId, memberId),
        eq(securityEvents.kind, kind),
        gt(securityEvents.createdAt, since),
      ),
    )
    .orderBy(securityEvents.createdAt)
  return rows.map(({ createdAt }) => createdAt)
}

export async function deleteEventsOf(db: Db, memberId: number): Promise<void> {
  await db.delete(securityEvents).where(eq(securityEvents.memberId, memberId))
}
