import { sql } from 'drizzle-orm'
import { distributionTree, type Share } from '@solstice/contracts/distribution-tree'
import {
  distributionClaims,
  distributionLeaves,
  distributionRoots,
} from '#/modules/distribution/distribution.table.ts'
import type { Db } from '#/platform/process/db.ts'

type Distributor = { chainId: number; contract: string; token: string }

const AT = new Date('2026-06-23T08:00:00.000Z')

/** Writes the shares of a root and its row, as the distribution of a round does. Returns its id. */
export async function insertRoot(
  db: Db,
  distributor: Distributor,
  number: number,
  shares: readonly Share[],
): Promise<number> {
  for (const { account, cumulative } of shares) {
    const leaf = { address: account.toLowerCase(), cumulative, rootNumber: number, memberId: 1 }
    const { cumulative: now } = distributionLeaves
    await db
      .insert(distributionLeaves)
      .values({ ...distributor, ...leaf, before: 0n })
      .onConflictDoUpdate({
        target: [
          distributionLeaves.chainId,
          distributionLeaves.contract,
          distributionLeaves.address,
        ],
        set: { cumulative, rootNumber: number, before: sql`${now}` },
        setWhere: sql`${now} <> ${cumulative.toString()}::numeric`,
      })
  }
  const total = shares.reduce((sum, { cumulative }) => sum + cumulative, 0n)
  const root = Buffer.from(distributionTree(shares).root.slice(2), 'hex')
  const [made] = await db
    .insert(distributionRoots)
    .values({
      ...distributor,
      number,
      root,
      total,
      leaves: shares.length,
      state: 'PREPARED',
      createdAt: AT,
    })
    .returning({ id: distributionRoots.id })
  if (!made) throw new Error('The root was not inserted')
  return made.id
}

/** Writes the claims of a payout, with their proofs. */
export async function insertClaims(
  db: Db,
  distributor: Distributor,
  payoutId: number,
  { shares, claimed }: { shares: readonly Share[]; claimed: readonly Share[] },
): Promise<void> {
  const tree = distributionTree(shares)
  await db.insert(distributionClaims).values(
    claimed.map((share) => ({
      ...distributor,
      address: share.account.toLowerCase(),
      memberId: 1,
      cumulative: share.cumulative,
      amount: share.cumulative,
      proof: Buffer.from((tree.proofOf(share) ?? []).map((hash) => hash.slice(2)).join(''), 'hex'),
      payoutId,
      state: 'SENDING' as const,
      createdAt: AT,
    })),
  )
}
