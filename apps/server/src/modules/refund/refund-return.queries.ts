import { sql } from 'drizzle-orm'
import { rowsOf, type Db } from '#/platform/db.ts'
import type { ToReturn } from './refund.wake.ts'

export type Waiting = { refundId: number; amount: bigint }

/** The unmatched payments of one payer that are to go back, oldest first. */
export async function lockWaiting(
  tx: Db,
  { memberId, chainId, contract, payer }: ToReturn,
): Promise<Waiting[]> {
  const rows = await rowsOf<{ id: number | string; amount: string }>(
    tx,
    sql`select r.id, p.amount::text as amount from refunds r join payments p on p.id = r.payment_id
      where r.state = 'REQUESTED' and not r.for_operator and r.member_id = ${memberId}
        and p.state = 'REFUNDED' and p.chain_id = ${chainId} and p.payer = ${payer}
        and p.contract is not distinct from ${contract}::text
      order by r.id for update of r`,
  )
  return rows.map(({ id, amount }) => ({ refundId: Number(id), amount: BigInt(amount) }))
}

export async function countBatchesSince(db: Db, payer: string, since: Date): Promise<number> {
  const [row] = await rowsOf<{ count: number | string }>(
    db,
    sql`select count(*) as count from refund_batches
      where payer = ${payer} and created_at >= ${since.toISOString()}::timestamptz`,
  )
  return Number(row?.count ?? 0)
}

export async function insertBatch(
  tx: Db,
  batch: Omit<ToReturn, 'memberId'> & { amount: bigint; fee: bigint; at: Date },
): Promise<number> {
  const { chainId, contract, payer, amount, fee, at } = batch
  const [row] = await rowsOf<{ id: number | string }>(
    tx,
    sql`insert into refund_batches (chain_id, contract, payer, amount, fee, created_at)
      values (${chainId}, ${contract}::text, ${payer}, ${amount.toString()}::numeric,
        ${fee.toString()}::numeric, ${at.toISOString()}::timestamptz) returning id`,
  )
  if (!row) throw new Error('The database kept no batch')
  return Number(row.id)
}

export async function joinBatch(
  tx: Db,
  refundId: number,
  { batchId, fee }: { batchId: number; fee: bigint },
): Promise<void> {
  await tx.execute(sql`update refunds set batch_id = ${batchId}, fee = ${fee.toString()}::numeric
    where id = ${refundId}`)
}

export async function putOff(tx: Db, refundId: number, dueAt: Date): Promise<void> {
  await tx.execute(sql`update refunds set due_at = ${dueAt.toISOString()}::timestamptz
    where id = ${refundId}`)
}
