import { and, eq, isNull, sql } from 'drizzle-orm'
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
  walletAddress: string | null
  status: string
  generation: number
  received: boolean
  expiresAt: Date
  endedAt: Date | null
}

export async function findCaller(db: Db, sessionId: string): Promise<Caller | undefined> {
  const rows = await rowsOf<Caller & { memberId: string | number; expiresAt: string | Date }>(
    db,
    sql`select m.id as "memberId", m.email, m.nickname, m.wallet_address as "walletAddress", m.status,
      s.generation, s.received, s.expires_at as "expiresAt", s.ended_at as "endedAt"
      from sessions s join members m on m.id = s.member_id where s.id = ${sessionId}`,
  )
  const row = rows[0]
  return row && { ...row, memberId: Number(row.memberId), expiresAt: new Date(row.expiresAt) }
}

export async function lockSession(db: Db, id: string): Promise<SessionRow | undefined> {
  const [row] = await db.select().from(sessions).where(eq(sessions.id, id)).for('update')
  return row
}

export async function updateSession(
  db: Db,
  id: string,
  change: Partial<typeof sessions.$inferInsert>,
): Promise<void> {
  await db.update(sessions).set(change).where(eq(sessions.id, id))
}

/** A session ends once; the first reason stays. */
export async function endSession(db: Db, id: string, endedAt: Date): Promise<void> {
  await db
    .update(sessions)
    .set({ endedAt })
    .where(and(eq(sessions.id, id), isNull(sessions.endedAt)))
}
