import { and, asc, eq, exists, isNotNull, isNull } from 'drizzle-orm'
import { roundRewards, seasons } from '#/modules/season/season.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { distributionRoots, distributors } from './distribution.table.ts'

export type Distributor = typeof distributors.$inferSelect
export type DeployedDistributor = Distributor & { contract: string }
export type Root = typeof distributionRoots.$inferSelect

/** Use literals, because parameters would not match the partial index of owed rewards. */
export const isOwed = and(
  eq(roundRewards.state, 'OWED').inlineParams(),
  isNull(roundRewards.rootNumber),
)

/** Returns the tokens of rewards that are in no root. */
export function findOwedTokens(db: Db): Promise<{ symbol: string; decimals: number }[]> {
  const owed = db
    .select({ id: roundRewards.memberId })
    .from(roundRewards)
    .where(and(eq(roundRewards.seasonId, seasons.id), isOwed))
  return db
    .selectDistinct({ symbol: seasons.rewardSymbol, decimals: seasons.rewardDecimals })
    .from(seasons)
    .where(exists(owed))
    .orderBy(seasons.rewardSymbol, seasons.rewardDecimals)
}

/** Returns the distributor of a token and an account, and creates it if there is none. */
export async function ensureDistributor(
  tx: Db,
  of: Pick<Distributor, 'chainId' | 'token' | 'symbol' | 'decimals' | 'account'>,
  createdAt: Date,
): Promise<Distributor> {
  await tx
    .insert(distributors)
    .values({ ...of, createdAt })
    .onConflictDoNothing()
  const [row] = await tx
    .select()
    .from(distributors)
    .where(
      and(
        eq(distributors.chainId, of.chainId),
        eq(distributors.token, of.token),
        eq(distributors.account, of.account),
      ),
    )
  if (!row) throw new Error('The new distributor was not found')
  return row
}

export function findDistributors(db: Db): Promise<Distributor[]> {
  return db.select().from(distributors).orderBy(asc(distributors.id))
}

/** Returns the distributors of a chain that have a contract. */
export async function findDeployed(db: Db, chainId: number): Promise<DeployedDistributor[]> {
  const rows = await db
    .select()
    .from(distributors)
    .where(and(eq(distributors.chainId, chainId), isNotNull(distributors.contract)))
    .orderBy(asc(distributors.id))
  return rows.filter((row): row is DeployedDistributor => row.contract !== null)
}

/** Locks a distributor, so that one worker at a time takes its next step. */
export async function lockDistributor(tx: Db, id: number): Promise<Distributor | undefined> {
  const [row] = await tx.select().from(distributors).where(eq(distributors.id, id)).for('update')
  return row
}

export async function saveDistributor(
  tx: Db,
  id: number,
  change: Partial<typeof distributors.$inferInsert>,
): Promise<void> {
  await tx.update(distributors).set(change).where(eq(distributors.id, id))
}

/** The position before the first reward of a step. */
export const FROM_START = { afterSeason: 0, afterMember: 0, afterRound: 0 } as const

/** Returns the root with a number; only a root that is prepared or posted has a row. */
export async function findRoot(
  db: Db,
  of: { chainId: number; contract: string; number: number },
): Promise<Root | undefined> {
  const [row] = await db
    .select()
    .from(distributionRoots)
    .where(
      and(
        eq(distributionRoots.chainId, of.chainId),
        eq(distributionRoots.contract, of.contract),
        eq(distributionRoots.number, of.number),
      ),
    )
  return row
}

export async function insertRoot(
  tx: Db,
  root: typeof distributionRoots.$inferInsert,
): Promise<void> {
  await tx.insert(distributionRoots).values(root)
}

export async function saveRoot(
  tx: Db,
  rootId: number,
  change: Partial<typeof distributionRoots.$inferInsert>,
): Promise<void> {
  await tx.update(distributionRoots).set(change).where(eq(distributionRoots.id, rootId))
}

/** Returns a root with its distributor, both locked. */
export async function lockRootOf(
  tx: Db,
  rootId: number,
): Promise<{ root: Root; distributor: Distributor } | undefined> {
  const [named] = await tx.select().from(distributionRoots).where(eq(distributionRoots.id, rootId))
  if (!named) return undefined
  const [distributor] = await tx
    .select()
    .from(distributors)
    .where(and(eq(distributors.chainId, named.chainId), eq(distributors.contract, named.contract)))
    .for('update')
  const [root] = await tx
    .select()
    .from(distributionRoots)
    .where(eq(distributionRoots.id, rootId))
    .for('update')
  return distributor && root && { root, distributor }
}
