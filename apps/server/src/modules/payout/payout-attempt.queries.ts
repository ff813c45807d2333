import {
  and,
  count,
  eq,
  getTableColumns,
  inArray,
  isNull,
  lt,
  lte,
  min,
  ne,
  notExists,
  or,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Fees } from '@solstice/rules/gas'
import { REFUNDS_IN_FLIGHT_MAX } from '@solstice/rules/payout'
import type { Db } from '#/platform/process/db.ts'
import { isInFlight, isOpen, isQueued, type Payout } from './payout.queries.ts'
import { payoutAttempts, payouts } from './payout.table.ts'

export type Attempt = Awaited<ReturnType<typeof findAttempts>>[number]

/** Returns the attempts oldest first. The raw transaction is null until it is signed. */
export function findAttempts(db: Db, payoutId: number) {
  const { maxFee, priorityFee, ...rest } = getTableColumns(payoutAttempts)
  return db
    .select({ ...rest, fees: { maxFeePerGas: maxFee, maxPriorityFeePerGas: priorityFee } })
    .from(payoutAttempts)
    .where(eq(payoutAttempts.payoutId, payoutId))
    .orderBy(payoutAttempts.attempt)
}

/** Stores all fields that determine the signed bytes, before signing. */
export async function insertAttempt(
  db: Db,
  made: { payoutId: number; attempt: number; gas: bigint; fees: Fees; at: Date },
): Promise<void> {
  const { payoutId, attempt, gas, fees, at } = made
  const { maxFeePerGas: maxFee, maxPriorityFeePerGas: priorityFee } = fees
  await db
    .insert(payoutAttempts)
    .values({ payoutId, attempt, gas, maxFee, priorityFee, createdAt: at })
    .onConflictDoNothing()
}

/** Stores the first signature; later ones are ignored. */
export async function storeSigned(
  db: Db,
  {
    payoutId,
    attempt,
    raw,
    txHash,
  }: { payoutId: number; attempt: number; raw: string; txHash: string },
): Promise<boolean> {
  const rows = await db
    .update(payoutAttempts)
    .set({ raw, txHash })
    .where(
      and(
        eq(payoutAttempts.payoutId, payoutId),
        eq(payoutAttempts.attempt, attempt),
        isNull(payoutAttempts.raw),
      ),
    )
    .returning({ attempt: payoutAttempts.attempt })
  return rows.length === 1
}

const SIGNING = 4_030_000
const ALL_CHAINS = -1

/** Serialises the assignment of nonces on a chain. */
export function takeSigningLock(tx: Db, chainId: number): Promise<void> {
  return lockSigning(tx, chainId % 2_147_483_647)
}

/**
 * Serialises the check of caps, which count across chains. Must be taken after the lock of the
 * chain.
 */
export function takeCapLock(tx: Db): Promise<void> {
  return lockSigning(tx, ALL_CHAINS)
}

async function lockSigning(tx: Db, on: number): Promise<void> {
  // Raw SQL: the builder has no advisory locks.
  await tx.execute(sql`select pg_advisory_xact_lock(${SIGNING}::int, ${on}::int)`)
}

/** Returns how much coin the payouts in flight may still consume: transferred coins and fees. */
export async function findCoinOnItsWay(tx: Db, chainId: number): Promise<bigint> {
  const { gas, maxFee } = payoutAttempts
  const fee = tx
    .select({ most: sql`coalesce(max(${gas} * ${maxFee}), 0)` })
    .from(payoutAttempts)
    .where(eq(payoutAttempts.payoutId, payouts.id))
  const coin = sql`case when ${payouts.contract} is null then ${payouts.amount} else 0 end`
  const [row] = await tx
    .select({ coin: sql`coalesce(sum(${coin} + ${fee}), 0)`.mapWith(payouts.amount) })
    .from(payouts)
    .where(and(eq(payouts.chainId, chainId), isInFlight))
  return row?.coin ?? 0n
}

// The index payouts_next contains this expression with its literal.
const isRefund = eq(payouts.purpose, 'REFUND').inlineParams()

/**
 * Selects the oldest payout that may be paid now. One that returned its nonce waits until the
 * cancellation is final; if another transaction used the nonce, operators must investigate. Refunds
 * come after everything else and never occupy all slots in flight, so that unsolicited payments
 * cannot delay withdrawals.
 */
function selectNextQueued(db: Db, chainId: number, now: Date) {
  const cancellation = alias(payouts, 'cancellation')
  const unfinished = db
    .select({ id: cancellation.id })
    .from(cancellation)
    .where(and(eq(cancellation.cancels, payouts.id), ne(cancellation.state, 'CONFIRMED')))
  const refund = alias(payouts, 'refund')
  const refundsInFlight = db
    .select({ count: count() })
    .from(refund)
    .where(
      and(
        eq(refund.chainId, chainId),
        eq(refund.purpose, 'REFUND'),
        inArray(refund.state, ['RESERVED', 'SENT']).inlineParams(),
      ),
    )
  return db
    .select()
    .from(payouts)
    .where(
      and(
        eq(payouts.chainId, chainId),
        isQueued,
        or(isNull(payouts.notBefore), lte(payouts.notBefore, now)),
        notExists(unfinished),
        or(ne(payouts.purpose, 'REFUND'), lt(sql`${refundsInFlight}`, REFUNDS_IN_FLIGHT_MAX)),
      ),
    )
    .orderBy(isRefund, payouts.id)
    .limit(1)
}

