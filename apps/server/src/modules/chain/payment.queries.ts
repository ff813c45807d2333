import type { Db } from '#/platform/process/db.ts'
import { usedPayments } from './chain.table.ts'

const PAYMENT_KEY = [usedPayments.chainId, usedPayments.txHash, usedPayments.logIndex]

/** Returns false if the payment was used before. */
export async function insertUsedPayment(
  db: Db,
  payment: typeof usedPayments.$inferInsert,
): Promise<boolean> {
  const rows = await db
    .insert(usedPayments)
    .values(payment)
    .onConflictDoNothing({ target: PAYMENT_KEY })
    .returning({ logIndex: usedPayments.logIndex })
  return rows.length === 1
}
