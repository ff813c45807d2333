import { and, asc, desc, eq, gt, isNotNull, sql } from 'drizzle-orm'
import {
  distributionLeaves,
  distributionRoots,
  distributors,
} from '#/modules/distribution/distribution.table.ts'
import { roundRewards } from '#/modules/season/season.table.ts'
import type { Db } from '#/platform/process/db.ts'

/** Returns the newest posted root of the distributor that pays a round; undefined if none does. */
export async function findRootOfRound(db: Db, roundId: number) {
  const [paid] = await db
    .select({ distributorId: roundRewards.distributorId })
    .from(roundRewards)
    .where(and(eq(roundRewards.roundId, roundId), isNotNull(roundRewards.distributorId)))
    .limit(1)
  if (!paid?.distributorId) return undefined
  const { chainId, contract, number, root, total, state } = distributionRoots
  const [row] = await db
    .select({ distributorId: distributors.id, chainId, contract, number, root, total })
    .from(distributionRoots)
    .innerJoin(
      distributors,
      and(eq(distributors.chainId, chainId), eq(distributors.contract, contract)),
    )
    .where(and(eq(distributors.id, paid.distributorId), eq(state, 'POSTED')))
    .orderBy(desc(number))
    .limit(1)
  return row
}

export type RootOfRound = NonNullable<Awaited<ReturnType<typeof findRootOfRound>>>

/** Returns the next shares of a posted root, each with the part that is of the round. */
export function findShares(
  db: Db,
  { distributorId, chainId, contract, number }: RootOfRound,
  of: { roundId: number; after: string; count: number },
) {
  const { address, cumulative, before, rootNumber } = distributionLeaves
  // A root that is being made has raised some shares already.
  const posted = sql`case when ${rootNumber} > ${number} then ${before} else ${cumulative} end`
  // The builder names columns of a single table without it, which would be another one here.
  const ofRound = sql`(select coalesce(sum(r.amount), 0) from ${roundRewards} r
    where r.distributor_id = ${distributorId} and r.address = ${distributionLeaves}.address
      and r.round_id = ${of.roundId} and r.root_number <= ${number})`
  return db
    .select({
      account: address,
      cumulative: posted.mapWith(BigInt),
      ofRound: ofRound.mapWith(BigInt),
    })
    .from(distributionLeaves)
    .where(
      and(
        eq(distributionLeaves.chainId, chainId),
        eq(distributionLeaves.contract, contract),
        gt(address, of.after),
        sql`${posted} > 0`,
      ),
    )
    .orderBy(asc(address))
    .limit(of.count)
}
