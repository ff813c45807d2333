import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '#/platform/process/db.ts'
import { idList } from '#/platform/process/expressions.ts'
import { payouts } from './payout.table.ts'

/** Ends the wait of payouts that a fair-play hold kept, and returns their chains. */
export async function endFairPlayWaits(
  tx: Db,
  memberIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await tx
    .update(payouts)
    .set({ notBefore: null })
    .where(
      and(
        inArray(payouts.memberId, idList(memberIds)),
        eq(payouts.state, 'QUEUED'),
        eq(payouts.heldFor, 'FAIR_PLAY'),
      ),
    )
    .returning({ chainId: payouts.chainId })
  return new Set(rows.flatMap(({ chainId }) => chainId ?? []))
}
