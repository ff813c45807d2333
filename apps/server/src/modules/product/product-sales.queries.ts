import { and, count, eq, gte, inArray, isNotNull, sql } from 'drizzle-orm'
import { DAY_MS } from '@solstice/rules/duration'
import { orders } from '#/modules/order/order.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { idList } from '#/platform/process/expressions.ts'

// Inlined, because PostgreSQL uses a partial index only if the statement repeats its condition.
const isSold = and(eq(orders.state, 'COMPLETED').inlineParams(), isNotNull(orders.productId))

/** Returns the units and the income of products, from the index of sold orders alone. */
export async function findSales(
  db: Db,
  productIds: readonly number[],
): Promise<ReadonlyMap<number, { sold: number; income: bigint }>> {
  const rows = await db
    .select({
      productId: orders.productId,
      sold: sql<number>`sum(${orders.quantity})`.mapWith(Number),
      income: sql<bigint>`sum(${orders.price})`.mapWith(BigInt),
    })
    .from(orders)
    .where(and(isSold, inArray(orders.productId, idList(productIds))))
    .groupBy(orders.productId)
  return new Map(rows.flatMap(({ productId, ...sales }) => entry(productId, sales)))
}

export async function findOpenOrderCounts(
  db: Db,
  productIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .select({ productId: orders.productId, open: count() })
    .from(orders)
    .where(
      and(
        inArray(orders.state, ['OPEN', 'SUBMITTED']).inlineParams(),
        inArray(orders.productId, idList(productIds)),
      ),
    )
    .groupBy(orders.productId)
  return new Map(rows.flatMap(({ productId, open }) => entry(productId, open)))
}

/** Returns the units sold by product and day since the beginning of a programme day. */
export async function findDailySales(
  db: Db,
  productIds: readonly number[],
  from: Date,
): Promise<ReadonlyMap<string, number>> {
  const day = sql<number>`floor(extract(epoch from ${orders.completedAt}
    - ${from.toISOString()}::timestamptz) * 1000 / ${sql.raw(String(DAY_MS))})`.mapWith(Number)
  const rows = await db
    .select({
      productId: orders.productId,
      day: day.as('day'),
      sold: sql<number>`sum(${orders.quantity})`.mapWith(Number),
    })
    .from(orders)
    .where(
      and(isSold, inArray(orders.productId, idList(productIds)), gte(orders.completedAt, from)),
    )
    .groupBy(orders.productId, sql`day`)
  return new Map(rows.map(({ productId, sold, day: at }) => [`${productId} ${at}`, sold]))
}

const entry = <Value>(id: number | null, value: Value): [number, Value][] =>
  id === null ? [] : [[id, value]]
