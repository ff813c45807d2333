import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#/platform/process/db.ts'
import { pointsLogCommitments } from './points-log.table.ts'

export type LogCommitment = typeof pointsLogCommitments.$inferSelect
export type NewCommitment = Pick<LogCommitment, 'kind' | 'scope' | 'commitment' | 'committedAt'>

/** A subject has one commitment; a second one is ignored. */
export async function insertCommitment(tx: Db, row: NewCommitment): Promise<void> {
  await tx.insert(pointsLogCommitments).values(row).onConflictDoNothing()
}

/** Returns the next commitments that are not in the log. */
export function findUnloggedCommitments(tx: Db, count: number): Promise<LogCommitment[]> {
  return tx
    .select()
    .from(pointsLogCommitments)
    .where(isNull(pointsLogCommitments.leafIndex))
    .orderBy(asc(pointsLogCommitments.id))
    .limit(count)
}

export async function saveLogged(
  tx: Db,
  logged: readonly { id: number; leafIndex: number }[],
): Promise<void> {
  // Raw SQL: a batch of any size is one value.
  await tx.execute(sql`update points_log_commitments c set leaf_index = l."leafIndex"
    from jsonb_to_recordset(${JSON.stringify(logged)}::jsonb) as l(id bigint, "leafIndex" bigint)
    where c.id = l.id`)
}

export async function findLeafIndex(
  db: Db,
  { kind, scope }: Pick<NewCommitment, 'kind' | 'scope'>,
): Promise<number | null> {
  const { leafIndex } = pointsLogCommitments
  const [row] = await db
    .select({ leafIndex })
    .from(pointsLogCommitments)
    .where(and(eq(pointsLogCommitments.kind, kind), eq(pointsLogCommitments.scope, scope)))
  return row?.leafIndex ?? null
}
