import { and, desc, eq, ne } from 'drizzle-orm'
import { payouts } from '#/modules/payout/payout.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { pointsLogCheckpoints } from './points-log.table.ts'

// Literals, so that the index of anchors is used.
const isAnchor = eq(payouts.purpose, 'ANCHOR').inlineParams()

/** Returns the size of the last checkpoint that was requested for a contract and has not failed. */
export async function findRequestedSize(
  db: Db,
  { chainId, address }: { chainId: number; address: string },
): Promise<number | undefined> {
  const [row] = await db
    .select({ size: payouts.subject })
    .from(payouts)
    .where(
      and(
        isAnchor,
        eq(payouts.chainId, chainId),
        eq(payouts.address, address),
        ne(payouts.state, 'FAILED'),
      ),
    )
    .orderBy(desc(payouts.id))
    .limit(1)
  return row?.size ?? undefined
}

/** Returns the last checkpoint on a chain that is final. */
export async function findPostedCheckpoint(db: Db) {
  const [row] = await db
    .select({
      chainId: payouts.chainId,
      address: payouts.address,
      size: pointsLogCheckpoints.size,
      root: pointsLogCheckpoints.root,
      postedAt: payouts.confirmedAt,
    })
    .from(payouts)
    .innerJoin(pointsLogCheckpoints, eq(pointsLogCheckpoints.size, payouts.subject))
    .where(and(isAnchor, eq(payouts.state, 'CONFIRMED')))
    .orderBy(desc(payouts.id))
    .limit(1)
  return row
}
