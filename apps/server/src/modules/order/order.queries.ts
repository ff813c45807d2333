import { sql, type SQL } from 'drizzle-orm'
import type { OrderState } from '@solstice/rules/order'
import type { PayType } from '@solstice/rules/refund'
import { rowsOf, type Db } from '#/platform/db.ts'

/** What an order that is paid on chain waits for. */
export type OrderTerms = {
  chainId: number
  contract: string | null
  symbol: string
  decimals: number
  payTo: string
  payer: string
  afterBlock: number
  expiresAt: Date
}

export type Order = {
  id: number
  memberId: number
  productId: number | null
  packageId: number | null
  seasonId: number | null
  historyId: number | null
  quantity: number
  payType: PayType
  price: bigint
  givesXp: number
  givesTickets: number
  givesCredit: number
  state: OrderState
  /** Of what is paid on chain only. */
  terms: OrderTerms | null
  txHash: string | null
  ledgerTransaction: number | null
  createdAt: Date
  completedAt: Date | null
}

type OrderRow = Record<string, string | number | Date | null>

const ORDER = sql`o.id, o.member_id, o.product_id, o.package_id, o.season_id, o.history_id,
  o.quantity, o.pay_type, o.price::text as price, o.gives_xp, o.gives_tickets, o.gives_credit, o.state,
  o.chain_id, o.contract, o.symbol, o.decimals, o.pay_to, o.payer, o.after_block, o.expires_at,
  o.tx_hash, o.ledger_transaction, o.created_at, o.completed_at`

const orNull = (value: OrderRow[string] | undefined) => (value == null ? null : Number(value))

const asOrder = (row: OrderRow): Order => ({
  id: Number(row['id']),
  memberId: Number(row['member_id']),
  productId: orNull(row['product_id']),
  packageId: orNull(row['package_id']),
  seasonId: orNull(row['season_id']),
  historyId: orNull(row['history_id']),
  quantity: Number(row['quantity']),
  payType: row['pay_type'] as PayType, // The database knows no other.
  price: BigInt(String(row['price'])),
  givesXp: Number(row['gives_xp']),
  givesTickets: Number(row['gives_tickets']),
  givesCredit: Number(row['gives_credit']),
  state: row['state'] as OrderState, // The database knows no other.
  terms: termsOf(row),
  txHash: row['tx_hash'] == null ? null : String(row['tx_hash']),
  ledgerTransaction: orNull(row['ledger_transaction']),
  createdAt: new Date(row['created_at'] ?? 0),
  completedAt: row['completed_at'] == null ? null : new Date(row['completed_at']),
})

/** The database keeps all of them or none. */
function termsOf(row: OrderRow): OrderTerms | null {
  if (row['chain_id'] == null) return null
  return {
    chainId: Number(row['chain_id']),
    contract: row['contract'] == null ? null : String(row['contract']),
    symbol: String(row['symbol']),
    decimals: Number(row['decimals']),
    payTo: String(row['pay_to']),
    payer: String(row['payer']),
    afterBlock: Number(row['after_block']),
    expiresAt: new Date(row['expires_at'] ?? 0),
  }
}

export async function findOrders(db: Db, where: SQL): Promise<Order[]> {
  return (await rowsOf<OrderRow>(db, sql`select ${ORDER} from orders o where ${where}`)).map(
    asOrder,
  )
}

export async function lockOrder(tx: Db, orderId: number): Promise<Order | undefined> {
  const [order] = await findOrders(tx, sql`o.id = ${orderId} for update of o`)
  return order
}

export type NewOrder = Omit<
  Order,
  'id' | 'state' | 'txHash' | 'ledgerTransaction' | 'completedAt' | 'historyId'
> & { historyId: number | null }