export async function findNextQueued(
  db: Db,
  chainId: number,
  now: Date,
): Promise<Payout | undefined> {
  const [payout] = await selectNextQueued(db, chainId, now)
  return payout
}

/** Locks the next payout; concurrent workers skip it. */
export async function lockNextQueued(
  tx: Db,
  chainId: number,
  now: Date,
): Promise<Payout | undefined> {
  const [payout] = await selectNextQueued(tx, chainId, now).for('update', {
    of: payouts,
    skipLocked: true,
  })
  return payout
}

export async function holdPayout(
  tx: Db,
  payoutId: number,
  hold: { why: string; until: Date },
): Promise<void> {
  await tx
    .update(payouts)
    .set({ heldFor: hold.why, notBefore: hold.until })
    .where(and(eq(payouts.id, payoutId), isQueued))
}

export async function reservePayout(
  tx: Db,
  payoutId: number,
  { nonce, account, at }: { nonce: number; account: string; at: Date },
): Promise<void> {
  await tx
    .update(payouts)
    .set({ state: 'RESERVED', nonce, account, heldFor: null, notBefore: null, reservedAt: at })
    .where(and(eq(payouts.id, payoutId), isQueued))
}

/** Returns the payout to the queue without a nonce. */
export async function requeuePayout(
  tx: Db,
  payoutId: number,
  hold: { why: string; until: Date },
): Promise<void> {
  await tx
    .delete(payoutAttempts)
    .where(and(eq(payoutAttempts.payoutId, payoutId), isNull(payoutAttempts.raw)))
  await tx
    .update(payouts)
    .set({
      state: 'QUEUED',
      nonce: null,
      account: null,
      reservedAt: null,
      heldFor: hold.why,
      notBefore: hold.until,
    })
    .where(and(eq(payouts.id, payoutId), eq(payouts.state, 'RESERVED')))
}

/** Inserts a zero-value transfer from the account to itself that consumes the nonce of a payout. */
export async function insertCancellation(
  tx: Db,
  of: Payout & { nonce: number; account: string },
  at: Date,
): Promise<number> {
  const { memberId, symbol, decimals, chainId, nonce, account } = of
  const [made] = await tx
    .insert(payouts)
    .values({
      purpose: 'CANCEL',
      key: `cancel:${chainId}:${account}:${nonce}`,
      memberId,
      address: account,
      symbol,
      decimals,
      amount: 0n,
      chainId,
      state: 'RESERVED',
      nonce,
      account,
      cancels: of.id,
      createdAt: at,
      reservedAt: at,
    })
    .returning({ id: payouts.id })
  if (!made) throw new Error('Inserting the cancellation returned no row')
  return made.id
}

/**
 * Returns whether a transaction signed earlier may still use the nonce that the payout returned.
 */
export async function isBeingCancelled(tx: Db, payoutId: number): Promise<boolean> {
  const rows = await tx
    .select({ id: payouts.id })
    .from(payouts)
    .where(and(eq(payouts.cancels, payoutId), isInFlight))
    .limit(1)
  return rows.length > 0
}

export async function markSent(tx: Db, payoutId: number, txHash: string): Promise<void> {
  await tx
    .update(payouts)
    .set({ state: 'SENT', txHash, heldFor: null })
    .where(and(eq(payouts.id, payoutId), isInFlight))
}

/** Records why a payout with a nonce is waiting. */
export async function noteWaiting(db: Db, payoutId: number, why: string): Promise<void> {
  await db
    .update(payouts)
    .set({ heldFor: why })
    .where(
      and(eq(payouts.id, payoutId), isInFlight, sql`${payouts.heldFor} is distinct from ${why}`),
    )
}

/** Ends the payout. Returns false if another worker ended it first. */
export async function markEnded(
  tx: Db,
  payoutId: number,
  end:
    | { state: 'CONFIRMED'; txHash: string; at: Date }
    | { state: 'FAILED'; why: string; at: Date },
): Promise<boolean> {
  const { state, at } = end
  const rows = await tx
    .update(payouts)
    .set(
      state === 'CONFIRMED'
        ? { state, txHash: end.txHash, heldFor: null, confirmedAt: at }
        : { state, failure: end.why, heldFor: null, notBefore: null, failedAt: at },
    )
    .where(
      and(eq(payouts.id, payoutId), state === 'CONFIRMED' ? eq(payouts.state, 'SENT') : isOpen),
    )
    .returning({ id: payouts.id })
  return rows.length === 1
}

/** Returns the lowest nonce in flight, which the lane check needs. */
export async function lowestOpenNonce(
  db: Db,
  chainId: number,
  account: string,
): Promise<number | undefined> {
  const [row] = await db
    .select({ lowest: min(payouts.nonce) })
    .from(payouts)
    .where(and(eq(payouts.chainId, chainId), eq(payouts.account, account), isInFlight))
  return row?.lowest ?? undefined
}
