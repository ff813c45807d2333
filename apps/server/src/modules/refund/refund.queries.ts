import { sql, type SQL } from 'drizzle-orm'
import type { RefundType } from '@solstice/rules/refund'
import { rowsOf, type Db } from '#/platform/db.ts'

export type RefundState = 'REQUESTED' | 'APPROVED' | 'COMPLETED' | 'REJECTED'
export type RefundOutcome =
  | 'CREDITED'
  | 'REFUNDED'
  | 'WAS_CREDITED'
  | 'NOTHING_PAID'
  | 'SPENT'
  | 'DECLINED'

export type Refund = {
  id: number
  orderId: number | null
  paymentId: number | null
  memberId: number
  seasonId: number | null
  historyId: number | null
  type: RefundType | 'STRAY'
  reason: string | null
  txHash: string | null
  state: RefundState
  forOperator: boolean
  outcome: RefundOutcome | null
  note: string | null
  payoutId: number | null
  /** Deducted from what goes back, in the smallest unit of the token. */
  fee: bigint | null
  requestedAt: Date
  decidedAt: Date | null
}

type Row = Record<string, string | number | boolean | Date | null>

const REFUND = sql`r.id, r.order_id, r.payment_id, r.member_id, r.season_id, r.history_id, r.type,
  r.reason, r.tx_hash, r.state, r.for_operator, r.outcome, r.note, r.payout_id, r.fee::text as fee,
  r.requested_at, r.decided_at`

const number = (value: Row[string] | undefined) => (value == null ? null : Number(value))
const text = (value: Row[string] | undefined) => (value == null ? null : String(value))

const asRefund = (row: Row): Refund => ({
  id: Number(row['id']),
  orderId: number(row['order_id']),
  paymentId: number(row['payment_id']),
  memberId: Number(row['member_id']),
  seasonId: number(row['season_id']),
  historyId: number(row['history_id']),
  type: row['type'] as Refund['type'], // The database knows no other, as below.
  reason: text(row['reason']),
  txHash: text(row['tx_hash']),
  state: row['state'] as RefundState,
  forOperator: row['for_operator'] === true,
  outcome: row['outcome'] as RefundOutcome | null,
  note: text(row['note']),
  payoutId: number(row['payout_id']),
  fee: row['fee'] == null ? null : BigInt(String(row['fee'])),
  requestedAt: new Date(String(row['requested_at'])),
  decidedAt: row['decided_at'] == null ? null : new Date(String(row['decided_at'])),
})

export async function findRefunds(db: Db, where: SQL): Promise<Refund[]> {
  return (await rowsOf<Row>(db, sql`select ${REFUND} from refunds r where ${where}`)).map(asRefund)
}

export async function lockRefund(tx: Db, refundId: number): Promise<Refund | undefined> {
  const [refund] = await findRefunds(tx, sql`r.id = ${refundId} for update of r`)
  return refund
}

/** What a member asked about an order, while nobody answered it. */
export async function lockAsked(tx: Db, orderId: number): Promise<Refund | undefined> {
  const [refund] = await findRefunds(
    tx,
    sql`r.order_id = ${orderId} and r.state = 'REQUESTED' and r.payment_id is null for update of r`,
  )
  return refund
}

/** The payment that a request turned out to be about. */
export async function attachPayment(
  tx: Db,
  refundId: number,
  { paymentId, forOperator }: { paymentId: number; forOperator: boolean },
): Promise<void> {
  await tx.execute(sql`update refunds set payment_id = ${paymentId}, for_operator = ${forOperator}
    where id = ${refundId}`)
}

/** A payment from nobody we know that no other request is about. */
export async function lockForeign(tx: Db, txHash: string): Promise<number | undefined> {
  const [row] = await rowsOf<{ id: number | string }>(
    tx,
    sql`select p.id from payments p where p.tx_hash = ${txHash} and p.state = 'FOREIGN'
      and not exists (select 1 from refunds r where r.payment_id = p.id)
      order by p.id limit 1 for update of p`,
  )
  return row && Number(row.id)
}

/** An operator found that it was not the member's: it is nobody's again. */
export async function detachForeign(tx: Db, refundId: number): Promise<void> {
  await tx.execute(sql`update refunds r set payment_id = null from payments p
    where r.id = ${refundId} and p.id = r.payment_id and p.state = 'FOREIGN'`)
}

/** What came from nobody we know goes back: to who sent it, as a payment that is settled so. */
export async function settleForeign(
  tx: Db,
  of: { paymentId: number; memberId: number; at: Date },
): Promise<void> {
  const at = sql`${of.at.toISOString()}::timestamptz`
  await tx.execute(sql`with settled as (
      update payments set state = 'REFUNDED', member_id = ${of.memberId}, settled_at = ${at}
      where id = ${of.paymentId} and state = 'FOREIGN' returning id, chain_id, tx_hash, log_index)
    insert into used_payments (chain_id, tx_hash, log_index, used_for, used_at)
    select chain_id, tx_hash, log_index, 'refund-of-payment:' || id, ${at} from settled`)
}

/** No rule decides it any more. */
export async function leaveToOperator(tx: Db, refundId: number): Promise<void> {
  await tx.execute(sql`update refunds set for_operator = true
    where id = ${refundId} and state = 'REQUESTED'`)
}

