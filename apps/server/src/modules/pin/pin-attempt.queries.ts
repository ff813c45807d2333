import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { PinCount } from '@solstice/rules/pin'
import type { Db } from '#/platform/db.ts'
import type { PinKeyRow } from './pin.queries.ts'
import { pinDevices, pinEvaluations, pinKeys } from './pin.table.ts'

export type PinEvaluationRow = typeof pinEvaluations.$inferSelect

/** One count of a key: its own of an enrolled device, or the one that all others share. */
export type KeyCount = PinCount & { round: number; of: 'own' | 'shared' }
export type OwnCount = KeyCount & { deviceId: string }

/** Of the first of these names that is enrolled. */
export async function findOwnCount(
  db: Db,
  pinKeyId: string,
  deviceIds: readonly string[],
): Promise<OwnCount | undefined> {
  if (deviceIds.length === 0) return undefined
  const rows = await db
    .select()
    .from(pinDevices)
    .where(and(eq(pinDevices.pinKeyId, pinKeyId), inArray(pinDevices.deviceId, [...deviceIds])))
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

function updateOfCount({ pinKeyId, deviceId, ownCount }: Counted, change: SQL): SQL {
  return ownCount
    ? sql`update pin_devices set ${change} where pin_key_id = ${pinKeyId} and device_id = ${deviceId}`
    : sql`update pin_keys set ${change} where id = ${pinKeyId}`
}

type NewEvaluation = Counted &
  Pick<PinEvaluationRow, 'id' | 'memberId' | 'round' | 'attempt' | 'createdAt'>

/**
 * Counts the try and keeps what may be verified of it, in one step. With it goes what nobody can
 * verify any more, and whose token has run out with it.
 */
export async function insertEvaluation(
  db: Db,
  evaluation: NewEvaluation,
  oldUntil: Date,
): Promise<void> {
  const { id, pinKeyId, memberId, round, attempt, createdAt, deviceId, ownCount } = evaluation
  const at = sql`${createdAt.toISOString()}::timestamptz`
  await db.execute(sql`
    with
      counted as (${updateOfCount(evaluation, sql`tries_used = ${attempt}, last_try_at = ${at}`)}),
      outdated as (
        delete from pin_evaluations
        where member_id = ${memberId} and created_at <= ${oldUntil.toISOString()}::timestamptz
      )
    insert into pin_evaluations
      (id, pin_key_id, member_id, round, attempt, created_at, device_id, own_count)
    values (${id}, ${pinKeyId}, ${memberId}, ${round}, ${attempt}, ${at}, ${deviceId}, ${ownCount})
  `)
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

/** What a right entry leaves on its evaluation and on its count, in one step. */
export async function updateVerified(
  db: Db,
  verified: Verified,
  count: Pick<KeyCount, 'triesUsed' | 'round'>,
): Promise<void> {
  const change = sql`tries_used = ${count.triesUsed}, round = ${count.round}`
  await db.execute(sql`
    with counted as (${updateOfCount(verified, change)})
    update pin_evaluations set
      verified_at = ${verified.verifiedAt?.toISOString() ?? null}::timestamptz,
      purpose = ${verified.purpose},
      failed_since = ${verified.failedSince},
      token_hash = ${verified.tokenHash},
      token_expires_at = ${verified.tokenExpiresAt?.toISOString() ?? null}::timestamptz
    where id = ${verified.id}
  `)
}
