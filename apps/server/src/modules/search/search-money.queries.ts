import { and, desc, eq, gt, gte, inArray, isNotNull, or, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { inviteWithdrawals } from '#/modules/invite/invite.table.ts'
import { orders, payments } from '#/modules/order/order.table.ts'
import { payoutAttempts, payouts } from '#/modules/payout/payout.table.ts'
import { products } from '#/modules/product/product.table.ts'
import { refunds } from '#/modules/refund/refund.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { RECENT, type MoneyFilter } from './search-query.ts'

/** The columns of a table by which all kinds of money are filtered. */
type Columns = {
  id: PgColumn
  memberId: PgColumn
  state: PgColumn
  at: PgColumn
  amount: PgColumn
  unit: SQL | PgColumn
  decimals: SQL | PgColumn
}

const ORDER: Columns = {
  id: orders.id,
  memberId: orders.memberId,
  state: orders.state,
  at: orders.createdAt,
  amount: orders.price,
  unit: sql`coalesce(${orders.symbol}, ${orders.payType})`,
  decimals: sql`coalesce(${orders.decimals}, 0)`,
}

const REFUND: Columns = {
  ...ORDER,
  id: refunds.id,
  memberId: refunds.memberId,
  state: refunds.state,
  at: refunds.requestedAt,
}

const PAYOUT: Columns = {
  id: payouts.id,
  memberId: payouts.memberId,
  state: payouts.state,
  at: payouts.createdAt,
  amount: payouts.amount,
  unit: payouts.symbol,
  decimals: payouts.decimals,
}

function matching(columns: Columns, { id, memberId, state, since, moreThan }: MoneyFilter) {
  return and(
    id === undefined ? undefined : eq(columns.id, id),
    memberId === undefined ? undefined : eq(columns.memberId, memberId),
    state === undefined ? undefined : eq(columns.state, state),
    since === undefined ? undefined : gte(columns.at, since),
    moreThan &&
      sql`${columns.amount} > ${moreThan.amount}::numeric * power(10::numeric, ${columns.decimals})`,
    moreThan?.unit === undefined ? undefined : sql`${columns.unit} = ${moreThan.unit}`,
  )
}

/** An index finds the rows of an id, a hash or a member; of all others only the newest are read. */
const isLookedUp = ({ id, txHash, memberId }: MoneyFilter) =>
  id !== undefined || txHash !== undefined || memberId !== undefined

export async function findOrderRows(db: Db, filter: MoneyFilter, size: number) {
  const { txHash } = filter
  const [oldest] = isLookedUp(filter)
    ? []
    : await db
        .select({ id: orders.id })
        .from(orders)
        .orderBy(desc(orders.id))
        .offset(RECENT)
        .limit(1)
  return db
    .select({ order: orders, productName: products.name })
    .from(orders)
    .leftJoin(products, eq(products.id, orders.productId))
    .where(
      and(
        matching(ORDER, filter),
        txHash === undefined ? undefined : eq(orders.txHash, txHash),
        oldest && gt(orders.id, oldest.id),
      ),
    )
    .orderBy(desc(orders.id))
    .limit(size)
}

export async function findRefundRows(db: Db, filter: MoneyFilter, size: number) {
  const { txHash } = filter
  const [oldest] = isLookedUp(filter)
    ? []
    : await db
        .select({ id: refunds.id })
        .from(refunds)
        .orderBy(desc(refunds.id))
        .offset(RECENT)
        .limit(1)
  return db
    .select({ refund: refunds, order: orders })
    .from(refunds)
    .leftJoin(orders, eq(orders.id, refunds.orderId))
    .where(
      and(
        matching(REFUND, filter),
        txHash === undefined ? undefined : eq(refunds.txHash, txHash),
        oldest && gt(refunds.id, oldest.id),
      ),
    )
    .orderBy(desc(refunds.id))
    .limit(size)
}

/** Repeats the predicate of the partial index, in literals. */
const isHeld = and(
  isNotNull(payouts.heldFor),
  inArray(payouts.state, ['QUEUED', 'RESERVED', 'SENT']).inlineParams(),
)

export async function findPayoutRows(db: Db, filter: MoneyFilter, size: number) {
  const { txHash } = filter
  const held = filter.isHeld ? isHeld : undefined
  const [oldest] = isLookedUp(filter)
    ? []
    : await db
        .select({ id: payouts.id })
        .from(payouts)
        .where(held)
        .orderBy(desc(payouts.id))
        .offset(RECENT)
        .limit(1)
  const ids = txHash === undefined ? [] : await findPayoutIdsOfHash(db, txHash)
  return db
    .select()
    .from(payouts)
    .where(
      and(
        matching(PAYOUT, filter),
        held,
        txHash === undefined ? undefined : ofHash(txHash, ids),
        oldest && gt(payouts.id, oldest.id),
      ),
    )
    .orderBy(desc(payouts.id))
    .limit(size)
}

/** A payout that was sent again with a higher fee has several hashes. */
async function findPayoutIdsOfHash(db: Db, txHash: string): Promise<number[]> {
  const rows = await db
    .select({ id: payoutAttempts.payoutId })
    .from(payoutAttempts)
    .where(eq(payoutAttempts.txHash, txHash))
  return rows.map(({ id }) => id)
}

const ofHash = (txHash: string, ids: readonly number[]) =>
  ids.length === 0
    ? eq(payouts.txHash, txHash)
    : or(eq(payouts.txHash, txHash), inArray(payouts.id, [...ids]))

export function findPaymentRows(db: Db, txHash: string, size: number) {
  return db
    .select({ payment: payments, symbol: orders.symbol, decimals: orders.decimals })
    .from(payments)
    .leftJoin(orders, eq(orders.id, payments.orderId))
    .where(eq(payments.txHash, txHash))
    .orderBy(payments.logIndex)
    .limit(size)
}

export function findWithdrawalRows(db: Db, txHash: string, size: number) {
  return db
    .select()
    .from(inviteWithdrawals)
    .where(eq(inviteWithdrawals.txHash, txHash))
    .orderBy(desc(inviteWithdrawals.id))
    .limit(size)
}
