import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Db } from '#/platform/process/db.ts'
import { prepared, type Params } from '#/platform/process/prepared.ts'
import { operators, replacedOperatorTokens } from './operator.table.ts'

type OperatorRow = typeof operators.$inferSelect

const findActive = prepared('operator.active', (db, { tokenHash }: Params<{ tokenHash: string }>) =>
  db
    .select()
    .from(operators)
    .where(and(eq(operators.tokenHash, tokenHash), isNull(operators.disabledAt))),
)

export async function findActiveByTokenHash(
  db: Db,
  tokenHash: string,
): Promise<OperatorRow | undefined> {
  const [row] = await findActive(db, { tokenHash })
  return row
}

export async function findOperatorByName(db: Db, name: string): Promise<OperatorRow | undefined> {
  const [row] = await db.select().from(operators).where(eq(operators.name, name))
  return row
}

export async function anyOperatorExists(db: Db): Promise<boolean> {
  return (await db.$count(operators)) > 0
}

export async function findOperators(
  db: Db,
  page: { size: number; offset: number },
): Promise<{ rows: OperatorRow[]; totalCount: number }> {
  const rows = await db
    .select()
    .from(operators)
    .orderBy(asc(operators.id))
    .limit(page.size)
    .offset(page.offset)
  return { rows, totalCount: await db.$count(operators) }
}

/** Returns undefined when the name is taken. */
export async function insertOperator(
  db: Db,
  row: typeof operators.$inferInsert,
): Promise<OperatorRow | undefined> {
  const [inserted] = await db
    .insert(operators)
    .values(row)
    .onConflictDoNothing({ target: operators.name })
    .returning()
  return inserted
}

/** Stores the previous hash, so that a replaced token is never accepted again. */
export async function replaceTokenHash(
  db: Db,
  { id, tokenHash: replaced }: Pick<OperatorRow, 'id' | 'tokenHash'>,
  fresh: { tokenHash: string; expiresAt: Date },
  replacedAt: Date,
): Promise<void> {
  await db.update(operators).set(fresh).where(eq(operators.id, id))
  await db.insert(replacedOperatorTokens).values({ tokenHash: replaced, replacedAt })
}

export async function extendToken(db: Db, tokenHash: string, expiresAt: Date): Promise<void> {
  await db.update(operators).set({ expiresAt }).where(eq(operators.tokenHash, tokenHash))
}

export async function isReplacedToken(db: Db, tokenHash: string): Promise<boolean> {
  const replaced = eq(replacedOperatorTokens.tokenHash, tokenHash)
  return (await db.$count(replacedOperatorTokens, replaced)) > 0
}

export async function lockOperator(db: Db, id: number): Promise<OperatorRow | undefined> {
  const [row] = await db.select().from(operators).where(eq(operators.id, id)).for('update')
  return row
}

/** Locks in a fixed order, so that two owners who disable each other cannot deadlock. */
export async function lockActiveOwnerIds(db: Db): Promise<number[]> {
  const rows = await db
    .select({ id: operators.id })
    .from(operators)
    .where(and(eq(operators.role, 'OWNER'), isNull(operators.disabledAt)))
    .orderBy(asc(operators.id))
    .for('update')
  return rows.map(({ id }) => id)
}

export async function disableOperatorRow(db: Db, id: number, disabledAt: Date): Promise<void> {
  await db.update(operators).set({ disabledAt }).where(eq(operators.id, id))
}
