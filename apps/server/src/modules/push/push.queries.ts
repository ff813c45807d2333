import { and, asc, desc, eq, inArray, ne, notInArray } from 'drizzle-orm'
import type { Db } from '#/platform/process/db.ts'
import { idList } from '#/platform/process/expressions.ts'
import { pushSubscriptions } from './push.table.ts'

export type SubscriptionRow = typeof pushSubscriptions.$inferSelect

/**
 * Assigns the endpoint to the member who signed in last on the device. Pending pushes of the
 * previous member are deleted with that row, and failures of the device are reset.
 */
export async function saveSubscription(
  tx: Db,
  row: Omit<typeof pushSubscriptions.$inferInsert, 'failures' | 'blockedUntil'>,
): Promise<void> {
  await tx
    .delete(pushSubscriptions)
    .where(
      and(
        eq(pushSubscriptions.endpoint, row.endpoint),
        ne(pushSubscriptions.memberId, row.memberId),
      ),
    )
  await tx
    .insert(pushSubscriptions)
    .values(row)
    .onConflictDoUpdate({
      target: pushSubscriptions.endpoint,
      set: {
        memberId: row.memberId,
        sessionId: row.sessionId,
        p256dh: row.p256dh,
        auth: row.auth,
        failures: 0,
        blockedUntil: null,
      },
    })
}

/** Limits the devices per member and deletes those registered first. */
export async function keepNewest(tx: Db, memberId: number, count: number): Promise<void> {
  const isTheirs = eq(pushSubscriptions.memberId, memberId)
  const newest = tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(isTheirs)
    .orderBy(desc(pushSubscriptions.id))
    .limit(count)
  await tx.delete(pushSubscriptions).where(and(isTheirs, notInArray(pushSubscriptions.id, newest)))
}

export async function findSubscriptions(db: Db, memberId: number): Promise<SubscriptionRow[]> {
  return db
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.memberId, memberId))
    .orderBy(asc(pushSubscriptions.id))
}

export async function deleteByEndpoint(db: Db, endpoint: string): Promise<void> {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.endpoint, endpoint))
}

/**
 * Deletes by id, not by endpoint, because another member may have registered the device meanwhile.
 */
export async function deleteSubscriptions(db: Db, ids: readonly number[]): Promise<void> {
  await db.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, idList(ids)))
}

export async function deleteSubscriptionsOf(db: Db, memberId: number): Promise<void> {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.memberId, memberId))
}
