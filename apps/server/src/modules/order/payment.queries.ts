import { sql, type SQL } from 'drizzle-orm'
import type { TreasuryTransfer } from '#/modules/chain/payment.service.ts'
import { rowsOf, type Db } from '#/platform/db.ts'

export type PaymentState = 'SEEN' | 'CREDITED' | 'REFUNDED' | 'FOREIGN' | 'REVERSED'

/** A transfer to the treasury. Addresses and hashes are in lower case. */
export type Payment = TreasuryTransfer & {
  id: number
  chainId: number
  state: PaymentState
  orderId: number | null
  memberId: number | null
}

type Row = Record<string, string | number | Date | null>

const PAYMENT = sql`p.id, p.chain_id, p.tx_hash, p.log_index, p.block_number, p.block_hash,
  p.contract, p.payer, p.pay_to, p.amount::text as amount, p.paid_at, p.state, p.order_id, p.member_id`

const orNull = (value: Row[string] | undefined) => (value == null ? null : Number(value))

const asPayment = (row: Row): Payment => ({
  id: Number(row['id']),
  chainId: Number(row['chain_id']),
  txHash: String(row['tx_hash']),
  logIndex: Number(row['log_index']),
  blockNumber: Number(row['block_number']),
  blockHash: String(row['block_hash']),
  contract: row['contract'] == null ? null : String(row['contract']),
  payer: String(row['payer']),
  payTo: String(row['pay_to']),
  amount: BigInt(String(row['amount'])),
  paidAt: new Date(row['paid_at'] ?? 0),
  state: row['state'] as PaymentState, // The database knows no other.
  orderId: orNull(row['order_id']),
  memberId: orNull(row['member_id']),
})

export async function findPaymentRows(db: Db, where: SQL): Promise<Payment[]> {
  return (await rowsOf<Row>(db, sql`select ${PAYMENT} from payments p where ${where}`)).map(
    asPayment,
  )
}

export async function lockPayment(tx: Db, paymentId: number): Promise<Payment | undefined> {
  const [payment] = await findPaymentRows(tx, sql`p.id = ${paymentId} for update of p`)
  return payment
}

export type Sighting = Omit<Payment, 'id' | 'state' | 'orderId' | 'memberId'>

/**
 * The same transfer in another block is the same payment, as long as nothing was given for it. One
 * that was taken back and is there again is nobody's.
 */
export async function insertSighting(db: Db, seen: Sighting, at: Date): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`insert into payments as p (chain_id, tx_hash, log_index, block_number, block_hash, contract,
        payer, pay_to, amount, paid_at, state, seen_at)
      values (${seen.chainId}, ${seen.txHash}, ${seen.logIndex}, ${seen.blockNumber},
        ${seen.blockHash}, ${seen.contract}, ${seen.payer}, ${seen.payTo},
        ${seen.amount.toString()}::numeric, ${seen.paidAt.toISOString()}::timestamptz, 'SEEN',
        ${at.toISOString()}::timestamptz)
      on conflict (chain_id, tx_hash, log_index) do update set block_number = excluded.block_number,
          block_hash = excluded.block_hash, contract = excluded.contract, payer = excluded.payer,
          pay_to = excluded.pay_to, amount = excluded.amount, paid_at = excluded.paid_at,
          state = 'SEEN', settled_at = null,
          order_id = case when p.state = 'SEEN' and (p.contract, p.payer, p.pay_to, p.amount)
              is not distinct from (excluded.contract, excluded.payer, excluded.pay_to, excluded.amount)
            then p.order_id end
        where p.state = 'REVERSED' or (p.state = 'SEEN' and p.block_hash <> excluded.block_hash)
      returning id`,
  )
  return rows.length === 1
}

/** Of these transactions, those whose payments are known in a block, as `hash hash-of-block`. */
export async function findKnown(
  db: Db,
  chainId: number,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  if (hashes.length === 0) return new Set()
  const rows = await rowsOf<{ known: string }>(
    db,
    sql`select tx_hash || ' ' || block_hash as known from payments
      where chain_id = ${chainId} and state <> 'REVERSED'
        and tx_hash in (select jsonb_array_elements_text(${JSON.stringify(hashes)}::jsonb))`,
  )
  return new Set(rows.map(({ known }) => known))
}

/** Whom, in what and by whom orders are to be paid that are open, or were made since. */
export async function findPromised(
  db: Db,
  chainId: number,
  since: Date,
): Promise<{ payees: string[]; tokens: string[]; coinPayers: string[] }> {
  const rows = await rowsOf<{ pay_to: string; contract: string | null; payer: string }>(
    db,
    sql`select distinct lower(o.pay_to) as pay_to, lower(o.contract) as contract,
        lower(o.payer) as payer
      from orders o where o.chain_id = ${chainId} and o.pay_type = 'TOKEN'
        and (o.created_at >= ${since.toISOString()}::timestamptz or o.state in ('OPEN', 'SUBMITTED'))`,
  )
  return {
    payees: rows.map(({ pay_to }) => pay_to),
    tokens: rows.flatMap(({ contract }) => contract ?? []),
    coinPayers: rows.flatMap(({ contract, payer }) => (contract === null ? payer : [])),
  }
}

