import { and, desc, eq, exists, gt, inArray, isNotNull, isNull, lt, min, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import {
  payoutAttempts,
  payouts,
  treasuryLanes,
  treasurySwitch,
} from '#/modules/payout/payout.table.ts'
import { rowsOf, type Db } from '#/platform/process/db.ts'
import { idList } from '#/platform/process/expressions.ts'
import { signerRequests } from './signer.table.ts'

/** A payout as the signer reads it. None of its values is trusted beyond the hard limits. */
export type PayoutToSign = NonNullable<Awaited<ReturnType<typeof findPayoutToSign>>>

/**
 * Reads the payout to sign. A cancellation uses up its nonce and pays nothing. `isStopped` is true
 * if an operator stopped payouts, on this chain or everywhere.
 */
export async function findPayoutToSign(db: Db, payoutId: number) {
  const stopped = db
    .select({ one: treasurySwitch.one })
    .from(treasurySwitch)
    .where(isNotNull(treasurySwitch.stoppedAt))
  const frozen = db
    .select({ chainId: treasuryLanes.chainId })
    .from(treasuryLanes)
    .where(and(eq(treasuryLanes.chainId, payouts.chainId), isNotNull(treasuryLanes.frozenAt)))
  const [row] = await db
    .select({
      id: payouts.id,
      createdAt: payouts.createdAt,
      chainId: payouts.chainId,
      contract: payouts.contract,
      address: payouts.address,
      amount: payouts.amount,
      purpose: payouts.purpose,
      creates: payouts.creates,
      subject: payouts.subject,
      nonce: payouts.nonce,
      account: payouts.account,
      isStopped: sql<boolean>`${exists(stopped)} or ${exists(frozen)}`,
    })
    .from(payouts)
    .where(
      and(
        eq(payouts.id, payoutId),
        isNotNull(payouts.chainId),
        inArray(payouts.state, ['QUEUED', 'RESERVED', 'SENT']),
      ),
    )
  if (!row || row.chainId === null) return undefined
  const { purpose, chainId } = row
  return { ...row, chainId, isRefund: purpose === 'REFUND', isCancel: purpose === 'CANCEL' }
}

/** Returns those of the payouts that failed on chain. */
export function findFailedPayouts(db: Db, ids: readonly number[]) {
  const { id, createdAt, state } = payouts
  return db
    .select({ id, createdAt })
    .from(payouts)
    .where(and(inArray(id, idList(ids)), eq(state, 'FAILED')))
}

export type AttemptToSign = NonNullable<Awaited<ReturnType<typeof findAttemptToSign>>>

export async function findAttemptToSign(db: Db, payoutId: number, attempt: number) {
  const [row] = await db
    .select({
      gas: payoutAttempts.gas,
      maxFeePerGas: payoutAttempts.maxFee,
      maxPriorityFeePerGas: payoutAttempts.priorityFee,
    })
    .from(payoutAttempts)
    .where(and(eq(payoutAttempts.payoutId, payoutId), eq(payoutAttempts.attempt, attempt)))
  return row
}

export async function readDatabaseTime(db: Db): Promise<Date> {
  // Raw SQL: the builder selects from a table only.
  const [row] = await rowsOf<{ now: string }>(db, sql`select now() as now`)
  if (!row) throw new Error('The database returned no time')
  return new Date(row.now)
}

/**
 * A request to the signer: for an admission with the gas of the first attempt, or for one
 * signature.
 */
export type SignerRequest =
  | { kind: 'admit'; payoutId: number; gas: bigint; maxFeePerGas: bigint }
  | { kind: 'sign'; payoutId: number; attempt: number }

export async function insertRequest(db: Db, request: SignerRequest, at: Date): Promise<number> {
  const { payoutId } = request
  const values =
    request.kind === 'sign'
      ? { attempt: request.attempt }
      : { gas: request.gas, maxFee: request.maxFeePerGas }
  const [row] = await db
    .insert(signerRequests)
    .values({ payoutId, ...values, askedAt: at })
    .returning({ id: signerRequests.id })
  if (!row) throw new Error('Inserting the signer request returned no row')
  return row.id
}

export async function findAnswer(db: Db, requestId: number): Promise<unknown> {
  const [row] = await db
    .select({ answer: signerRequests.answer })
    .from(signerRequests)
    .where(eq(signerRequests.id, requestId))
  return row?.answer ?? undefined
}

export async function deleteRequest(db: Db, requestId: number): Promise<void> {
  await db.delete(signerRequests).where(eq(signerRequests.id, requestId))
}

const isGivenUp = eq(signerRequests.givenUp, true)

/**
 * Gives up a request that its caller no longer waits for. The oldest one stays, because it shows
 * since when the signer has been down. A request that was answered at the last moment is deleted.
 */
export async function giveUpRequest(db: Db, requestId: number): Promise<void> {
  await db
    .update(signerRequests)
    .set({ givenUp: true })
    .where(and(eq(signerRequests.id, requestId), isNull(signerRequests.answer)))
  await db
    .delete(signerRequests)
    .where(and(eq(signerRequests.id, requestId), isNotNull(signerRequests.answer)))
  const givenUp = alias(signerRequests, 'given_up_requests')
  const oldest = db
    .select({ id: min(givenUp.id) })
    .from(givenUp)
    .where(eq(givenUp.givenUp, true))
  await db.delete(signerRequests).where(and(isGivenUp, gt(signerRequests.id, oldest)))
}

const BATCH_SIZE = 20

/**
 * Returns the requests that callers wait for, oldest first. Deletes requests that were given up,
 * because the signer is running again.
 */
export async function takeRequests(db: Db): Promise<{ id: number; request: SignerRequest }[]> {
  const rows = await db
    .select()
    .from(signerRequests)
    .where(isNull(signerRequests.answer))
    .orderBy(desc(signerRequests.givenUp), signerRequests.id)
    .limit(BATCH_SIZE)
  const waiting = rows.filter(({ givenUp }) => !givenUp)
  if (waiting.length < rows.length) await db.delete(signerRequests).where(isGivenUp)
  return waiting.map((row) => ({ id: row.id, request: requestOf(row) }))
}

function requestOf({
  payoutId,
  attempt,
  gas,
  maxFee,
}: typeof signerRequests.$inferSelect): SignerRequest {
  if (attempt !== null) return { kind: 'sign', payoutId, attempt }
  if (gas === null || maxFee === null) throw new Error('The admission request has no gas values')
  return { kind: 'admit', payoutId, gas, maxFeePerGas: maxFee }
}

/** Returns the time of the oldest unanswered request. */
export async function findOldestRequest(db: Db): Promise<Date | undefined> {
  const [row] = await db
    .select({ askedAt: signerRequests.askedAt })
    .from(signerRequests)
    .where(isNull(signerRequests.answer))
    .orderBy(signerRequests.id)
    .limit(1)
  return row?.askedAt
}

/**
 * Saves the answer, or deletes the request if its caller has given up: a late answer must not hide
 * newer unanswered requests.
 */
export async function saveAnswer(db: Db, requestId: number, answer: object): Promise<void> {
  const isThis = eq(signerRequests.id, requestId)
  await db
    .update(signerRequests)
    .set({ answer })
    .where(and(isThis, eq(signerRequests.givenUp, false)))
  await db.delete(signerRequests).where(and(isThis, isGivenUp))
}

/** Deletes old requests, whose callers no longer wait. */
export async function deleteRequestsBefore(db: Db, before: Date): Promise<void> {
  await db.delete(signerRequests).where(lt(signerRequests.askedAt, before))
}
