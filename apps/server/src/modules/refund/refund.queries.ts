import { and, asc, eq, inArray, isNotNull, isNull, ne, notExists, or, sql } from 'drizzle-orm'
import { usedPayments } from '#/modules/chain/chain.table.ts'
import { payments } from '#/modules/order/order.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { idList } from '#/platform/process/expressions.ts'
import { refunds } from './refund.table.ts'

export type Refund = typeof refunds.$inferSelect
export type RefundState = Refund['state']
export type RefundOutcome = NonNullable<Refund['outcome']>

export async function findRefund(db: Db, refundId: number): Promise<Refund | undefined> {
  const [refund] = await db.select().from(refunds).where(eq(refunds.id, refundId))
  return refund
}

export async function hasRefund(db: Db, orderId: number): Promise<boolean> {
  const rows = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(eq(refunds.orderId, orderId))
    .limit(1)
  return rows.length > 0
}

export async function findRefundOfHistory(db: Db, historyId: number): Promise<Refund | undefined> {
  const [refund] = await db.select().from(refunds).where(eq(refunds.historyId, historyId))
  return refund
}

/** Returns the refunds of these payments. */
export async function findRefundsOfPayments(
  db: Db,
  paymentIds: readonly number[],
): Promise<Refund[]> {
  return db
    .select()
    .from(refunds)
    .where(inArray(refunds.paymentId, idList(paymentIds)))
}

export async function lockRefund(tx: Db, refundId: number): Promise<Refund | undefined> {
  const [refund] = await tx.select().from(refunds).where(eq(refunds.id, refundId)).for('update')
  return refund
}

export async function lockRefundsOfBatch(tx: Db, batchId: number): Promise<Refund[]> {
  return tx
    .select()
    .from(refunds)
    .where(eq(refunds.batchId, batchId))
    .orderBy(asc(refunds.id))
    .for('update')
}

/** Locks the member's undecided request for an order. */
export async function lockUndecidedRequest(tx: Db, orderId: number): Promise<Refund | undefined> {
  const [refund] = await tx
    .select()
    .from(refunds)
    .where(
      and(
        eq(refunds.orderId, orderId),
        eq(refunds.state, 'REQUESTED').inlineParams(),
        isNull(refunds.paymentId),
      ),
    )
    .for('update')
  return refund
}

/** Links the payment that the request is about. */
export async function attachPayment(
  tx: Db,
  refundId: number,
  to: { paymentId: number; forOperator: boolean },
): Promise<void> {
  await tx.update(refunds).set(to).where(eq(refunds.id, refundId))
}

/** A declined refund leaves its payment to another one. */
const isNotDeclined = ne(refunds.state, 'REJECTED').inlineParams()

/** Returns the refund that owns a payment. Declined refunds of the payment may exist besides it. */
export async function findRefundOfPayment(db: Db, paymentId: number): Promise<Refund | undefined> {
  const [refund] = await db
    .select()
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), isNotDeclined))
  return refund
}

/** Selects the refund that owns the payment of the outer query. */
const ownerOf = (db: Db) =>
  db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.paymentId, payments.id), isNotDeclined))

/** Locks a payment from an unknown address that no other request is linked to. */
export async function lockForeign(tx: Db, txHash: string): Promise<number | undefined> {
  const [row] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.txHash, txHash), eq(payments.state, 'FOREIGN'), notExists(ownerOf(tx))))
    .orderBy(asc(payments.id))
    .limit(1)
    .for('update')
  return row?.id
}

/** Unlinks a payment that an operator found not to be the member's. */
export async function detachForeign(tx: Db, refundId: number): Promise<void> {
  await tx
    .update(refunds)
    .set({ paymentId: null })
    .from(payments)
    .where(
      and(
        eq(refunds.id, refundId),
        eq(payments.id, refunds.paymentId),
        eq(payments.state, 'FOREIGN'),
      ),
    )
}

/** Returns whether a payment from an unknown address exists that no other request is linked to. */
export async function hasForeign(db: Db, txHash: string): Promise<boolean> {
  const rows = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.txHash, txHash), eq(payments.state, 'FOREIGN'), notExists(ownerOf(db))))
    .limit(1)
  return rows.length > 0
}

