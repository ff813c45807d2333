import {
  and,
  desc,
  eq,
  exists,
  inArray,
  isNotNull,
  lt,
  notExists,
  sql,
  type SQL,
} from 'drizzle-orm'
import { networks } from '#/modules/network/network.table.ts'
import { products } from '#/modules/product/product.table.ts'
import { refunds } from '#/modules/refund/refund.table.ts'
import { members } from '#/modules/users/users.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { orders, payments } from './order.table.ts'

export type OrderFilter = {
  productId?: number | undefined
  packageId?: number | undefined
  userId?: number | undefined
  state?: (typeof orders.$inferSelect)['state'] | undefined
}

type Range = { beforeId: number | undefined; size: number; offset: number }

/** Counting stops here, so that the count of a list costs the same however long it is. */
export const COUNTED_MAX = 10_000

export type ListedOrder = Awaited<ReturnType<typeof findOrders>>[number]

const selectOrders = (db: Db) =>
  db
    .select({
      id: orders.id,
      order: orders,
      nickname: members.nickname,
      productName: products.name,
      refundId: refunds.id,
    })
    .from(orders)
    .innerJoin(members, eq(members.id, orders.memberId))
    .leftJoin(products, eq(products.id, orders.productId))
    .leftJoin(refunds, eq(refunds.orderId, orders.id))

function conditionOf({ productId, packageId, userId, state }: OrderFilter): SQL | undefined {
  return and(
    productId === undefined
      ? undefined
      : and(isNotNull(orders.productId), eq(orders.productId, productId)),
    packageId === undefined
      ? undefined
      : and(isNotNull(orders.packageId), eq(orders.packageId, packageId)),
    userId === undefined ? undefined : eq(orders.memberId, userId),
    state === undefined ? undefined : eq(orders.state, state),
  )
}

/** Returns orders of all members, newest first. An order has at most one refund. */
export function findOrders(db: Db, filter: OrderFilter, { beforeId, size, offset }: Range) {
  return selectOrders(db)
    .where(and(conditionOf(filter), beforeId === undefined ? undefined : lt(orders.id, beforeId)))
    .orderBy(desc(orders.id))
    .limit(size)
    .offset(offset)
}

export async function findListedOrder(db: Db, orderId: number): Promise<ListedOrder | undefined> {
  const [row] = await selectOrders(db).where(eq(orders.id, orderId))
  return row
}

export async function countOrders(db: Db, filter: OrderFilter): Promise<number> {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(orders)
    .where(conditionOf(filter))
    .limit(COUNTED_MAX + 1)
    .as('some')
  return db.$count(some)
}

export type UnmatchedKind = 'unknown' | 'waiting' | 'done'
export type ListedPayment = Awaited<ReturnType<typeof findUnmatched>>[number]

function selectPayments(db: Db) {
  // Declined refunds of other members may exist besides the one that owns the payment.
  const refund = db
    .select({ id: refunds.id, memberId: refunds.memberId, state: refunds.state })
    .from(refunds)
    .where(eq(refunds.paymentId, payments.id))
    .orderBy(sql`${refunds.state} = 'REJECTED'`, desc(refunds.id))
    .limit(1)
    .as('refund')
  return db
    .select({
      payment: payments,
      network: networks.name,
      userId: refund.memberId,
      nickname: members.nickname,
      refundId: refund.id,
      refundState: refund.state,
    })
    .from(payments)
    .leftJoin(networks, eq(networks.chainId, payments.chainId))
    .leftJoinLateral(refund, sql`true`)
    .leftJoin(members, eq(members.id, refund.memberId))
}

/** Returns the payments that were seen for an order, oldest first. */
export function findPaymentsOfOrder(db: Db, orderId: number) {
  return selectPayments(db).where(eq(payments.orderId, orderId)).orderBy(payments.id)
}

/** A payment from an unknown wallet is never done: it can be matched until it is returned. */
const RETURNED = ['REFUNDED', 'REVERSED'] as const

/**
 * A payment belongs to no order if a member's wallet did not send it, or a refund returns it. One
 * from an unknown wallet is unknown again after its refund was declined.
 */
function unmatchedCondition(db: Db, kind: UnmatchedKind): SQL | undefined {
  const refundIn = (states: readonly (typeof refunds.$inferSelect)['state'][]) =>
    db
      .select({ id: refunds.id })
      .from(refunds)
      .where(
        and(
          isNotNull(refunds.paymentId),
          eq(refunds.paymentId, payments.id),
          inArray(refunds.state, [...states]),
        ),
      )
  switch (kind) {
    case 'unknown':
      return and(
        eq(payments.state, 'FOREIGN').inlineParams(),
        notExists(refundIn(['REQUESTED', 'APPROVED', 'COMPLETED'])),
      )
    case 'waiting':
      return exists(refundIn(['REQUESTED', 'APPROVED']))
    case 'done':
      return and(
        inArray(payments.state, RETURNED).inlineParams(),
        exists(refundIn(['COMPLETED', 'REJECTED'])),
        notExists(refundIn(['REQUESTED', 'APPROVED'])),
      )
  }
}

export function findUnmatched(db: Db, kind: UnmatchedKind, { beforeId, size, offset }: Range) {
  return selectPayments(db)
    .where(
      and(
        unmatchedCondition(db, kind),
        beforeId === undefined ? undefined : lt(payments.id, beforeId),
      ),
    )
    .orderBy(desc(payments.id))
    .limit(size)
    .offset(offset)
}

export async function countUnmatched(db: Db, kind: UnmatchedKind): Promise<number> {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(payments)
    .where(unmatchedCondition(db, kind))
    .limit(COUNTED_MAX + 1)
    .as('some')
  return db.$count(some)
}
