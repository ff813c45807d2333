import { and, asc, eq, inArray, lte } from 'drizzle-orm'
import { orders } from '#/modules/order/order.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { refunds } from './refund.table.ts'

/**
 * Returns a refund that is not finished and whose purchase was posted up to a ledger transaction,
 * which the refund may have to reverse.
 */
export async function findOpenRefund(
  db: Db,
  { postedUpTo }: { postedUpTo: number },
): Promise<number | undefined> {
  const [refund] = await db
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(
      and(
        inArray(refunds.state, ['REQUESTED', 'APPROVED']),
        lte(orders.ledgerTransaction, postedUpTo),
      ),
    )
    .orderBy(asc(refunds.id))
    .limit(1)
  return refund?.id
}
