import { and, asc, desc, eq, ne, notInArray } from 'drizzle-orm'
import type { Db } from '#/platform/process/db.ts'
import { pushSubscriptions } from './push.table.ts'

export type SubscriptionRow = typeof pushSubscriptions.$inferSelect

/**
 * An endpoint belongs to who signed in last on its device. What was still on its way to the member
 * before goes with their row, and so does everything that was held against the device.
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

/** Nobody carries more devices than this; the ones that were registered first are forgotten. */
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

/** Only while it still is the endpoint that was sent to: the device may have come back meanwhile. */
export async function deleteSubscription(db: Db, id: number): Promise<void> {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id))
}

export async function deleteSubscriptionsOf(db: Db, memberId: number): Promise<void> {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.memberId, memberId))
}
