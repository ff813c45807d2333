import { and, asc, eq, gt } from 'drizzle-orm'
import { distributionLeaves } from '#/modules/distribution/distribution.table.ts'
import type { Db } from '#/platform/process/db.ts'

/** Returns the next shares of a distributor, in the order of addresses. */
export function findLeavesAfter(
  db: Db,
  of: { chainId: number; contract: string; after: string; count: number },
) {
  const { chainId, contract, address, cumulative, rootNumber, before } = distributionLeaves
  return db
    .select({ address, cumulative, rootNumber, before })
    .from(distributionLeaves)
    .where(and(eq(chainId, of.chainId), eq(contract, of.contract), gt(address, of.after)))
    .orderBy(asc(address))
    .limit(of.count)
}
