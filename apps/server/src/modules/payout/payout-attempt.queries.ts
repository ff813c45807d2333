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
  type SQL,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Fees } from '@solstice/rules/gas'
import {
  IN_FLIGHT_MAX,
  REFUNDS_IN_FLIGHT_MAX,
  RELAYS_IN_FLIGHT_MAX,
  type PayoutPurpose,
} from '@solstice/rules/payout'
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
    at,
  }: { payoutId: number; attempt: number; raw: string; txHash: string; at: Date },
): Promise<boolean> {
  const rows = await db
    .update(payoutAttempts)
    .set({ raw, txHash, signedAt: at })
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

// The indexes payouts_next and payouts_relays_next contain these expressions with their literals.
const isRefund = eq(payouts.purpose, 'REFUND').inlineParams()
const isRelay = eq(payouts.purpose, 'RELAY').inlineParams()

/** Counts the payouts of a chain in flight, by a comparison with a purpose. */
function countInFlight(
  db: Db,
  chainId: number,
  compare: typeof eq,
  purpose: PayoutPurpose,
): SQL<number> {
  const flying = alias(payouts, 'flying')
  const counted = db
    .select({ count: count() })
    .from(flying)
    .where(
      and(
        eq(flying.chainId, chainId),
        inArray(flying.state, ['RESERVED', 'SENT']).inlineParams(),
        compare(flying.purpose, purpose),
      ),
    )
  return sql`${counted}`
}

/**
 * Selects payouts that may be paid now. One that returned its nonce waits until the cancellation is
 * final; if another transaction used the nonce, operators must investigate.
 */
function selectQueued(db: Db, chainId: number, now: Date, condition: SQL | undefined) {
  const cancellation = alias(payouts, 'cancellation')
  const unfinished = db
    .select({ id: cancellation.id })
    .from(cancellation)
    .where(and(eq(cancellation.cancels, payouts.id), ne(cancellation.state, 'CONFIRMED')))
  return db
    .select()
    .from(payouts)
    .where(
      and(
        eq(payouts.chainId, chainId),
        isQueued,
        or(isNull(payouts.notBefore), lte(payouts.notBefore, now)),
        notExists(unfinished),
        condition,
      ),
    )
    .limit(1)
}

/** Selects the oldest relayed send. It waits for no payout, because it expires. */
function selectNextRelay(db: Db, chainId: number, now: Date) {
  const inFlight = countInFlight(db, chainId, eq, 'RELAY')
  const isNext = and(isRelay, lt(inFlight, RELAYS_IN_FLIGHT_MAX))
  return selectQueued(db, chainId, now, isNext).orderBy(payouts.id)
}

/**
 * Selects the oldest payout. Refunds come after everything else and never occupy all slots in flight,
 * so that unsolicited payments cannot delay withdrawals.
 */
function selectNextPayout(db: Db, chainId: number, now: Date) {
  const inFlight = countInFlight(db, chainId, ne, 'RELAY')
  const refunds = countInFlight(db, chainId, eq, 'REFUND')
  const isNext = and(
    ne(payouts.purpose, 'RELAY'),
    lt(inFlight, IN_FLIGHT_MAX),
    or(ne(payouts.purpose, 'REFUND'), lt(refunds, REFUNDS_IN_FLIGHT_MAX)),
  )
  return selectQueued(db, chainId, now, isNext).orderBy(isRefund, payouts.id)
}

export async function findNextQueued(
  db: Db,
  chainId: number,
  now: Date,
): Promise<Payout | undefined> {
  const [send] = await selectNextRelay(db, chainId, now)
  if (send) return send
  const [payout] = await selectNextPayout(db, chainId, now)
  return payout
}

/** Locks the next payout; concurrent workers skip it. */
export async function lockNextQueued(
  tx: Db,
  chainId: number,
  now: Date,
): Promise<Payout | undefined> {
  const free = { of: payouts, skipLocked: true } as const
  const [send] = await selectNextRelay(tx, chainId, now).for('update', free)
  if (send) return send
  const [payout] = await selectNextPayout(tx, chainId, now).for('update', free)
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
  end: { at: Date; mined?: { fee: bigint | null; block: number } } & (
    | { state: 'CONFIRMED'; txHash: string }
    | { state: 'FAILED'; why: string }
  ),
): Promise<boolean> {
  const { state, at, mined } = end
  const paid = mined && { fee: mined.fee, blockNumber: mined.block }
  const rows = await tx
    .update(payouts)
    .set(
      state === 'CONFIRMED'
        ? { state, txHash: end.txHash, heldFor: null, confirmedAt: at, ...paid }
        : { state, failure: end.why, heldFor: null, notBefore: null, failedAt: at, ...paid },
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
