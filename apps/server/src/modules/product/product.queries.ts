import { sql, type SQL } from 'drizzle-orm'
import type { Texts } from '@solstice/rules/season-plan'
import type { PayType } from '@solstice/rules/refund'
import { rowsOf, type Db } from '#/platform/db.ts'

export type Product = {
  id: number
  seasonId: number
  position: number
  name: Texts
  description: Texts
  imageUrl: string | null
  payType: PayType
  price: bigint
  chainId: number | null
  contract: string | null
  givesXp: number
  givesTickets: number
  stock: number | null
  perMember: number | null
  onSale: boolean
}

type Row = Record<string, unknown>

const PRODUCT = sql`p.id, p.season_id, p.position, p.name, p.description, p.image_url, p.pay_type,
  p.price::text as price, p.chain_id, p.contract, p.gives_xp, p.gives_tickets, p.stock, p.per_member,
  p.on_sale`

const number = (value: unknown) => (value == null ? null : Number(value))
const text = (value: unknown) => (typeof value === 'string' ? value : null)

const asProduct = (row: Row): Product => ({
  id: Number(row['id']),
  seasonId: Number(row['season_id']),
  position: Number(row['position']),
  name: row['name'] as Texts, // Checked on the way in, as the next.
  description: row['description'] as Texts,
  imageUrl: text(row['image_url']),
  payType: row['pay_type'] as PayType, // The database knows no other.
  price: BigInt(String(row['price'])),
  chainId: number(row['chain_id']),
  contract: text(row['contract']),
  givesXp: Number(row['gives_xp']),
  givesTickets: Number(row['gives_tickets']),
  stock: number(row['stock']),
  perMember: number(row['per_member']),
  onSale: row['on_sale'] === true,
})

export async function findProducts(db: Db, where: SQL): Promise<Product[]> {
  return (await rowsOf<Row>(db, sql`select ${PRODUCT} from products p where ${where}`)).map(
    asProduct,
  )
}

/** How many of each the member has. */
export async function findBought(
  db: Db,
  seasonId: number,
  memberId: number,
): Promise<ReadonlyMap<number, number>> {
  const rows = await rowsOf<{ product_id: number | string; bought: number }>(
    db,
    sql`select b.product_id, b.bought from product_buyers b join products p on p.id = b.product_id
      where b.member_id = ${memberId} and p.season_id = ${seasonId}`,
  )
  return new Map(rows.map((row) => [Number(row.product_id), row.bought]))
}

/** In the transaction of the purchase: nobody who holds one connection waits for another. */
export async function findSeasonSpan(
  tx: Db,
  seasonId: number,
): Promise<{ startAt: Date; endAt: Date } | undefined> {
  const [row] = await rowsOf<{ start_at: Date | string; end_at: Date | string }>(
    tx,
    sql`select start_at, end_at from seasons where id = ${seasonId} and state = 'PUBLISHED'`,
  )
  return row && { startAt: new Date(row.start_at), endAt: new Date(row.end_at) }
}

export type NewProduct = Omit<Product, 'id'>

export async function insertProduct(tx: Db, product: NewProduct, at: Date): Promise<number> {
  const [row] = await rowsOf<{ id: number | string }>(
    tx,
    sql`insert into products (season_id, position, name, description, image_url, pay_type, price,
        chain_id, contract, gives_xp, gives_tickets, stock, per_member, on_sale, created_at)
      values (${product.seasonId}, ${product.position}, ${JSON.stringify(product.name)}::jsonb,
        ${JSON.stringify(product.description)}::jsonb, ${product.imageUrl}::text, ${product.payType},
        ${product.price.toString()}::numeric, ${product.chainId}::bigint, ${product.contract}::text,
        ${product.givesXp}, ${product.givesTickets}, ${product.stock}::integer,
        ${product.perMember}::integer, ${product.onSale}, ${at.toISOString()}::timestamptz)
      returning id`,
  )
  if (!row) throw new Error('The database kept no product')
  return Number(row.id)
}

/** What it is stays; how much there is of it, and whether it is sold, changes. */
export async function changeProduct(
  tx: Db,
  productId: number,
  to: { stock: number | null; perMember: number | null; onSale: boolean },
): Promise<void> {
  await tx.execute(sql`update products set stock = ${to.stock}::integer,
    per_member = ${to.perMember}::integer, on_sale = ${to.onSale} where id = ${productId}`)
}
