import { and, desc, eq, gte, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm'
import { distributors } from '#/modules/distribution/distribution.table.ts'
import { roundRewards, seasonRounds, seasons } from '#/modules/season/season.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { isOpen } from './payout.queries.ts'
import { payouts } from './payout.table.ts'
import { isOwedReward, isWaitingReward } from './promised.queries.ts'

/** An amount in the smallest unit of a token; the network of a reward is that of its token. */
export type Obligation = {
  chainId: number | null
  symbol: string
  decimals: number
  amount: bigint
}

/** Returns what open payouts will take, by network and token. */
export function findOpenByToken(db: Db): Promise<Obligation[]> {
  const { chainId, symbol, decimals } = payouts
  return db
    .select({
      chainId,
      symbol,
      decimals,
      amount: sql`sum(${payouts.amount})`.mapWith(payouts.amount),
    })
    .from(payouts)
    .where(isOpen)
    .groupBy(chainId, symbol, decimals)
}

/** Returns the rewards of settled rounds that wait for a wallet, or that no root contains yet. */
export async function findUnpaidRewards(db: Db): Promise<Obligation[]> {
  const found: Obligation[] = []
  for (const isUnpaid of [isWaitingReward, isOwedReward]) {
    const rows = await db
      .select({
        symbol: seasons.rewardSymbol,
        decimals: seasons.rewardDecimals,
        amount: sql`sum(${roundRewards.amount})`.mapWith(roundRewards.amount),
      })
      .from(roundRewards)
      .innerJoin(seasons, eq(seasons.id, roundRewards.seasonId))
      .where(isUnpaid)
      .groupBy(seasons.rewardSymbol, seasons.rewardDecimals)
    found.push(...rows.map((row) => ({ ...row, chainId: null })))
  }
  return found
}

/** Returns what the contracts of roots still lack and no open payout moves. */
export function findUnfundedByToken(db: Db): Promise<Obligation[]> {
  const { chainId, symbol, decimals, posted, increase, funded, funding } = distributors
  const lack = sql`greatest(${posted} + ${increase} - ${funded} - ${funding}, 0)`
  return db
    .select({ chainId, symbol, decimals, amount: sql`sum(${lack})`.mapWith(increase) })
    .from(distributors)
    .groupBy(chainId, symbol, decimals)
}

/** Returns the rounds of published seasons that are not settled, with what they still give. */
export function findPools(db: Db, before: Date) {
  return db
    .select({
      seasonId: seasonRounds.seasonId,
      number: seasonRounds.number,
      at: seasonRounds.endAt,
      symbol: seasons.rewardSymbol,
      decimals: seasons.rewardDecimals,
      // A round that is being settled has given a part of its pool.
      amount: sql`${seasonRounds.pool} - ${seasonRounds.rewarded}`.mapWith(seasonRounds.pool),
    })
    .from(seasonRounds)
    .innerJoin(seasons, eq(seasons.id, seasonRounds.seasonId))
    .where(
      and(
        eq(seasons.state, 'PUBLISHED').inlineParams(),
        isNull(seasonRounds.settledAt),
        lt(seasonRounds.endAt, before),
      ),
    )
    .orderBy(seasonRounds.endAt, seasonRounds.id)
}

/** Adds up the withdrawals that were requested in a span and have not failed. */
export function findWithdrawn(
  db: Db,
  { from, until }: { from: Date; until: Date },
): Promise<Obligation[]> {
  const { chainId, symbol, decimals, createdAt } = payouts
  return db
    .select({
      chainId,
      symbol,
      decimals,
      amount: sql`sum(${payouts.amount})`.mapWith(payouts.amount),
    })
    .from(payouts)
    .where(
      and(
        eq(payouts.purpose, 'WITHDRAWAL'),
        ne(payouts.state, 'FAILED'),
        gte(createdAt, from),
        lt(createdAt, until),
      ),
    )
    .groupBy(chainId, symbol, decimals)
}

/** Adds up what was paid on each network since an instant, refunds included. */
export function findPaidByChain(
  db: Db,
  { symbol, since }: { symbol: string; since: Date },
): Promise<Obligation[]> {
  const { chainId, decimals } = payouts
  return db
    .select({
      chainId,
      symbol: payouts.symbol,
      decimals,
      amount: sql`sum(${payouts.amount})`.mapWith(payouts.amount),
    })
    .from(payouts)
    .where(
      and(
        eq(payouts.symbol, symbol),
        gte(payouts.reservedAt, since),
        ne(payouts.state, 'FAILED'),
        ne(payouts.state, 'QUEUED'),
      ),
    )
    .groupBy(chainId, payouts.symbol, decimals)
}

/** The most transactions from which the pace of fees is computed. */
const FEES_MAX = 2000

/**
 * Adds up the fees of the newest transactions since an instant. `since` is the first of them if there
 * are more than are added up.
 */
export async function findFees(
  db: Db,
  { chainId, since }: { chainId: number; since: Date },
): Promise<{ spent: bigint; since: Date }> {
  const newest = db
    .select({ fee: payouts.fee, createdAt: payouts.createdAt })
    .from(payouts)
    .where(and(eq(payouts.chainId, chainId), gte(payouts.createdAt, since), isNotNull(payouts.fee)))
    .orderBy(desc(payouts.createdAt), desc(payouts.id))
    .limit(FEES_MAX)
    .as('newest')
  const [row] = await db
    .select({
      spent: sql`coalesce(sum(${newest.fee}), 0)`.mapWith(payouts.amount),
      count: sql`count(*)`.mapWith(Number),
      oldest: sql<Date | null>`min(${newest.createdAt})`.mapWith(payouts.createdAt),
    })
    .from(newest)
  const isAll = (row?.count ?? 0) < FEES_MAX
  return { spent: row?.spent ?? 0n, since: isAll ? since : (row?.oldest ?? since) }
}
