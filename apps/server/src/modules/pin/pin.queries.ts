import { and, eq, gt, isNull, max } from 'drizzle-orm'
import type { PinPurpose } from '@solstice/contract/pin-purpose'
import type { Db } from '#/platform/process/db.ts'
import { pinEvaluations, pinKeys } from './pin.table.ts'

export type PinKeyRow = typeof pinKeys.$inferSelect

export async function insertPinKey(db: Db, row: typeof pinKeys.$inferInsert): Promise<void> {
  await db.insert(pinKeys).values(row)
}

export async function findActiveKey(db: Db, memberId: number): Promise<PinKeyRow | undefined> {
  const [row] = await db
    .select()
    .from(pinKeys)
    .where(and(eq(pinKeys.memberId, memberId), eq(pinKeys.state, 'ACTIVE').inlineParams()))
  return row
}

export async function newestRetirement(db: Db, memberId: number): Promise<Date | null> {
  const [row] = await db
    .select({ retiredAt: max(pinKeys.retiredAt) })
    .from(pinKeys)
    .where(eq(pinKeys.memberId, memberId))
  return row?.retiredAt ?? null
}

export async function findPinKey(db: Db, id: string): Promise<PinKeyRow | undefined> {
  const [row] = await db.select().from(pinKeys).where(eq(pinKeys.id, id))
  return row
}

export async function findEnrolment(
  db: Db,
  memberId: number,
  enrolmentId: string,
): Promise<PinKeyRow | undefined> {
  const [row] = await db
    .select()
    .from(pinKeys)
    .where(and(eq(pinKeys.memberId, memberId), eq(pinKeys.enrolmentId, enrolmentId)))
  return row
}

export async function updatePinKey(
  db: Db,
  id: string,
  change: Partial<typeof pinKeys.$inferInsert>,
): Promise<void> {
  await db.update(pinKeys).set(change).where(eq(pinKeys.id, id))
}

export async function deleteEnrolments(db: Db, memberId: number): Promise<void> {
  await db
    .delete(pinKeys)
    .where(and(eq(pinKeys.memberId, memberId), eq(pinKeys.state, 'ENROLLING')))
}

export function findPinKeysOf(db: Db, memberId: number): Promise<PinKeyRow[]> {
  return db.select().from(pinKeys).where(eq(pinKeys.memberId, memberId))
}

/** Deletes a key with its evaluations and enrolled devices. */
export async function deletePinKey(db: Db, id: string): Promise<void> {
  await db.delete(pinKeys).where(eq(pinKeys.id, id))
}

export async function deleteEvaluationsOfKey(db: Db, pinKeyId: string): Promise<void> {
  await db.delete(pinEvaluations).where(eq(pinEvaluations.pinKeyId, pinKeyId))
}

type TokenUse = { memberId: number; purpose: PinPurpose; tokenHash: string; now: Date }

function usableToken({ memberId, purpose, tokenHash, now }: TokenUse) {
  return and(
    eq(pinEvaluations.memberId, memberId),
    eq(pinEvaluations.purpose, purpose),
    eq(pinEvaluations.tokenHash, tokenHash),
    isNull(pinEvaluations.tokenUsedAt),
    gt(pinEvaluations.tokenExpiresAt, now),
  )
}

/** Uses the token in one statement, so that of two calls with the same token only one succeeds. */
export async function useToken(db: Db, use: TokenUse): Promise<boolean> {
  const rows = await db
    .update(pinEvaluations)
    .set({ tokenUsedAt: use.now })
    .where(usableToken(use))
    .returning({ id: pinEvaluations.id })
  return rows.length === 1
}

export async function isTokenUsable(db: Db, use: TokenUse): Promise<boolean> {
  const rows = await db
    .select({ id: pinEvaluations.id })
    .from(pinEvaluations)
    .where(usableToken(use))
  return rows.length === 1
}

/** Returns the keys of all members in the order of their ids. */
export function findPinKeysAfter(db: Db, after: string | null, count: number) {
  const { id, memberId, sealedKey } = pinKeys
  return db
    .select({ id, memberId, sealedKey })
    .from(pinKeys)
    .where(after === null ? undefined : gt(id, after))
    .orderBy(id)
    .limit(count)
}

/** Returns false if the key was deleted or sealed again meanwhile. */
export async function resealPinKey(
  db: Db,
  key: Pick<PinKeyRow, 'id' | 'sealedKey'>,
  sealedKey: string,
): Promise<boolean> {
  const rows = await db
    .update(pinKeys)
    .set({ sealedKey })
    .where(and(eq(pinKeys.id, key.id), eq(pinKeys.sealedKey, key.sealedKey)))
    .returning({ id: pinKeys.id })
  return rows.length === 1
}
