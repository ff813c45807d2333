import { and, asc, desc, eq, inArray, isNotNull, lt, notExists, exists, sql } from 'drizzle-orm'
import { networks } from '#/modules/network/network.table.ts'
import { refunds } from '#/modules/refund/refund.table.ts'
import { members } from '#/modules/users/users.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { orders, payments, paymentScans } from './order.table.ts'

type OrderRow = typeof orders.$inferSelect
type TermColumn = 'chainId' | 'symbol' | 'decimals' | 'payTo' | 'payer' | 'afterBlock' | 'expiresAt'

/** The payment terms of an order that is paid on chain. */
export type OrderTerms = { [Column in TermColumn]: NonNullable<OrderRow[Column]> } & Pick<
  OrderRow,
  'contract'
>

export type Order = Omit<OrderRow, TermColumn | 'contract'> & {
  /** Null for orders that are not paid on chain. */
  terms: OrderTerms | null
}

function asOrder(row: OrderRow): Order {
  const { chainId, contract, symbol, decimals, payTo, payer, afterBlock, expiresAt, ...order } = row
  // The database stores all of these columns or none; only the coin has no contract.
  const isOnChain =
    chainId !== null &&
    symbol !== null &&
    decimals !== null &&
    payTo !== null &&
    payer !== null &&
    afterBlock !== null &&
    expiresAt !== null
  const terms = isOnChain
    ? { chainId, contract, symbol, decimals, payTo, payer, afterBlock, expiresAt }
    : null
  return { ...order, terms }
}

// Inlined, because PostgreSQL uses a partial index only if the statement repeats its condition.
export const isOpen = inArray(orders.state, ['OPEN', 'SUBMITTED']).inlineParams()
export const isSeen = eq(payments.state, 'SEEN').inlineParams()

export async function findOrder(db: Db, orderId: number): Promise<Order | undefined> {
  const [row] = await db.select().from(orders).where(eq(orders.id, orderId))
  return row && asOrder(row)
}

/** Returns the order if it belongs to the member. */
export async function findOrderOf(
  db: Db,
  memberId: number,
  orderId: number,
): Promise<Order | undefined> {
  const [row] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.memberId, memberId)))
  return row && asOrder(row)
}

/** Returns the order of a history entry of the member. */
export async function findOrderOfHistory(
  db: Db,
  of: { historyId: number; memberId: number; seasonId: number },
): Promise<Order | undefined> {
  const [row] = await db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.historyId, of.historyId),
        eq(orders.memberId, of.memberId),
        eq(orders.seasonId, of.seasonId),
      ),
    )
  return row && asOrder(row)
}

/** Returns the latest credit orders, newest first. */
export async function findPackageOrders(db: Db, memberId: number, limit: number): Promise<Order[]> {
  const rows = await db
    .select()
    .from(orders)
    .where(and(eq(orders.memberId, memberId), isNotNull(orders.packageId)))
    .orderBy(desc(orders.id))
    .limit(limit)
  return rows.map(asOrder)
}

export async function lockOrder(tx: Db, orderId: number): Promise<Order | undefined> {
  const [row] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update')
  return row && asOrder(row)
}

export async function lockOpenOrders(tx: Db, memberId: number): Promise<Order[]> {
  const rows = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.memberId, memberId), isOpen))
    .orderBy(asc(orders.id))
    .for('update')
  return rows.map(asOrder)
}

export async function hasOpenOrder(db: Db, chainId: number): Promise<boolean> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.chainId, chainId), isOpen))
    .limit(1)
  return rows.length > 0
}

const seenPaymentOf = (db: Db) =>
  db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.orderId, orders.id), isSeen))

/** Returns open orders without a recorded payment. */
export async function findUnpaidOrders(db: Db, chainId: number): Promise<Order[]> {
  const rows = await db
    .select()
    .from(orders)
    .where(and(eq(orders.chainId, chainId), isOpen, notExists(seenPaymentOf(db))))
    .orderBy(asc(orders.id))
  return rows.map(asOrder)
}

