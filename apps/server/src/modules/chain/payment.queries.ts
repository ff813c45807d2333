import { sql } from 'drizzle-orm'
import { rowsOf, type Db } from '#/platform/db.ts'

export async function insertUsedPayment(
  db: Db,
  used: { chainId: number; txHash: string; logIndex: number; usedFor: string; at: Date },
): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`insert into used_payments (chain_id, tx_hash, log_index, used_for, used_at)
      values (${used.chainId}, ${used.txHash}, ${used.logIndex}, ${used.usedFor},
        ${used.at.toISOString()}::timestamptz)
      on conflict (chain_id, tx_hash, log_index) do nothing returning log_index`,
  )
  return rows.length === 1
}
