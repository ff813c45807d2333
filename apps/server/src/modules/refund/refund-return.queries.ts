import { and, asc, eq, gte, sql } from 'drizzle-orm'
import { payments } from '#/modules/order/order.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { refundBatches, refunds } from './refund.table.ts'
import type { ToReturn } from './refund.queue.ts'

export type Waiting = Awaited<ReturnType<typeof lockWaiting>>[number]

/** Locks the unmatched payments of one payer that await their refund, oldest first. */
export async function lockWaiting(tx: Db, { memberId, chainId, contract, payer }: ToReturn) {
  return tx
    .select({ refundId: refunds.id, amount: payments.amount })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(
      and(
        eq(refunds.state, 'REQUESTED').inlineParams(),
        eq(refunds.forOperator, false),
        eq(refunds.memberId, memberId),
        eq(payments.state, 'REFUNDED').inlineParams(),
        eq(payments.chainId, chainId),
        eq(payments.payer, payer),
        sql`${payments.contract} is not distinct from ${contract}::text`,
      ),
    )
    .orderBy(asc(refunds.id))
    .for('update', { of: refunds })
}

export function countBatchesSince(db: Db, payer: string, since: Date): Promise<number> {
  return db.$count(
    refundBatches,
    and(eq(refundBatches.payer, payer), gte(refundBatches.createdAt, since)),
  )
}

export async function insertBatch(
  tx: Db,
  batch: Omit<ToReturn, 'memberId'> & { amount: bigint; fee: bigint; at: Date },
): Promise<number> {
  const { chainId, contract, payer, amount, fee, at } = batch
  const [row] = await tx
    .insert(refundBatches)
    .values({ chainId, contract, payer, amount, fee, createdAt: at })
    .returning({ id: refundBatches.id })
  if (!row) throw new Error('Inserting the batch returned no row')
  return row.id
}

export async function joinBatch(
  tx: Db,
  refundId: number,
  to: { batchId: number; fee: bigint },
): Promise<void> {
  await tx.update(refunds).set(to).where(eq(refunds.id, refundId))
}

export async function postponeReturn(tx: Db, refundId: number, dueAt: Date): Promise<void> {
  await tx.update(refunds).set({ dueAt }).where(eq(refunds.id, refundId))
}
