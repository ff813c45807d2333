import { and, asc, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { OperatorRole } from '@solstice/contract/endpoint'
import type { Language } from '@solstice/contract/messages'
import type { Db } from '#/platform/process/db.ts'
import { prepared, type Params } from '#/platform/process/prepared.ts'
import { operators, replacedOperatorTokens } from './operator.table.ts'

export type OperatorRow = typeof operators.$inferSelect

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

export async function findOperator(db: Db, id: number): Promise<OperatorRow | undefined> {
  const [row] = await db.select().from(operators).where(eq(operators.id, id))
  return row
}

export async function findPersonByEmail(db: Db, email: string): Promise<OperatorRow | undefined> {
  const [row] = await db.select().from(operators).where(eq(operators.email, email))
  return row
}

/** Returns whether a person has ever enrolled; those who were disabled since count as well. */
export async function hasAnyoneEnrolled(db: Db): Promise<boolean> {
  const enrolled = and(eq(operators.kind, 'PERSON'), isNotNull(operators.enrolledAt))
  return (await db.$count(operators, enrolled)) > 0
}

/** Returns the active persons who have enrolled. */
export function findEnrolledPeople(db: Db): Promise<OperatorRow[]> {
  return db
    .select()
    .from(operators)
    .where(
      and(
        eq(operators.kind, 'PERSON'),
        isNotNull(operators.enrolledAt),
        isNull(operators.disabledAt),
      ),
    )
    .orderBy(asc(operators.id))
}

/**
 * Locks the other active persons who have not enrolled yet and whom a token appointed for which
 * nobody answers.
 */
export function lockOtherClaims(db: Db, personId: number): Promise<OperatorRow[]> {
  return db
    .select()
    .from(operators)
    .where(
      and(
        ne(operators.id, personId),
        eq(operators.kind, 'PERSON'),
        isNull(operators.enrolledAt),
        isNull(operators.disabledAt),
        isNotNull(operators.appointedBy),
        sql`responsible_for(${operators.appointedBy}) is null`,
      ),
    )
    .orderBy(asc(operators.id))
    .for('no key update')
}

export async function setLanguage(db: Db, id: number, language: Language): Promise<void> {
  await db.update(operators).set({ language }).where(eq(operators.id, id))
}

export async function setEnrolled(db: Db, id: number, enrolledAt: Date): Promise<void> {
  await db.update(operators).set({ enrolledAt }).where(eq(operators.id, id))
}

export async function setEmail(db: Db, id: number, email: string): Promise<void> {
  await db.update(operators).set({ email }).where(eq(operators.id, id))
}

/** Keeps the former role, because a demoted person counts as a possible approver for a while. */
export async function setRole(
  db: Db,
  id: number,
  change: { role: OperatorRole; formerRole: OperatorRole; roleChangedAt: Date },
): Promise<void> {
  await db.update(operators).set(change).where(eq(operators.id, id))
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

/** Returns undefined when the name or the email is taken. */
export async function insertOperator(
  db: Db,
  row: typeof operators.$inferInsert,
): Promise<OperatorRow | undefined> {
  const [inserted] = await db.insert(operators).values(row).onConflictDoNothing().returning()
  return inserted
}

/** Stores the previous hash, so that a replaced token is never accepted again. */
export async function replaceTokenHash(
  db: Db,
  { id, tokenHash: replaced }: { id: number; tokenHash: string },
  fresh: { tokenHash: string; expiresAt: Date; appointedBy?: number | null },
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

/** Does not block inserts that reference the operator, such as notices and proposals. */
export async function lockOperator(db: Db, id: number): Promise<OperatorRow | undefined> {
  const [row] = await db.select().from(operators).where(eq(operators.id, id)).for('no key update')
  return row
}

/** Locks in a fixed order, so that two owners who disable each other cannot deadlock. */
export function lockActiveOwners(db: Db): Promise<OperatorRow[]> {
  return db
    .select()
    .from(operators)
    .where(and(eq(operators.role, 'OWNER'), isNull(operators.disabledAt)))
    .orderBy(asc(operators.id))
    .for('no key update')
}

/** Also matches machines that machines of this person appointed. */
const isActiveMachineOf = (personId: number) =>
  and(
    eq(operators.kind, 'MACHINE'),
    isNull(operators.disabledAt),
    sql`responsible_for(${operators.id}) = ${personId}`,
  )

/** Returns the active machines for which this person answers, who must be active. */
export function findActiveMachinesOf(db: Db, personId: number): Promise<OperatorRow[]> {
  return db.select().from(operators).where(isActiveMachineOf(personId)).orderBy(asc(operators.id))
}

/** Locks the active machines for which this person answers, who must be active. */
export function lockActiveMachinesOf(db: Db, personId: number): Promise<OperatorRow[]> {
  return db
    .select()
    .from(operators)
    .where(isActiveMachineOf(personId))
    .orderBy(asc(operators.id))
    .for('no key update')
}

export async function disableOperatorRow(db: Db, id: number, disabledAt: Date): Promise<void> {
  await db.update(operators).set({ disabledAt }).where(eq(operators.id, id))
}
