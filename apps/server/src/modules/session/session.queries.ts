import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#/platform/db.ts'
import { sessions } from './session.table.ts'

export type SessionRow = typeof sessions.$inferSelect

export async function insertSession(db: Db, row: typeof sessions.$inferInsert): Promise<void> {
  await db.insert(sessions).values(row)
}

export async function findSession(db: Db, id: string): Promise<SessionRow | undefined> {
  const [row] = await db.select().from(sessions).where(eq(sessions.id, id))
  return row
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