/** Locks the open orders of one payer without a recorded payment. The address is in lower case. */
export async function lockUnpaidOrdersOf(
  tx: Db,
  { chainId, payer }: { chainId: number; payer: string },
): Promise<Order[]> {
  const rows = await tx
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.chainId, chainId),
        eq(sql`lower(${orders.payer})`, payer),
        isOpen,
        notExists(seenPaymentOf(tx)),
      ),
    )
    .orderBy(asc(orders.id))
    .for('update')
  return rows.map(asOrder)
}

/**
 * Locks a closed order that this payment would have paid in time. Orders with an undecided refund
 * request are included and preferred, because the request is about this payment.
 */
export async function lockLateOrder(
  tx: Db,
  payment: typeof payments.$inferSelect,
): Promise<Order | undefined> {
  const { chainId, payer, amount, contract, blockNumber, txHash } = payment
  const ofOrder = eq(refunds.orderId, orders.id)
  const answered = tx
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(ofOrder, sql`(${refunds.state} <> 'REQUESTED' or ${refunds.paymentId} is not null)`))
  const requested = tx.select({ id: refunds.id }).from(refunds).where(ofOrder)
  const namingTransaction = tx
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(ofOrder, eq(refunds.txHash, txHash)))
  const [row] = await tx
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.chainId, chainId),
        eq(sql`lower(${orders.payer})`, payer),
        eq(orders.price, amount),
        sql`lower(${orders.contract}) is not distinct from ${contract}::text`,
        lt(orders.afterBlock, blockNumber),
        inArray(orders.state, ['EXPIRED', 'CANCELLED', 'FAILED']),
        notExists(answered),
      ),
    )
    .orderBy(
      desc(sql`(${orders.txHash} is not distinct from ${txHash} or ${exists(namingTransaction)})`),
      desc(exists(requested)),
      desc(orders.id),
    )
    .limit(1)
    .for('update')
  return row && asOrder(row)
}

export type NewOrder = Omit<Order, 'id' | 'state' | 'txHash' | 'ledgerTransaction' | 'completedAt'>

export async function insertOrder(tx: Db, { terms, ...order }: NewOrder): Promise<Order> {
  const [row] = await tx
    .insert(orders)
    .values({ ...order, ...terms, state: 'OPEN' })
    .returning()
  if (!row) throw new Error('Inserting the order returned no row')
  return asOrder(row)
}

export function countOpenOrders(tx: Db, memberId: number): Promise<number> {
  return tx.$count(orders, and(eq(orders.memberId, memberId), isOpen))
}

/** Sets the state of the order and with it what the member sees. */
export async function setOrderState(
  tx: Db,
  orderId: number,
  to: { state: Order['state']; txHash?: string; ledgerTransaction?: number; at?: Date },
): Promise<void> {
  const { at, ...rest } = to
  await tx
    .update(orders)
    .set(at ? { ...rest, completedAt: at } : rest)
    .where(eq(orders.id, orderId))
}

/** Locks the member's row, so that two orders opened concurrently do not both pass the limit. */
export async function lockWalletOf(tx: Db, memberId: number): Promise<string | undefined> {
  const [row] = await tx
    .select({ address: members.walletAddress })
    .from(members)
    .where(eq(members.id, memberId))
    .for('no key update')
  return row?.address ?? undefined
}

/**
 * Returns the depth of the order's latest payment, the required depth and the reason for waiting.
 */
export async function findConfirmations(
  db: Db,
  { orderId, chainId }: { orderId: number; chainId: number },
) {
  const ofOrder = eq(payments.orderId, orderId)
  const depth = db
    .select({
      depth: sql`greatest(0, ${paymentScans.head} - ${payments.blockNumber} + 1)`.as('depth'),
    })
    .from(payments)
    .innerJoin(paymentScans, eq(paymentScans.chainId, payments.chainId))
    .where(ofOrder)
    .orderBy(desc(payments.id))
    .limit(1)
  const waitsFor = db
    .select({ waitsFor: payments.waitsFor })
    .from(payments)
    .where(ofOrder)
    .orderBy(desc(payments.id))
    .limit(1)
  const [row] = await db
    .select({
      needed: networks.confirmations,
      depth: sql<number | null>`${depth}`.mapWith(Number),
      waitsFor: sql<(typeof payments.$inferSelect)['waitsFor']>`${waitsFor}`,
    })
    .from(networks)
    .where(eq(networks.chainId, chainId))
  return row
}
