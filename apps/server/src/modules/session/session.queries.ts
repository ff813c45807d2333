import { and, desc, eq, exists, gt, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { pinKeys } from '#/modules/pin/pin.table.ts'
import { pushSubscriptions } from '#/modules/push/push.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { prepared, type Params } from '#/platform/process/prepared.ts'
import { members } from '#/modules/users/users.table.ts'
import { sessions } from './session.table.ts'

export type SessionRow = typeof sessions.$inferSelect

export async function insertSession(db: Db, row: typeof sessions.$inferInsert): Promise<void> {
  await db.insert(sessions).values(row)
}

/** A session with its member, read by every private call. */
export type Caller = Awaited<ReturnType<typeof findCallers>>[number]

type SessionIds = { sessionIds: readonly string[] }

export const findCallers = prepared('session.callers', (db, { sessionIds }: Params<SessionIds>) => {
  const activePin = db
    .select({ id: pinKeys.id })
    .from(pinKeys)
    .where(and(eq(pinKeys.memberId, members.id), eq(pinKeys.state, sql`'ACTIVE'`)))
  return (
    db
      .select({
        sessionId: sessions.id,
        memberId: members.id,
        email: members.email,
        nickname: members.nickname,
        language: members.language,
        walletAddress: members.walletAddress,
        status: members.status,
        hasPin: sql<boolean>`${exists(activePin)}`,
        generation: sessions.generation,
        received: sessions.received,
        openedAt: sessions.createdAt,
        rotatedAt: sessions.rotatedAt,
        expiresAt: sessions.expiresAt,
        endedAt: sessions.endedAt,
      })
      .from(sessions)
      .innerJoin(members, eq(members.id, sessions.memberId))
      // PostgreSQL would plan each list length again; the length of a subquery is unknown to it.
      .where(sql`${sessions.id} = any(array(select unnest(${sessionIds}::uuid[])))`)
  )
})

export async function lockSession(db: Db, id: string): Promise<SessionRow | undefined> {
  const [row] = await db.select().from(sessions).where(eq(sessions.id, id)).for('update')
  return row
}

/** Marks only these tokens: a refresh may have issued newer ones since they were read. */
export async function markReceived(db: Db, id: string, generation: number): Promise<void> {
  await db
    .update(sessions)
    .set({ received: true })
    .where(and(eq(sessions.id, id), eq(sessions.generation, generation)))
}

export async function updateSession(
  db: Db,
  id: string,
  change: Partial<typeof sessions.$inferInsert>,
): Promise<void> {
  await db.update(sessions).set(change).where(eq(sessions.id, id))
}

export async function lockOpenSession(tx: Db, id: string): Promise<boolean> {
  const open = and(eq(sessions.id, id), isNull(sessions.endedAt))
  const rows = await tx.select({ id: sessions.id }).from(sessions).where(open).for('share')
  return rows.length > 0
}

/** Ends a session once; the first end time stays. */
export async function endSession(db: Db, id: string, endedAt: Date): Promise<void> {
  await db
    .update(sessions)
    .set({ endedAt })
    .where(and(eq(sessions.id, id), isNull(sessions.endedAt)))
}

export async function endSessionsOf(
  db: Db,
  memberId: number,
  { endedAt, except }: { endedAt: Date; except: string | undefined },
): Promise<number> {
  const open = and(eq(sessions.memberId, memberId), isNull(sessions.endedAt))
  const ended = await db
    .update(sessions)
    .set({ endedAt })
    .where(except === undefined ? open : and(open, ne(sessions.id, except)))
    .returning({ expiresAt: sessions.expiresAt })
  return ended.filter(({ expiresAt }) => expiresAt > endedAt).length
}

/**
 * Deletes the push subscriptions of ended sessions after a log-out. A device that was logged out by
 * a new password or a lock keeps its subscription, because it may be the only one that can warn of
 * a stolen account.
 */
export async function deleteEndedSubscriptions(tx: Db, memberId: number): Promise<void> {
  const ended = tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, pushSubscriptions.sessionId), isNotNull(sessions.endedAt)))
  await tx
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.memberId, memberId), exists(ended)))
}

export async function findOpenSessions(db: Db, memberId: number, now: Date): Promise<SessionRow[]> {
  return db
    .select()
    .from(sessions)
    .where(
      and(eq(sessions.memberId, memberId), isNull(sessions.endedAt), gt(sessions.expiresAt, now)),
    )
    .orderBy(desc(sessions.rotatedAt), desc(sessions.createdAt))
}

/** Deletes all sessions of a deleted member. */
export async function deleteSessionsOf(db: Db, memberId: number): Promise<void> {
  await db.delete(sessions).where(eq(sessions.memberId, memberId))
}
