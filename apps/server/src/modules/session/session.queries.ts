import type { Language } from '@solstice/contract/messages'
import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import { rowsOf, type Db } from '#/platform/db.ts'
import { sessions } from './session.table.ts'

export type SessionRow = typeof sessions.$inferSelect

export async function insertSession(db: Db, row: typeof sessions.$inferInsert): Promise<void> {
  await db.insert(sessions).values(row)
}

/** A session and the member it belongs to, in one look: every private call begins with it. */
export type Caller = {
  memberId: number
  email: string
  nickname: string
  language: Language
  walletAddress: string | null
  hasPin: boolean
  status: string
  generation: number
  received: boolean
  openedAt: Date
  rotatedAt: Date
  expiresAt: Date
  endedAt: Date | null
}

type CallerRow = Omit<Caller, 'memberId' | 'openedAt' | 'rotatedAt' | 'expiresAt'> & {
  sessionId: string
  memberId: string | number
  openedAt: string | Date
  rotatedAt: string | Date
  expiresAt: string | Date
}

export async function findCallers(
  db: Db,
  sessionIds: readonly string[],
): Promise<Map<string, Caller>> {
  const rows = await rowsOf<CallerRow>(
    db,
    sql`select s.id as "sessionId", m.id as "memberId", m.email, m.nickname, m.language,
      m.wallet_address as "walletAddress", m.status,
      exists (select 1 from pin_keys k where k.member_id = m.id and k.state = 'ACTIVE') as "hasPin",
      s.generation, s.received, s.created_at as "openedAt", s.rotated_at as "rotatedAt",
      s.expires_at as "expiresAt", s.ended_at as "endedAt"
    from sessions s join members m on m.id = s.member_id
    where s.id = any(${sql.param(sessionIds)}::uuid[])`,
  )
  return new Map(
    rows.map(({ sessionId, ...row }) => [
      sessionId,
      {
        ...row,
        memberId: Number(row.memberId),
        openedAt: new Date(row.openedAt),
        rotatedAt: new Date(row.rotatedAt),
        expiresAt: new Date(row.expiresAt),
      },
    ]),
  )
}

export async function lockSession(db: Db, id: string): Promise<SessionRow | undefined> {
  const [row] = await db.select().from(sessions).where(eq(sessions.id, id)).for('update')
  return row
}

/** Of these tokens only: a refresh may have made newer ones since they were looked up. */
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

/** A session ends once; the first reason stays. */
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
 * A device that its member logs out shows nothing of them any more. One that was logged out by a
 * new password or a lock keeps ringing: it may be the only one to tell of a stolen account.
 */
export async function forgetEndedDevices(tx: Db, memberId: number): Promise<void> {
  await tx.execute(sql`
    delete from push_subscriptions p using sessions s
    where s.id = p.session_id and s.member_id = ${memberId} and s.ended_at is not null`)
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

/** Of a deleted member nothing remains of where they were signed in. */
export async function deleteSessionsOf(db: Db, memberId: number): Promise<void> {
  await db.delete(sessions).where(eq(sessions.memberId, memberId))
}