export async function insertOrder(tx: Db, order: NewOrder): Promise<Order> {
  const { terms } = order
  const [row] = await rowsOf<OrderRow>(
    tx,
    sql`insert into orders as o (member_id, product_id, package_id, season_id, history_id, quantity,
        pay_type, price, gives_xp, gives_tickets, gives_credit, state, chain_id, contract, symbol,
        decimals, pay_to, payer, after_block, expires_at, created_at)
      values (${order.memberId}, ${order.productId}::bigint, ${order.packageId}::bigint,
        ${order.seasonId}::bigint, ${order.historyId}::bigint, ${order.quantity}, ${order.payType},
        ${order.price.toString()}::numeric, ${order.givesXp}, ${order.givesTickets},
        ${order.givesCredit}, 'OPEN', ${terms?.chainId ?? null}::bigint,
        ${terms?.contract ?? null}::text, ${terms?.symbol ?? null}::text,
        ${terms?.decimals ?? null}::integer, ${terms?.payTo ?? null}::text,
        ${terms?.payer ?? null}::text, ${terms?.afterBlock ?? null}::bigint,
        ${terms?.expiresAt.toISOString() ?? null}::timestamptz,
        ${order.createdAt.toISOString()}::timestamptz)
      returning ${ORDER}`,
  )
  if (!row) throw new Error('The database kept no order')
  return asOrder(row)
}

export async function countOpenOrders(tx: Db, memberId: number): Promise<number> {
  const [row] = await rowsOf<{ open: number | string }>(
    tx,
    sql`select count(*) as open from orders
      where member_id = ${memberId} and state in ('OPEN', 'SUBMITTED')`,
  )
  return Number(row?.open ?? 0)
}

/** Where somebody waits for this very order: a payment that was seen and is not settled. */
export async function hasSeenPayment(tx: Db, orderId: number): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    sql`select 1 from payments where order_id = ${orderId} and state = 'SEEN' limit 1`,
  )
  return rows.length > 0
}

/** What the member is shown of it changes with it. */
export async function setOrderState(
  tx: Db,
  orderId: number,
  to: { state: OrderState; txHash?: string; ledgerTransaction?: number; at?: Date },
): Promise<void> {
  await tx.execute(sql`update orders set state = ${to.state},
      tx_hash = coalesce(${to.txHash ?? null}::text, tx_hash),
      ledger_transaction = coalesce(${to.ledgerTransaction ?? null}::bigint, ledger_transaction),
      completed_at = coalesce(${to.at?.toISOString() ?? null}::timestamptz, completed_at)
    where id = ${orderId}`)
}

/** Takes so many from the shelf for a member; says what stands in the way. */
export async function takeFromShelf(
  tx: Db,
  of: { productId: number; memberId: number; quantity: number },
): Promise<'taken' | 'SOLD_OUT' | 'LIMIT_REACHED'> {
  const { productId, memberId, quantity } = of
  const counted = await rowsOf(
    tx,
    sql`insert into product_buyers as b (product_id, member_id, bought)
      select p.id, ${memberId}::bigint, ${quantity}::integer from products p
        where p.id = ${productId} and (p.per_member is null or ${quantity}::integer <= p.per_member)
      on conflict (product_id, member_id) do update set bought = b.bought + excluded.bought
        where not exists (select 1 from products p where p.id = b.product_id
          and b.bought + excluded.bought > p.per_member)
      returning bought`,
  )
  if (counted.length === 0) return 'LIMIT_REACHED'
  const left = await rowsOf(
    tx,
    // What there is without end is only read: its buyers need not wait for each other.
    sql`with taken as (
        update products set stock = stock - ${quantity}::integer
        where id = ${productId} and stock >= ${quantity}::integer returning id
      )
      select id from taken union all
      select id from products where id = ${productId} and stock is null`,
  )
  return left.length === 0 ? 'SOLD_OUT' : 'taken'
}

export async function putBackOnShelf(tx: Db, order: Order): Promise<void> {
  if (order.productId === null) return
  await tx.execute(sql`update product_buyers set bought = bought - ${order.quantity}
    where product_id = ${order.productId} and member_id = ${order.memberId}`)
  await tx.execute(sql`update products set stock = stock + ${order.quantity}
    where id = ${order.productId} and stock is not null`)
}

/** Held, so that nobody opens two orders at once and both count the same others. */
export async function lockWalletOf(tx: Db, memberId: number): Promise<string | undefined> {
  const [row] = await rowsOf<{ address: string | null }>(
    tx,
    sql`select wallet_address as address from members where id = ${memberId} for no key update`,
  )
  return row?.address ?? undefined
}
