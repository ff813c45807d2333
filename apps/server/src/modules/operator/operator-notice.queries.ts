import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#/platform/process/db.ts'
import { operatorNotices } from './operator-identity.table.ts'
import { operators } from './operator.table.ts'

export async function insertNotice(
  db: Db,
  row: typeof operatorNotices.$inferInsert,
): Promise<number> {
  const [inserted] = await db
    .insert(operatorNotices)
    .values(row)
    .returning({ id: operatorNotices.id })
  if (!inserted) throw new Error('A notice was not inserted')
  return inserted.id
}

/** Finds a notice that was not mailed yet, with its recipient. */
export async function findUnmailedNotice(db: Db, id: number) {
  const [row] = await db
    .select({ notice: operatorNotices, operator: operators })
    .from(operatorNotices)
    .innerJoin(operators, eq(operators.id, operatorNotices.operatorId))
    .where(and(eq(operatorNotices.id, id), isNull(operatorNotices.mailedAt)))
  return row
}

export async function markNoticeMailed(db: Db, id: number, mailedAt: Date): Promise<void> {
  await db.update(operatorNotices).set({ mailedAt }).where(eq(operatorNotices.id, id))
}
