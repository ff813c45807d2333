import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Db } from '#/platform/process/db.ts'
import { operatorEnrolments } from './operator-identity.table.ts'
import { operators } from './operator.table.ts'

type EnrolmentRow = typeof operatorEnrolments.$inferSelect

const isOpen = and(isNull(operatorEnrolments.usedAt), isNull(operatorEnrolments.revokedAt))

/** Revokes the open links of the operator. */
export async function revokeEnrolments(db: Db, operatorId: number, revokedAt: Date): Promise<void> {
  await db
    .update(operatorEnrolments)
    .set({ revokedAt })
    .where(and(eq(operatorEnrolments.operatorId, operatorId), isOpen))
}

/** Revokes the earlier link of the operator, so that only the newest one works. */
export async function insertEnrolment(
  db: Db,
  row: typeof operatorEnrolments.$inferInsert,
): Promise<EnrolmentRow> {
  await revokeEnrolments(db, row.operatorId, row.createdAt)
  const [inserted] = await db.insert(operatorEnrolments).values(row).returning()
  if (!inserted) throw new Error('An enrolment was not inserted')
  return inserted
}

/** Finds an enrolment whose link was not mailed yet. */
export async function findUnmailedEnrolment(db: Db, id: number) {
  const [row] = await db
    .select({ enrolment: operatorEnrolments, operator: operators })
    .from(operatorEnrolments)
    .innerJoin(operators, eq(operators.id, operatorEnrolments.operatorId))
    .where(
      and(
        eq(operatorEnrolments.id, id),
        isOpen,
        isNull(operatorEnrolments.mailedAt),
        isNull(operators.disabledAt),
      ),
    )
  return row
}

/** Returns false if the enrolment was used or replaced meanwhile. */
export async function setEnrolmentCode(
  db: Db,
  id: number,
  made: { codeHash: string; expiresAt: Date },
): Promise<boolean> {
  const changed = await db
    .update(operatorEnrolments)
    .set(made)
    .where(and(eq(operatorEnrolments.id, id), isOpen))
    .returning({ id: operatorEnrolments.id })
  return changed.length === 1
}

export async function findEnrolmentByCode(db: Db, codeHash: string, now: Date) {
  const [row] = await db
    .select({ enrolment: operatorEnrolments, operator: operators })
    .from(operatorEnrolments)
    .innerJoin(operators, eq(operators.id, operatorEnrolments.operatorId))
    .where(
      and(
        eq(operatorEnrolments.codeHash, codeHash),
        isOpen,
        gt(operatorEnrolments.expiresAt, now),
        isNull(operators.disabledAt),
      ),
    )
  return row
}

/** Uses up a link. Returns false if another request was faster. */
export async function takeEnrolment(db: Db, id: number, now: Date): Promise<boolean> {
  const taken = await db
    .update(operatorEnrolments)
    .set({ usedAt: now })
    .where(and(eq(operatorEnrolments.id, id), isOpen, gt(operatorEnrolments.expiresAt, now)))
    .returning({ id: operatorEnrolments.id })
  return taken.length === 1
}

export async function markEnrolmentMailed(db: Db, id: number, mailedAt: Date): Promise<void> {
  await db.update(operatorEnrolments).set({ mailedAt }).where(eq(operatorEnrolments.id, id))
}
