import { and, asc, desc, eq, gt, isNotNull, lt, ne, or } from 'drizzle-orm'
import { networks } from '#/modules/network/network.table.ts'
import { payments, type orders } from '#/modules/order/order.table.ts'
import { payoutAttempts, payouts } from '#/modules/payout/payout.table.ts'
import { histories } from '#/platform/books/histories.table.ts'
import type { Db } from '#/platform/process/db.ts'

type Payment = typeof payments.$inferSelect

/** Returns the payment of an order: the credited one before one that was returned. */
export async function findPaymentOfOrder(db: Db, orderId: number): Promise<Payment | undefined> {
  const rows = await db
    .select()
    .from(payments)
    .where(eq(payments.orderId, orderId))
    .orderBy(desc(payments.id))
  return rows.find(({ state }) => state === 'CREDITED') ?? rows[0]
}

export async function findNetworkName(db: Db, chainId: number): Promise<string> {
  const [row] = await db
    .select({ name: networks.name })
    .from(networks)
    .where(eq(networks.chainId, chainId))
  return row?.name ?? String(chainId)
}

/** The most entries of a history that a refund shows. */
const SPENT_MAX = 5

/** Returns what a member spent of an asset in the season after a purchase, the oldest first. */
export function findSpent(
  db: Db,
  { memberId, seasonId, completedAt, givesXp }: SpentOf,
): Promise<{ id: number; at: Date; xp: number; tickets: number }[]> {
  const isSpent = givesXp > 0 ? lt(histories.xp, 0) : lt(histories.tickets, 0)
  return db
    .select({
      id: histories.id,
      at: histories.createdAt,
      xp: histories.xp,
      tickets: histories.tickets,
    })
    .from(histories)
    .where(
      and(
        eq(histories.memberId, memberId),
        eq(histories.seasonId, seasonId),
        gt(histories.createdAt, completedAt),
        isSpent,
        ne(histories.kind, 'REFUND'),
        or(eq(histories.tab, 'Earned'), eq(histories.status, 'COMPLETED')),
      ),
    )
    .orderBy(asc(histories.createdAt), asc(histories.id))
    .limit(SPENT_MAX)
}

type SpentOf = Pick<typeof orders.$inferSelect, 'memberId' | 'givesXp'> & {
  seasonId: number
  completedAt: Date
}

/** Returns when the payout of a refund was first sent and when it was confirmed. */
export async function findPayoutTimes(db: Db, payoutId: number) {
  const [row] = await db
    .select({
      txHash: payouts.txHash,
      confirmedAt: payouts.confirmedAt,
      sentAt: payoutAttempts.createdAt,
    })
    .from(payouts)
    .leftJoin(
      payoutAttempts,
      and(eq(payoutAttempts.payoutId, payouts.id), isNotNull(payoutAttempts.txHash)),
    )
    .where(eq(payouts.id, payoutId))
    .orderBy(asc(payoutAttempts.attempt))
    .limit(1)
  return row
}
