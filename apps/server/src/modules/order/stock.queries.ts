import { and, eq, exists, gte, isNotNull, isNull, notExists, or, sql } from 'drizzle-orm'
import { products } from '#/modules/product/product.table.ts'
import type { Db } from '#/platform/process/db.ts'
import type { Order } from './order.queries.ts'
import { productBuyers } from './order.table.ts'

/** Reserves stock for a member, or returns the reason why it cannot. */
export async function reserveStock(
  tx: Db,
  of: { productId: number; memberId: number; quantity: number },
): Promise<'taken' | 'SOLD_OUT' | 'LIMIT_REACHED'> {
  return (await countBuyer(tx, of)) ? takeStock(tx, of) : 'LIMIT_REACHED'
}

type StockReservation = { productId: number; memberId: number; quantity: number }

/** Counts the purchase for the member. Returns false if it would exceed the limit per member. */
async function countBuyer(
  tx: Db,
  { productId, memberId, quantity }: StockReservation,
): Promise<boolean> {
  const requested = sql<number>`${quantity}::integer`
  const sum = sql`${productBuyers.bought} + excluded.bought`
  const exceeded = tx
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.id, productBuyers.productId), sql`${sum} > ${products.perMember}`))
  const counted = await tx
    .insert(productBuyers)
    .select(
      tx
        .select({
          productId: products.id,
          memberId: sql<number>`${memberId}::bigint`.as('member_id'),
          bought: requested.as('bought'),
        })
        .from(products)
        .where(
          and(
            eq(products.id, productId),
            or(isNull(products.perMember), gte(products.perMember, requested)),
          ),
        ),
    )
    .onConflictDoUpdate({
      target: [productBuyers.productId, productBuyers.memberId],
      set: { bought: sum },
      setWhere: notExists(exceeded),
    })
    .returning({ bought: productBuyers.bought })
  return counted.length > 0
}

async function takeStock(
  tx: Db,
  { productId, quantity }: StockReservation,
): Promise<'taken' | 'SOLD_OUT'> {
  const taken = tx.$with('taken').as(
    tx
      .update(products)
      .set({ stock: sql`${products.stock} - ${quantity}::integer` })
      .where(and(eq(products.id, productId), gte(products.stock, quantity)))
      .returning({ id: products.id }),
  )
  // Unlimited stock is only read, so its buyers do not block each other.
  const left = await tx
    .with(taken)
    .select({ id: products.id })
    .from(products)
    .where(
      and(
        eq(products.id, productId),
        or(isNull(products.stock), exists(tx.select({ id: taken.id }).from(taken))),
      ),
    )
  return left.length === 0 ? 'SOLD_OUT' : 'taken'
}

export async function releaseStock(tx: Db, order: Order): Promise<void> {
  const { productId, memberId, quantity } = order
  if (productId === null) return
  await tx
    .update(productBuyers)
    .set({ bought: sql`${productBuyers.bought} - ${quantity}` })
    .where(and(eq(productBuyers.productId, productId), eq(productBuyers.memberId, memberId)))
  await tx
    .update(products)
    .set({ stock: sql`${products.stock} + ${quantity}` })
    .where(and(eq(products.id, productId), isNotNull(products.stock)))
}
