import { and, asc, eq } from 'drizzle-orm'
import type { PayType } from '@solstice/rules/refund'
import { productBuyers } from '#/modules/order/order.table.ts'
import { seasons } from '#/modules/season/season.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { products } from './product.table.ts'

export type Product = typeof products.$inferSelect

export async function findProduct(db: Db, productId: number): Promise<Product | undefined> {
  const [product] = await db.select().from(products).where(eq(products.id, productId))
  return product
}

export async function lockProduct(tx: Db, productId: number): Promise<Product | undefined> {
  const [product] = await tx.select().from(products).where(eq(products.id, productId)).for('update')
  return product
}

export async function findProductIn(
  db: Db,
  seasonId: number,
  productId: number,
): Promise<Product | undefined> {
  const [product] = await db
    .select()
    .from(products)
    .where(and(eq(products.id, productId), eq(products.seasonId, seasonId)))
  return product
}

export async function findAllProducts(db: Db, seasonId: number): Promise<Product[]> {
  return db
    .select()
    .from(products)
    .where(eq(products.seasonId, seasonId))
    .orderBy(asc(products.position), asc(products.id))
}

/** Returns the products on sale in a season, for one payment type or for all. */
export async function findProductsOnSale(
  db: Db,
  seasonId: number,
  payType: PayType | undefined,
): Promise<Product[]> {
  return db
    .select()
    .from(products)
    .where(
      and(
        eq(products.seasonId, seasonId),
        eq(products.onSale, true),
        payType === undefined ? undefined : eq(products.payType, payType),
      ),
    )
    .orderBy(asc(products.position), asc(products.id))
}

/** Returns how many of each product the member has bought. */
export async function findBought(
  db: Db,
  seasonId: number,
  memberId: number,
): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .select({ productId: productBuyers.productId, bought: productBuyers.bought })
    .from(productBuyers)
    .innerJoin(products, eq(products.id, productBuyers.productId))
    .where(and(eq(productBuyers.memberId, memberId), eq(products.seasonId, seasonId)))
  return new Map(rows.map(({ productId, bought }) => [productId, bought]))
}

export async function isSeason(db: Db, seasonId: number): Promise<boolean> {
  const rows = await db.select({ id: seasons.id }).from(seasons).where(eq(seasons.id, seasonId))
  return rows.length > 0
}

/** Locks the season, so that it cannot be published before the transaction ends. */
export async function lockSeasonState(
  tx: Db,
  seasonId: number,
): Promise<'DRAFT' | 'PUBLISHED' | undefined> {
  const [season] = await tx
    .select({ state: seasons.state })
    .from(seasons)
    .where(eq(seasons.id, seasonId))
    .for('share')
  return season?.state
}

/**
 * Reads in the transaction of the purchase, so that it does not wait for a second connection. The
 * lock keeps the season published until the purchase is committed.
 */
export async function findSeasonSpan(
  tx: Db,
  seasonId: number,
): Promise<{ startAt: Date; endAt: Date; version: number; pausedAt: Date | null } | undefined> {
  const [span] = await tx
    .select({
      startAt: seasons.startAt,
      endAt: seasons.endAt,
      version: seasons.version,
      pausedAt: seasons.pausedAt,
    })
    .from(seasons)
    .where(and(eq(seasons.id, seasonId), eq(seasons.state, 'PUBLISHED')))
    .for('key share')
  return span
}

export type NewProduct = Omit<Product, 'id' | 'createdAt' | 'planned'>

export async function insertProduct(tx: Db, product: NewProduct, at: Date): Promise<number> {
  const [row] = await tx
    .insert(products)
    .values({ ...product, createdAt: at })
    .returning({ id: products.id })
  if (!row) throw new Error('Inserting the product returned no row')
  return row.id
}

/** The columns of a product that may change; price and gifts are fixed by open orders. */
export type ChangeableProduct = Pick<
  Product,
  'stock' | 'perMember' | 'onSale' | 'position' | 'name' | 'description' | 'imageUrl'
>

export async function changeProduct(
  tx: Db,
  productId: number,
  to: ChangeableProduct,
): Promise<void> {
  await tx.update(products).set(to).where(eq(products.id, productId))
}

/** Locks the products of a season in the order of their ids, so that two callers never deadlock. */
export async function lockProductsOf(tx: Db, seasonId: number): Promise<Product[]> {
  return tx
    .select()
    .from(products)
    .where(eq(products.seasonId, seasonId))
    .orderBy(asc(products.id))
    .for('no key update')
}

export async function setPosition(tx: Db, productId: number, position: number): Promise<void> {
  await tx.update(products).set({ position }).where(eq(products.id, productId))
}

export async function findSeasonStart(db: Db, seasonId: number): Promise<Date | undefined> {
  const [row] = await db
    .select({ startAt: seasons.startAt })
    .from(seasons)
    .where(eq(seasons.id, seasonId))
  return row?.startAt
}
