import { asc, eq } from 'drizzle-orm'
import { distributionClaims, distributionRoots } from '#/modules/distribution/distribution.table.ts'
import { pointsLogCheckpoints } from '#/modules/points-log/points-log.table.ts'
import { relaySends } from '#/modules/relay/relay.table.ts'
import type { Db } from '#/platform/process/db.ts'

export async function findRoot(db: Db, id: number) {
  const { chainId, contract, number, root, total } = distributionRoots
  const [row] = await db
    .select({ chainId, contract, number, root, total })
    .from(distributionRoots)
    .where(eq(distributionRoots.id, id))
  return row
}

/** Returns the claims that name a payout. */
export function findClaims(db: Db, payoutId: number, count: number) {
  const { id, chainId, contract, address, cumulative, proof } = distributionClaims
  return db
    .select({ chainId, contract, account: address, cumulative, proof })
    .from(distributionClaims)
    .where(eq(distributionClaims.payoutId, payoutId))
    .orderBy(asc(id))
    .limit(count)
}

export async function findRelayedSend(db: Db, id: number) {
  const { chainId, relay, owner, recipient, token, amount, nonce, deadline } = relaySends
  const { intent, permit } = relaySends
  const [row] = await db
    .select({ chainId, relay, owner, recipient, token, amount, nonce, deadline, intent, permit })
    .from(relaySends)
    .where(eq(relaySends.id, id))
  return row
}

export async function findCheckpoint(db: Db, size: number) {
  const [row] = await db
    .select({ root: pointsLogCheckpoints.root })
    .from(pointsLogCheckpoints)
    .where(eq(pointsLogCheckpoints.size, size))
  return row
}
