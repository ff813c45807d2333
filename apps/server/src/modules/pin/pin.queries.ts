import { and, eq, gt, isNull, max, sql } from 'drizzle-orm'
import type { PinPurpose } from '@solstice/contract/pin-purpose'
import type { Db } from '#/platform/db.ts'
import { pinEvaluations, pinKeys } from './pin.table.ts'

export type PinKeyRow = typeof pinKeys.$inferSelect
export type PinEvaluationRow = typeof pinEvaluations.$inferSelect

export async function insertPinKey(db: Db, row: typeof pinKeys.$inferInsert): Promise<void> {
  await db.insert(pinKeys).values(row)
}

export async function findActiveKey(db: Db, memberId: number): Promise<PinKeyRow | undefined> {
  const [row] = await db
    .select()
    .from(pinKeys)
    .where(and(eq(pinKeys.memberId, memberId), eq(pinKeys.state, 'ACTIVE')))
  return row
}

export async function newestRetirement(db: Db, memberId: number): Promise<Date | null> {
  const [row] = await db
    .select({ retiredAt: max(pinKeys.retiredAt) })
    .from(pinKeys)
    .where(eq(pinKeys.memberId, memberId))
  return row?.retiredAt ?? null
}

export async function findPinKey(
  db: Db,
  memberId: number,
  id: string,
): Promise<PinKeyRow | undefined> {
  const [row] = await db
    .select()
    .from(pinKeys)
    .where(and(eq(pinKeys.memberId, memberId), eq(pinKeys.id, id)))
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

/** With its evaluations, and so with every token that came of them. */
export async function deletePinKey(db: Db, id: string): Promise<void> {
  await db.delete(pinKeys).where(eq(pinKeys.id, id))
}

export async function deleteEnrolments(db: Db, memberId: number): Promise<void> {
  await db
    .delete(pinKeys)
    .where(and(eq(pinKeys.memberId, memberId), eq(pinKeys.state, 'ENROLLING')))
}

export async function deletePinKeysOf(db: Db, memberId: number): Promise<void> {
  await db.delete(pinKeys).where(eq(pinKeys.memberId, memberId))
}

type NewEvaluation = Pick<
  PinEvaluationRow,
  'id' | 'pinKeyId' | 'memberId' | 'round' | 'attempt' | 'createdAt'
>

/**
 * Counts the try on its key and keeps what may be verified of it, in one step. With it goes what
 * nobody can verify any more, and whose token has run out with it.
 */
export async function insertEvaluation(
  db: Db,
  { id, pinKeyId, memberId, round, attempt, createdAt }: NewEvaluation,
  oldUntil: Date,
): Promise<void> {
  await db.execute(sql`
    with
      counted as (update pin_keys set tries_used = ${attempt} where id = ${pinKeyId}),
      outdated as (
        delete from pin_evaluations
        where member_id = ${memberId} and created_at <= ${oldUntil.toISOString()}::timestamptz
      )
    insert into pin_evaluations (id, pin_key_id, member_id, round, attempt, created_at)
    values (${id}, ${pinKeyId}, ${memberId}, ${round}, ${attempt}, ${createdAt.toISOString()}::timestamptz)
  `)
}

export async function findEvaluation(
  db: Db,
  memberId: number,
  id: string,
): Promise<{ evaluation: PinEvaluationRow; key: PinKeyRow } | undefined> {
  const [row] = await db
    .select({ evaluation: pinEvaluations, key: pinKeys })
    .from(pinEvaluations)
    .innerJoin(pinKeys, eq(pinKeys.id, pinEvaluations.pinKeyId))
    .where(and(eq(pinEvaluations.memberId, memberId), eq(pinEvaluations.id, id)))
  return row
}

type Verified = Pick<
  PinEvaluationRow,
  'id' | 'pinKeyId' | 'verifiedAt' | 'purpose' | 'failedSince' | 'tokenHash' | 'tokenExpiresAt'
>

/** What a right entry leaves on its evaluation and on its key, in one step. */
export async function updateVerified(
  db: Db,
  { id, pinKeyId, ...verified }: Verified,
  key: Pick<PinKeyRow, 'triesUsed' | 'round'>,
): Promise<void> {
  await db.execute(sql`
    with counted as (
      update pin_keys set tries_used = ${key.triesUsed}, round = ${key.round} where id = ${pinKeyId}
    )
    update pin_evaluations set
      verified_at = ${verified.verifiedAt?.toISOString() ?? null}::timestamptz,
      purpose = ${verified.purpose},
      failed_since = ${verified.failedSince},
      token_hash = ${verified.tokenHash},
      token_expires_at = ${verified.tokenExpiresAt?.toISOString() ?? null}::timestamptz
    where id = ${id}
  `)
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

/** One statement: of two calls with the same token, one uses it. */
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
