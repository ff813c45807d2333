import { and, eq, inArray, lte } from 'drizzle-orm'
import type { PinCount } from '@solstice/rules/pin'
import type { Db } from '#/platform/process/db.ts'
import { textList } from '#/platform/process/expressions.ts'
import type { PinKeyRow } from './pin.queries.ts'
import { pinDevices, pinEvaluations, pinKeys } from './pin.table.ts'

export type PinEvaluationRow = typeof pinEvaluations.$inferSelect

/** An attempt count of a key: that of an enrolled device, or the one shared by all others. */
export type KeyCount = PinCount & { round: number; of: 'own' | 'shared' }
export type OwnCount = KeyCount & { deviceId: string }

/** Returns the count of the first of these ids that is enrolled. */
export async function findOwnCount(
  db: Db,
  pinKeyId: string,
  deviceIds: readonly string[],
): Promise<OwnCount | undefined> {
  if (deviceIds.length === 0) return undefined
  const rows = await db
    .select()
    .from(pinDevices)
    .where(
      and(eq(pinDevices.pinKeyId, pinKeyId), inArray(pinDevices.deviceId, textList(deviceIds))),
    )
  const [first] = rows.toSorted(
    (a, b) => deviceIds.indexOf(a.deviceId) - deviceIds.indexOf(b.deviceId),
  )
  return first && { ...countIn(first, 'own'), deviceId: first.deviceId }
}

export function sharedCountOf(key: PinKeyRow): KeyCount {
  return countIn(key, 'shared')
}

function countIn(
  row: Pick<PinKeyRow, 'triesUsed' | 'lastTryAt' | 'round'>,
  of: KeyCount['of'],
): KeyCount {
  return { of, triesUsed: row.triesUsed, lastTryAt: row.lastTryAt ?? undefined, round: row.round }
}

export async function enrolDevice(
  db: Db,
  device: { pinKeyId: string; deviceId: string; enrolledAt: Date },
): Promise<void> {
  await db.insert(pinDevices).values(device).onConflictDoNothing()
}

export async function resetOwnCounts(db: Db, pinKeyId: string): Promise<void> {
  await db
    .update(pinDevices)
    .set({ triesUsed: 0, lastTryAt: null })
    .where(eq(pinDevices.pinKeyId, pinKeyId))
}

type Counted = Pick<PinEvaluationRow, 'pinKeyId' | 'deviceId' | 'ownCount'>

type CountChange = { triesUsed: number; lastTryAt?: Date; round?: number }

/** Builds the part of a statement that changes the count of the entry. */
function countedWith(db: Db, { pinKeyId, deviceId, ownCount }: Counted, change: CountChange) {
  const counted = db.$with('counted')
  if (!ownCount) {
    return counted.as(db.update(pinKeys).set(change).where(eq(pinKeys.id, pinKeyId)))
  }
  const isOwn = and(eq(pinDevices.pinKeyId, pinKeyId), eq(pinDevices.deviceId, deviceId ?? ''))
  return counted.as(db.update(pinDevices).set(change).where(isOwn))
}

type NewEvaluation = Counted &
  Pick<PinEvaluationRow, 'id' | 'memberId' | 'round' | 'attempt' | 'createdAt'>

/**
 * Counts the attempt and stores its evaluation in one statement. Also deletes evaluations that can
 * no longer be verified and whose tokens have expired.
 */
export async function insertEvaluation(
  db: Db,
  evaluation: NewEvaluation,
  oldUntil: Date,
): Promise<void> {
  const { memberId, attempt, createdAt } = evaluation
  const counted = countedWith(db, evaluation, { triesUsed: attempt, lastTryAt: createdAt })
  const isOld = and(eq(pinEvaluations.memberId, memberId), lte(pinEvaluations.createdAt, oldUntil))
  const outdated = db.$with('outdated').as(db.delete(pinEvaluations).where(isOld))
  await db.with(counted, outdated).insert(pinEvaluations).values(evaluation)
}

export async function findEvaluation(
  db: Db,
  id: string,
): Promise<{ evaluation: PinEvaluationRow; key: PinKeyRow } | undefined> {
  const [row] = await db
    .select({ evaluation: pinEvaluations, key: pinKeys })
    .from(pinEvaluations)
    .innerJoin(pinKeys, eq(pinKeys.id, pinEvaluations.pinKeyId))
    .where(eq(pinEvaluations.id, id))
  return row
}

type Verified = Counted &
  Pick<
    PinEvaluationRow,
    'id' | 'verifiedAt' | 'purpose' | 'failedSince' | 'tokenHash' | 'tokenExpiresAt'
  >

/** Updates the evaluation and the count after a correct entry, in one statement. */
export async function updateVerified(
  db: Db,
  verified: Verified,
  count: Pick<KeyCount, 'triesUsed' | 'round'>,
): Promise<void> {
  const { triesUsed, round } = count
  const { id, verifiedAt, purpose, failedSince, tokenHash, tokenExpiresAt } = verified
  await db
    .with(countedWith(db, verified, { triesUsed, round }))
    .update(pinEvaluations)
    .set({ verifiedAt, purpose, failedSince, tokenHash, tokenExpiresAt })
    .where(eq(pinEvaluations.id, id))
}
