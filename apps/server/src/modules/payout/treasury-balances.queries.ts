import type { Db } from '#/platform/process/db.ts'
import { treasuryBalances } from './payout.table.ts'

export type KeptBalances = typeof treasuryBalances.$inferSelect

export async function saveBalances(db: Db, kept: KeptBalances): Promise<void> {
  const { balances, readAt } = kept
  await db
    .insert(treasuryBalances)
    .values(kept)
    .onConflictDoUpdate({ target: treasuryBalances.chainId, set: { balances, readAt } })
}

/** Returns the last known balances by chain. */
export async function findKeptBalances(db: Db): Promise<ReadonlyMap<number, KeptBalances>> {
  const rows = await db.select().from(treasuryBalances)
  return new Map(rows.map((row) => [row.chainId, row]))
}
