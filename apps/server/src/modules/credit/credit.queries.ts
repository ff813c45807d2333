import { sql, type SQL } from 'drizzle-orm'
import { rowsOf, type Db } from '#/platform/db.ts'

export type CreditPackage = {
  id: number
  position: number
  credit: number
  price: bigint
  chainId: number
  contract: string | null
  onSale: boolean
}

type Row = Record<string, string | number | boolean | null>

const PACKAGE = sql`c.id, c.position, c.credit, c.price::text as price, c.chain_id, c.contract, c.on_sale`

const asPackage = (row: Row): CreditPackage => ({
  id: Number(row['id']),
  position: Number(row['position']),
  credit: Number(row['credit']),
  price: BigInt(String(row['price'])),
  chainId: Number(row['chain_id']),
  contract: row['contract'] == null ? null : String(row['contract']),
  onSale: row['on_sale'] === true,
})

export async function findPackages(db: Db, where: SQL): Promise<CreditPackage[]> {
  return (await rowsOf<Row>(db, sql`select ${PACKAGE} from credit_packages c where ${where}`)).map(
    asPackage,
  )
}

export async function insertPackage(
  tx: Db,
  made: Omit<CreditPackage, 'id'>,
  at: Date,
): Promise<number> {
  const [row] = await rowsOf<{ id: number | string }>(
    tx,
    sql`insert into credit_packages (position, credit, price, chain_id, contract, on_sale, created_at)
      values (${made.position}, ${made.credit}, ${made.price.toString()}::numeric, ${made.chainId},
        ${made.contract}::text, ${made.onSale}, ${at.toISOString()}::timestamptz)
      returning id`,
  )
  if (!row) throw new Error('The database kept no package')
  return Number(row.id)
}

export async function setPackageOnSale(tx: Db, packageId: number, onSale: boolean): Promise<void> {
  await tx.execute(sql`update credit_packages set on_sale = ${onSale} where id = ${packageId}`)
}

/** Of these orders those whose payment goes back, and whether it is there. */
export async function findSentBack(
  db: Db,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, 'REFUNDING' | 'REFUNDED'>> {
  const rows = await rowsOf<{ order_id: number | string; is_back: boolean }>(
    db,
    sql`select order_id, bool_and(state = 'COMPLETED') as is_back from refunds
      where state in ('APPROVED', 'COMPLETED') and order_id in (select jsonb_array_elements_text(${JSON.stringify(orderIds)}::jsonb)::bigint)
      group by order_id`,
  )
  return new Map(
    rows.map((row) => [Number(row.order_id), row.is_back ? 'REFUNDED' : 'REFUNDING'] as const),
  )
}