/** The block after which the oldest open order may be paid. */
export async function findOldestOpen(db: Db, chainId: number): Promise<number | undefined> {
  const [row] = await rowsOf<{ oldest: number | string | null }>(
    db,
    sql`select min(after_block) as oldest from orders
      where chain_id = ${chainId} and state in ('OPEN', 'SUBMITTED')`,
  )
  return row?.oldest == null ? undefined : Number(row.oldest)
}

export async function linkPayment(tx: Db, paymentId: number, orderId: number): Promise<void> {
  await tx.execute(sql`update payments set order_id = ${orderId}
    where id = ${paymentId} and state = 'SEEN'`)
}

/** The chain has it no more, and nobody was given anything for it. Looked for again from there on. */
export async function forgetPayment(tx: Db, payment: Payment): Promise<void> {
  await tx.execute(sql`delete from payments where id = ${payment.id} and state = 'SEEN'
    and block_hash = ${payment.blockHash}`)
  await scanAgainFrom(tx, payment.chainId, payment.blockNumber)
}

/** Whether it says something else than before. */
export async function setWaitsFor(
  db: Db,
  paymentId: number,
  waitsFor: 'SECOND_NODE' | null,
): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`update payments set waits_for = ${waitsFor}::text
      where id = ${paymentId} and waits_for is distinct from ${waitsFor}::text returning id`,
  )
  return rows.length === 1
}

/** Payments that are deep enough and wait all the same, by chain. */
export async function countWaiting(db: Db): Promise<{ chainId: number; count: number }[]> {
  const rows = await rowsOf<{ chain_id: number | string; count: number | string }>(
    db,
    sql`select n.chain_id, count(p.id) as count from networks n
      left join payments p on p.chain_id = n.chain_id and p.waits_for is not null
      where n.second_rpc_url is not null group by n.chain_id order by n.chain_id`,
  )
  return rows.map(({ chain_id, count }) => ({ chainId: Number(chain_id), count: Number(count) }))
}

export async function settlePayment(
  tx: Db,
  paymentId: number,
  to: { state: Exclude<PaymentState, 'SEEN'>; memberId: number | null; at: Date },
): Promise<void> {
  await tx.execute(sql`update payments set state = ${to.state},
      member_id = coalesce(${to.memberId}::bigint, member_id),
      settled_at = ${to.at.toISOString()}::timestamptz, waits_for = null
    where id = ${paymentId}`)
}

export async function moveToBlock(
  db: Db,
  paymentId: number,
  block: { number: number; hash: string },
): Promise<void> {
  await db.execute(sql`update payments set block_number = ${block.number}, block_hash = ${block.hash}
    where id = ${paymentId}`)
}

export async function releaseUsedPayment(tx: Db, payment: Payment): Promise<void> {
  await tx.execute(sql`delete from used_payments where chain_id = ${payment.chainId}
    and tx_hash = ${payment.txHash} and log_index = ${payment.logIndex}`)
}

export async function findScan(
  db: Db,
  chainId: number,
): Promise<{ scannedTo: number; head: number } | undefined> {
  const [row] = await rowsOf<{ scanned_to: number | string; head: number | string }>(
    db,
    sql`select scanned_to, head from payment_scans where chain_id = ${chainId}`,
  )
  return row && { scannedTo: Number(row.scanned_to), head: Number(row.head) }
}

/** Whoever wants blocks read again meanwhile is not passed over. */
export async function setScanned(
  db: Db,
  chainId: number,
  { before, scannedTo, head }: { before: number | undefined; scannedTo: number; head: number },
): Promise<void> {
  await db.execute(sql`insert into payment_scans as s (chain_id, scanned_to, head)
    values (${chainId}, ${scannedTo}, ${head})
    on conflict (chain_id) do update set head = greatest(s.head, excluded.head),
      scanned_to = case when s.scanned_to = ${before ?? null}::bigint then excluded.scanned_to
        else s.scanned_to end`)
}

export async function scanAgainFrom(tx: Db, chainId: number, blockNumber: number): Promise<void> {
  await tx.execute(sql`update payment_scans set scanned_to = least(scanned_to, ${blockNumber - 1})
    where chain_id = ${chainId}`)
}

/** Whose wallet it is, or was last. */
export async function findOwnerOf(db: Db, address: string): Promise<number | undefined> {
  const [row] = await rowsOf<{ member_id: number | string }>(
    db,
    sql`select id as member_id, 1 as later, null::bigint as registration from members
        where lower(wallet_address) = ${address}
      union all
      select member_id, 2, id from wallet_registrations where lower(address) = ${address}
      order by later, registration desc limit 1`,
  )
  return row && Number(row.member_id)
}