/**
 * Locks a payment from an unknown address. A request that was linked while this waited is visible
 * to later statements only, so the caller reads the requests afterwards.
 */
export async function lockForeignPayment(tx: Db, paymentId: number) {
  const [row] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.id, paymentId), eq(payments.state, 'FOREIGN')))
    .for('update')
  return row
}

export async function hasPayment(db: Db, paymentId: number): Promise<boolean> {
  const rows = await db.select({ id: payments.id }).from(payments).where(eq(payments.id, paymentId))
  return rows.length > 0
}

export async function setClaim(
  tx: Db,
  refundId: number,
  to: Pick<Refund, 'claimedBy' | 'claimedUntil'>,
): Promise<void> {
  await tx.update(refunds).set(to).where(eq(refunds.id, refundId))
}

/** Marks a payment from an unknown address as refunded to its sender. */
export async function settleForeign(
  tx: Db,
  { paymentId, memberId, at }: { paymentId: number; memberId: number; at: Date },
): Promise<void> {
  const settled = tx.$with('settled').as(
    tx
      .update(payments)
      .set({ state: 'REFUNDED', memberId, settledAt: at })
      .where(and(eq(payments.id, paymentId), eq(payments.state, 'FOREIGN')))
      .returning({
        id: payments.id,
        chainId: payments.chainId,
        txHash: payments.txHash,
        logIndex: payments.logIndex,
      }),
  )
  await tx
    .with(settled)
    .insert(usedPayments)
    .select(
      tx
        .select({
          chainId: settled.chainId,
          txHash: settled.txHash,
          logIndex: settled.logIndex,
          usedFor: sql<string>`'refund-of-payment:' || ${settled.id}`.as('used_for'),
          usedAt: sql<Date>`${at.toISOString()}::timestamptz`.as('used_at'),
        })
        .from(settled),
    )
}

/** Leaves the request to operators; no rule decides it any more. */
export async function escalateToOperator(tx: Db, refundId: number): Promise<void> {
  await tx
    .update(refunds)
    .set({ forOperator: true })
    .where(and(eq(refunds.id, refundId), eq(refunds.state, 'REQUESTED')))
}

export async function insertRefund(
  tx: Db,
  refund: Pick<
    Refund,
    | 'orderId'
    | 'paymentId'
    | 'memberId'
    | 'seasonId'
    | 'historyId'
    | 'type'
    | 'reason'
    | 'txHash'
    | 'forOperator'
    | 'requestedAt'
    | 'dueAt'
  >,
): Promise<number> {
  const [row] = await tx
    .insert(refunds)
    .values({ ...refund, state: 'REQUESTED' })
    .returning({ id: refunds.id })
  if (!row) throw new Error('Inserting the refund returned no row')
  return row.id
}

export async function setDecided(
  tx: Db,
  refundId: number,
  to: {
    state: Exclude<RefundState, 'REQUESTED'>
    outcome: RefundOutcome
    at: Date
    note?: string
    payoutId?: number
  },
): Promise<void> {
  const { at, ...decision } = to
  await tx
    .update(refunds)
    .set({
      ...decision,
      claimedBy: null,
      claimedUntil: null,
      decidedAt: sql`coalesce(${refunds.decidedAt}, ${at.toISOString()}::timestamptz)`,
    })
    .where(eq(refunds.id, refundId))
}

/**
 * Reopens a refund for an operator's decision. The reason stays with the payout, because the member
 * reads the note of the refund.
 */
export async function reopen(tx: Db, refundId: number): Promise<void> {
  await tx
    .update(refunds)
    .set({
      state: 'REQUESTED',
      outcome: null,
      decidedAt: null,
      forOperator: true,
      batchId: null,
      fee: null,
      note: null,
    })
    .where(eq(refunds.id, refundId))
}

export async function clearReasons(tx: Db, memberId: number): Promise<void> {
  await tx
    .update(refunds)
    .set({ reason: null, note: null })
    .where(
      and(eq(refunds.memberId, memberId), or(isNotNull(refunds.reason), isNotNull(refunds.note))),
    )
}
