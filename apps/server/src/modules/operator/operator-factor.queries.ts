import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm'
import type { Db } from '#/platform/process/db.ts'
import { operatorFactors, operatorRecoveryCodes } from './operator-identity.table.ts'
import { operators } from './operator.table.ts'

export type FactorRow = typeof operatorFactors.$inferSelect

export function findFactors(db: Db, operatorIds: readonly number[]): Promise<FactorRow[]> {
  return db
    .select()
    .from(operatorFactors)
    .where(inArray(operatorFactors.operatorId, [...operatorIds]))
    .orderBy(asc(operatorFactors.id))
}

/** Locks the factors of an operator, so that two requests cannot remove the last two. */
export function lockFactors(db: Db, operatorId: number): Promise<FactorRow[]> {
  return db
    .select()
    .from(operatorFactors)
    .where(eq(operatorFactors.operatorId, operatorId))
    .orderBy(asc(operatorFactors.id))
    .for('update')
}

/** Finds the active person with a password under this address. */
export async function findPasswordOf(db: Db, email: string) {
  const [row] = await db
    .select({ operatorId: operators.id, passwordHash: operatorFactors.passwordHash })
    .from(operators)
    .innerJoin(operatorFactors, eq(operatorFactors.operatorId, operators.id))
    .where(
      and(
        eq(operators.email, email),
        isNull(operators.disabledAt),
        eq(operatorFactors.kind, 'TOTP'),
      ),
    )
  return row
}

/** Locks a passkey until its counter is stored, so that an assertion cannot be used in parallel. */
export async function lockPasskey(db: Db, credentialId: string): Promise<FactorRow | undefined> {
  const [row] = await db
    .select()
    .from(operatorFactors)
    .where(eq(operatorFactors.credentialId, credentialId))
    .for('update')
  return row
}

export async function lockTotp(db: Db, operatorId: number): Promise<FactorRow | undefined> {
  const [row] = await db
    .select()
    .from(operatorFactors)
    .where(and(eq(operatorFactors.operatorId, operatorId), eq(operatorFactors.kind, 'TOTP')))
    .for('update')
  return row
}

export async function usePasskey(
  db: Db,
  id: number,
  used: { signCount: number; lastUsedAt: Date },
): Promise<void> {
  await db.update(operatorFactors).set(used).where(eq(operatorFactors.id, id))
}

/** Returns false if a code of this step or a later one was used before. */
export async function useTotpStep(
  db: Db,
  id: number,
  used: { totpStep: number; lastUsedAt: Date },
): Promise<boolean> {
  const isUnused = or(isNull(operatorFactors.totpStep), lt(operatorFactors.totpStep, used.totpStep))
  const changed = await db
    .update(operatorFactors)
    .set(used)
    .where(and(eq(operatorFactors.id, id), isUnused))
    .returning({ id: operatorFactors.id })
  return changed.length === 1
}

/** Returns undefined if the passkey is already stored. */
export async function insertFactor(
  db: Db,
  row: typeof operatorFactors.$inferInsert,
): Promise<FactorRow | undefined> {
  const [inserted] = await db
    .insert(operatorFactors)
    .values(row)
    .onConflictDoNothing({ target: operatorFactors.credentialId })
    .returning()
  return inserted
}

export async function deleteFactor(db: Db, id: number): Promise<void> {
  await db.delete(operatorFactors).where(eq(operatorFactors.id, id))
}

export async function deleteFactorsOf(db: Db, operatorId: number): Promise<void> {
  await db.delete(operatorFactors).where(eq(operatorFactors.operatorId, operatorId))
}

export async function replaceRecoveryCodes(
  db: Db,
  operatorId: number,
  codeHashes: readonly string[],
  createdAt: Date,
): Promise<void> {
  await db.delete(operatorRecoveryCodes).where(eq(operatorRecoveryCodes.operatorId, operatorId))
  await db
    .insert(operatorRecoveryCodes)
    .values(codeHashes.map((codeHash) => ({ operatorId, codeHash, createdAt })))
}

/** Uses up a recovery code. Returns false if it is unknown or was used before. */
export async function useRecoveryCode(
  db: Db,
  operatorId: number,
  codeHash: string,
  usedAt: Date,
): Promise<boolean> {
  const used = await db
    .update(operatorRecoveryCodes)
    .set({ usedAt })
    .where(
      and(
        eq(operatorRecoveryCodes.operatorId, operatorId),
        eq(operatorRecoveryCodes.codeHash, codeHash),
        isNull(operatorRecoveryCodes.usedAt),
      ),
    )
    .returning({ codeHash: operatorRecoveryCodes.codeHash })
  return used.length === 1
}

export function countRecoveryCodes(db: Db, operatorId: number): Promise<number> {
  return db.$count(
    operatorRecoveryCodes,
    and(eq(operatorRecoveryCodes.operatorId, operatorId), isNull(operatorRecoveryCodes.usedAt)),
  )
}

/** Returns the sealed secrets of all operators in the order of their ids. */
export function findTotpSecretsAfter(db: Db, after: number, count: number) {
  const { id, operatorId, totpSecret } = operatorFactors
  return db
    .select({ id, operatorId, totpSecret })
    .from(operatorFactors)
    .where(and(isNotNull(totpSecret), gt(id, after)))
    .orderBy(asc(id))
    .limit(count)
}

/** Returns false if the factor was removed or sealed again meanwhile. */
export async function resealTotpSecret(
  db: Db,
  factor: { id: number; totpSecret: string },
  totpSecret: string,
): Promise<boolean> {
  const { id } = operatorFactors
  const rows = await db
    .update(operatorFactors)
    .set({ totpSecret })
    .where(and(eq(id, factor.id), eq(operatorFactors.totpSecret, factor.totpSecret)))
    .returning({ id })
  return rows.length === 1
}
