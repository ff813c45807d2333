import { and, desc, eq, lte } from 'drizzle-orm'
import { networks } from '#/modules/network/network.table.ts'
import { orders, payments } from '#/modules/order/order.table.ts'
import { payouts, treasuryLanes } from '#/modules/payout/payout.table.ts'
import { seasons } from '#/modules/season/season.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { histories } from '#/platform/books/histories.table.ts'
import { refunds } from './refund.table.ts'

export async function hasHistory(
  db: Db,
  of: { historyId: number; memberId: number; seasonId: number },
): Promise<boolean> {
  const rows = await db
    .select({ id: histories.id })
    .from(histories)
    .where(
      and(
        eq(histories.id, of.historyId),
        eq(histories.memberId, of.memberId),
        eq(histories.seasonId, of.seasonId),
      ),
    )
  return rows.length > 0
}

/**
 * Returns the season in which entries without a purchase are shown: the ongoing or the last one.
 */
export async function findSeasonToShowIn(db: Db, now: Date): Promise<number | undefined> {
  const [row] = await db
    .select({ id: seasons.id })
    .from(seasons)
    .where(and(eq(seasons.state, 'PUBLISHED').inlineParams(), lte(seasons.startAt, now)))
    .orderBy(desc(seasons.startAt))
    .limit(1)
  return row?.id
}

export async function findPayoutHash(db: Db, payoutId: number): Promise<string | null> {
  const [row] = await db
    .select({ txHash: payouts.txHash })
    .from(payouts)
    .where(eq(payouts.id, payoutId))
  return row?.txHash ?? null
}

const UNMATCHED_COLUMNS = {
  payer: payments.payer,
  amount: payments.amount,
  chainId: payments.chainId,
  contract: payments.contract,
  txHash: payments.txHash,
}

/** Returns the unmatched payment of a history entry. */
export async function findUnmatchedOfHistory(db: Db, historyId: number) {
  const [row] = await db
    .select({
      ...UNMATCHED_COLUMNS,
      confirmations: networks.confirmations,
      treasury: treasuryLanes.address,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .innerJoin(networks, eq(networks.chainId, payments.chainId))
    .leftJoin(treasuryLanes, eq(treasuryLanes.chainId, payments.chainId))
    .where(eq(refunds.historyId, historyId))
  return row && { ...row, payTo: row.treasury ?? row.payer }
}

/** Returns the unmatched payment of a refund. */
export async function findUnmatchedOfRefund(db: Db, refundId: number) {
  const [row] = await db
    .select(UNMATCHED_COLUMNS)
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(refunds.id, refundId))
  return row
}

/** Returns the paid amount of a refund and the token in which it was paid. */
export async function findPaid(db: Db, refundId: number) {
  const [row] = await db
    .select({ order: orders, payment: payments })
    .from(refunds)
    .leftJoin(orders, eq(orders.id, refunds.orderId))
    .leftJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(refunds.id, refundId))
  const { order, payment } = row ?? {}
  return {
    amount: payment?.amount ?? order?.price ?? 0n,
    payType: order?.payType ?? 'TOKEN',
    chainId: payment?.chainId ?? order?.chainId ?? null,
    contract: (payment ?? order)?.contract ?? null,
  }
}
