import { and, asc, desc, eq, inArray, isNotNull, lt, notExists, exists, sql } from 'drizzle-orm'
import { networks } from '#/modules/network/network.table.ts'
import { refunds } from '#/modules/refund/refund.table.ts'
import { members } from '#/modules/users/users.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { orders, payments, paymentScans } from './order.table.ts'

type OrderRow = typeof orders.$inferSelect
type TermColumn = 'chainId' | 'symbol' | 'decimals' | 'payTo' | 'payer' | 'afterBlock' | 'expiresAt'

/** What an order that is paid on chain waits for. */
export type OrderTerms = { [Column in TermColumn]: NonNullable<OrderRow[Column]> } & Pick<
  OrderRow,
  'contract'
>

export type Order = Omit<OrderRow, TermColumn | 'contract'> & {
  /** Of what is paid on chain only. */
  terms: OrderTerms | null
}

function asOrder(row: OrderRow): Order {
  const { chainId, contract, symbol, decimals, payTo, payer, afterBlock, expiresAt, ...order } = row
  // The database keeps all of them or none; only the coin has no contract.
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

// Inlined, because PostgreSQL uses a partial index only where the statement repeats its condition.
export const isOpen = inArray(orders.state, ['OPEN', 'SUBMITTED']).inlineParams()
export const isSeen = eq(payments.state, 'SEEN').inlineParams()

export async function findOrder(db: Db, orderId: number): Promise<Order | undefined> {
  const [row] = await db.select().from(orders).where(eq(orders.id, orderId))
  return row && asOrder(row)
}

/** The order as a member's, or nothing. */
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

/** The order that an entry of a member's history is about. */
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

/** The latest orders of credit, newest first. */
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

/** Open orders for which no payment was seen. */
export async function findUnpaidOrders(db: Db, chainId: number): Promise<Order[]> {
  const rows = await db
    .select()
    .from(orders)
    .where(and(eq(orders.chainId, chainId), isOpen, notExists(seenPaymentOf(db))))
    .orderBy(asc(orders.id))
  return rows.map(asOrder)
}

/** The same of one payer, whose address is in lower case. */
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
 * An order that is closed and would have been paid by this, had it come in time. One about which
 * the member asked already, and nobody answered yet, is one too: this is what they ask for.
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
  const namedThis = tx
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
      desc(sql`(${orders.txHash} is not distinct from ${txHash} or ${exists(namedThis)})`),
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
  if (!row) throw new Error('The database kept no order')
  return asOrder(row)
}

export function countOpenOrders(tx: Db, memberId: number): Promise<number> {
  return tx.$count(orders, and(eq(orders.memberId, memberId), isOpen))
}

/** What the member is shown of it changes with it. */
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

/** Held, so that nobody opens two orders at once and both count the same others. */
export async function lockWalletOf(tx: Db, memberId: number): Promise<string | undefined> {
  const [row] = await tx
    .select({ address: members.walletAddress })
    .from(members)
    .where(eq(members.id, memberId))
    .for('no key update')
  return row?.address ?? undefined
}

/** How deep the latest payment of an order is, how deep it has to be, and why it waits. */
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