export async function insertRefund(
  tx: Db,
  refund: Pick<
    Refund,
    | 'orderId'
    | 'paymentId'
    | 'memberId'
    | 'seasonId'
    | 'historyId'
    | 'type'
    | 'reason'
    | 'txHash'
    | 'forOperator'
    | 'requestedAt'
  > & { dueAt: Date },
): Promise<number> {
  const [row] = await rowsOf<{ id: number | string }>(
    tx,
    sql`insert into refunds (order_id, payment_id, member_id, season_id, history_id, type, reason,
        tx_hash, state, for_operator, due_at, requested_at)
      values (${refund.orderId}::bigint, ${refund.paymentId}::bigint, ${refund.memberId},
        ${refund.seasonId}::bigint, ${refund.historyId}::bigint, ${refund.type},
        ${refund.reason}::text, ${refund.txHash}::text, 'REQUESTED', ${refund.forOperator},
        ${refund.dueAt.toISOString()}::timestamptz, ${refund.requestedAt.toISOString()}::timestamptz)
      returning id`,
  )
  if (!row) throw new Error('The database kept no refund')
  return Number(row.id)
}

export async function setDecided(
  tx: Db,
  refundId: number,
  to: {
    state: Exclude<RefundState, 'REQUESTED'>
    outcome: RefundOutcome
    at: Date
    note?: string
    payoutId?: number
  },
): Promise<void> {
  await tx.execute(sql`update refunds set state = ${to.state}, outcome = ${to.outcome},
      decided_at = coalesce(decided_at, ${to.at.toISOString()}::timestamptz),
      note = coalesce(${to.note ?? null}::text, note),
      payout_id = coalesce(${to.payoutId ?? null}::bigint, payout_id)
    where id = ${refundId}`)
}

/** Back to where somebody has to look at it. */
export async function reopen(tx: Db, refundId: number, note: string): Promise<void> {
  await tx.execute(sql`update refunds set state = 'REQUESTED', outcome = null, decided_at = null,
    for_operator = true, batch_id = null, fee = null, note = ${note} where id = ${refundId}`)
}

/** Where something that belongs to no purchase is shown: in the season that runs, or ran last. */
export async function findSeasonToShowIn(db: Db, now: Date): Promise<number | undefined> {
  const [row] = await rowsOf<{ id: number | string }>(
    db,
    sql`select id from seasons where state = 'PUBLISHED' and start_at <= ${now.toISOString()}::timestamptz
      order by start_at desc limit 1`,
  )
  return row && Number(row.id)
}

export async function findPayoutHash(db: Db, payoutId: number): Promise<string | null> {
  const [row] = await rowsOf<{ tx_hash: string | null }>(
    db,
    sql`select tx_hash from payouts where id = ${payoutId}`,
  )
  return row?.tx_hash ?? null
}

export async function findStray(
  db: Db,
  historyId: number,
): Promise<
  | {
      payTo: string
      payer: string
      amount: bigint
      chainId: number
      contract: string | null
      txHash: string
      confirmations: number
    }
  | undefined
> {
  const [row] = await rowsOf<Row>(
    db,
    sql`select p.payer, p.amount::text as amount, p.chain_id, p.contract, p.tx_hash, n.confirmations,
        l.address as pay_to
      from refunds r join payments p on p.id = r.payment_id
      join networks n on n.chain_id = p.chain_id
      left join treasury_lanes l on l.chain_id = p.chain_id
      where r.history_id = ${historyId}`,
  )
  if (!row) return undefined
  return {
    payTo: text(row['pay_to']) ?? String(row['payer']),
    payer: String(row['payer']),
    amount: BigInt(String(row['amount'])),
    chainId: Number(row['chain_id']),
    contract: text(row['contract']),
    txHash: String(row['tx_hash']),
    confirmations: Number(row['confirmations']),
  }
}

/** What a refund is about: what was paid, and for what. */
export async function findPaid(
  db: Db,
  refundId: number,
): Promise<{
  amount: bigint
  payType: string
  chainId: number | null
  contract: string | null
  product: string | null
  txHash: string | null
}> {
  const [row] = await rowsOf<Row>(
    db,
    sql`select coalesce(p.amount, o.price)::text as amount, coalesce(o.pay_type, 'TOKEN') as pay_type,
        coalesce(p.chain_id, o.chain_id) as chain_id,
        case when p.id is null then o.contract else p.contract end as contract,
        coalesce(s.name ->> 'en', case when o.package_id is not null then o.gives_credit || ' credit' end)
          as product,
        coalesce(p.tx_hash, o.tx_hash) as tx_hash
      from refunds r left join orders o on o.id = r.order_id left join payments p on p.id = r.payment_id
      left join products s on s.id = o.product_id where r.id = ${refundId}`,
  )
  return {
    amount: BigInt(String(row?.['amount'] ?? 0)),
    payType: String(row?.['pay_type']),
    chainId: number(row?.['chain_id']),
    contract: text(row?.['contract']),
    product: text(row?.['product']),
    txHash: text(row?.['tx_hash']),
  }
}

/** The payment that came unasked, as it is to be sent back. */
export async function findStrayOf(
  db: Db,
  refundId: number,
): Promise<
  | { payer: string; amount: bigint; chainId: number; contract: string | null; txHash: string }
  | undefined
> {
  const [row] = await rowsOf<Row>(
    db,
    sql`select p.payer, p.amount::text as amount, p.chain_id, p.contract, p.tx_hash
      from refunds r join payments p on p.id = r.payment_id where r.id = ${refundId}`,
  )
  if (!row) return undefined
  return {
    payer: String(row['payer']),
    amount: BigInt(String(row['amount'])),
    chainId: Number(row['chain_id']),
    contract: text(row['contract']),
    txHash: String(row['tx_hash']),
  }
}

export async function clearReasons(tx: Db, memberId: number): Promise<void> {
  await tx.execute(sql`update refunds set reason = null, note = null
    where member_id = ${memberId} and (reason is not null or note is not null)`)
}
