import { and, desc, eq, lt } from 'drizzle-orm'
import { orders } from '#/modules/order/order.table.ts'
import { products } from '#/modules/product/product.table.ts'
import { refunds } from '#/modules/refund/refund.table.ts'
import type { Db } from '#/platform/process/db.ts'

export type OrderRow = Awaited<ReturnType<typeof findOrdersOf>>[number]

export function countOrdersOf(db: Db, memberId: number): Promise<number> {
  return db.$count(orders, eq(orders.memberId, memberId))
}

/** Returns orders of a member, newest first. An order has at most one refund. */
export function findOrdersOf(
  db: Db,
  memberId: number,
  range: { beforeId: number | undefined; size: number; offset: number },
) {
  const { beforeId, size, offset } = range
  return db
    .select({
      id: orders.id,
      seasonId: orders.seasonId,
      productName: products.name,
      givesCredit: orders.givesCredit,
      price: orders.price,
      payType: orders.payType,
      symbol: orders.symbol,
      decimals: orders.decimals,
      state: orders.state,
      refundId: refunds.id,
      txHash: orders.txHash,
      createdAt: orders.createdAt,
    })
    .from(orders)
    .leftJoin(products, eq(products.id, orders.productId))
    .leftJoin(refunds, eq(refunds.orderId, orders.id))
    .where(
      and(
        eq(orders.memberId, memberId),
        beforeId === undefined ? undefined : lt(orders.id, beforeId),
      ),
    )
    .orderBy(desc(orders.id))
    .limit(size)
    .offset(offset)
}
