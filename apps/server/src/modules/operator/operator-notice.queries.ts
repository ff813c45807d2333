import { and, eq, gt, isNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#/platform/process/db.ts'
import { operatorNotices } from './operator-identity.table.ts'
import { operators } from './operator.table.ts'

export type NewNotice = typeof operatorNotices.$inferInsert

export async function insertNotice(db: Db, row: NewNotice): Promise<number> {
  const [inserted] = await db
    .insert(operatorNotices)
    .values(row)
    .returning({ id: operatorNotices.id })
  if (!inserted) throw new Error('A notice was not inserted')
  return inserted.id
}

const subjects = alias(operators, 'subjects')
const causes = alias(operators, 'causes')

/** Finds a notice that was not mailed yet, with its recipient and the names in it. */
export async function findUnmailedNotice(db: Db, id: number) {
  const [row] = await db
    .select({
      notice: operatorNotices,
      operator: operators,
      subjectName: subjects.name,
      causeName: causes.name,
    })
    .from(operatorNotices)
    .innerJoin(operators, eq(operators.id, operatorNotices.operatorId))
    .leftJoin(subjects, eq(subjects.id, operatorNotices.subjectId))
    .leftJoin(causes, eq(causes.id, operatorNotices.causedBy))
    .where(and(eq(operatorNotices.id, id), isNull(operatorNotices.mailedAt)))
  return row
}

export async function markNoticeMailed(db: Db, id: number, mailedAt: Date): Promise<void> {
  await db.update(operatorNotices).set({ mailedAt }).where(eq(operatorNotices.id, id))
}

export async function setNoticeCode(db: Db, id: number, codeHash: string): Promise<void> {
  await db.update(operatorNotices).set({ codeHash }).where(eq(operatorNotices.id, id))
}

/** Finds the notice of a link if it was created after the given time. */
export async function findNoticeByCode(db: Db, codeHash: string, createdAfter: Date) {
  const [row] = await db
    .select({ notice: operatorNotices, operator: operators, causeName: causes.name })
    .from(operatorNotices)
    .innerJoin(operators, eq(operators.id, operatorNotices.operatorId))
    .leftJoin(causes, eq(causes.id, operatorNotices.causedBy))
    .where(and(eq(operatorNotices.codeHash, codeHash), gt(operatorNotices.createdAt, createdAfter)))
  return row
}

/** Returns false if the recipient has objected before. */
export async function markObjection(db: Db, id: number, objectedAt: Date): Promise<boolean> {
  const marked = await db
    .update(operatorNotices)
    .set({ objectedAt })
    .where(and(eq(operatorNotices.id, id), isNull(operatorNotices.objectedAt)))
    .returning({ id: operatorNotices.id })
  return marked.length === 1
}
