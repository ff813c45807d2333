import { and, desc, eq, exists, gt, inArray, isNotNull, isNull, lt, min, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import {
  payoutAttempts,
  payouts,
  treasuryLanes,
  treasurySwitch,
} from '#/modules/payout/payout.table.ts'
import { rowsOf, type Db } from '#/platform/process/db.ts'
import { signerRequests } from './signer.table.ts'

/** A payout as the signer reads it. Nothing in it is trusted beyond the hard limits. */
export type PayoutToSign = NonNullable<Awaited<ReturnType<typeof findPayoutToSign>>>

/**
 * A cancellation uses up its nonce and pays nothing. `isStopped` tells whether an operator stopped
 * payouts, here or everywhere.
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
      isRefund: sql<boolean>`${eq(payouts.purpose, 'REFUND')}`,
      isCancel: sql<boolean>`${eq(payouts.purpose, 'CANCEL')}`,
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
  return { ...row, chainId: row.chainId }
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
  if (!row) throw new Error('The database does not know the time')
  return new Date(row.now)
}

/** A question to the signer: for admission with the gas of the first try, or for one signature. */
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
  if (!row) throw new Error('The database kept no request')
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
 * Nobody waits for the answer any more. The oldest of these stays: it shows how long the signer is
 * silent. One that was answered at the last moment shows nothing.
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

const AT_ONCE = 20

/** Those that somebody waits for, oldest first. What was given up is deleted: the signer is back. */
export async function takeRequests(db: Db): Promise<{ id: number; request: SignerRequest }[]> {
  const rows = await db
    .select()
    .from(signerRequests)
    .where(isNull(signerRequests.answer))
    .orderBy(desc(signerRequests.givenUp), signerRequests.id)
    .limit(AT_ONCE)
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
  if (gas === null || maxFee === null) throw new Error('A request for admission names no gas')
  return { kind: 'admit', payoutId, gas, maxFeePerGas: maxFee }
}

/** When the request was made that waits longest. */
export async function findOldestRequest(db: Db): Promise<Date | undefined> {
  const [row] = await db
    .select({ askedAt: signerRequests.askedAt })
    .from(signerRequests)
    .where(isNull(signerRequests.answer))
    .orderBy(signerRequests.id)
    .limit(1)
  return row?.askedAt
}

/** An answer that comes too late is for nobody: its request would hide those that wait by now. */
export async function saveAnswer(db: Db, requestId: number, answer: object): Promise<void> {
  const isThis = eq(signerRequests.id, requestId)
  await db
    .update(signerRequests)
    .set({ answer })
    .where(and(isThis, eq(signerRequests.givenUp, false)))
  await db.delete(signerRequests).where(and(isThis, isGivenUp))
}

/** Nobody waits for these any more: whoever asked has gone. */
export async function deleteRequestsBefore(db: Db, before: Date): Promise<void> {
  await db.delete(signerRequests).where(lt(signerRequests.askedAt, before))
}
