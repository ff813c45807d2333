import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import { distributors } from '#/modules/distribution/distribution.table.ts'
import { roundRewards, seasonRounds, seasons } from '#/modules/season/season.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { isOpen } from './payout.queries.ts'
import { payouts } from './payout.table.ts'

/** Returns what open payouts will take of a token, in its smallest unit. */
export function findOpenAmounts(db: Db, symbol: string) {
  return db
    .select({
      decimals: payouts.decimals,
      amount: sql`sum(${payouts.amount})`.mapWith(payouts.amount),
    })
    .from(payouts)
    .where(and(isOpen, eq(payouts.symbol, symbol)))
    .groupBy(payouts.decimals)
}

/** Returns what unsettled rounds of published seasons still have to give, in the smallest unit. */
export function findPromisedPools(db: Db, symbol: string) {
  return db
    .select({
      decimals: seasons.rewardDecimals,
      // A round that is being settled has given a part of its pool.
      amount: sql`sum(${seasonRounds.pool} - ${seasonRounds.rewarded})`.mapWith(seasonRounds.pool),
    })
    .from(seasonRounds)
    .innerJoin(seasons, eq(seasons.id, seasonRounds.seasonId))
    .where(
      and(
        eq(seasons.state, 'PUBLISHED').inlineParams(),
        isNull(seasonRounds.settledAt),
        eq(seasons.rewardSymbol, symbol),
      ),
    )
    .groupBy(seasons.rewardDecimals)
}

// Use literals, because the planner compares them with the predicates of partial indexes.
export const isWaitingReward = eq(roundRewards.state, 'WAITING').inlineParams()
export const isOwedReward = and(
  eq(roundRewards.state, 'OWED').inlineParams(),
  isNull(roundRewards.rootNumber),
)

/** Returns the rewards of settled rounds that wait for a wallet, in the smallest unit. */
export const findWaitingRewards = (db: Db, symbol: string) =>
  sumRewards(db, symbol, isWaitingReward)

/** Returns the rewards of settled rounds that no root contains yet, in the smallest unit. */
export const findOwedRewards = (db: Db, symbol: string) => sumRewards(db, symbol, isOwedReward)

function sumRewards(db: Db, symbol: string, isUnpaid: SQL | undefined) {
  return db
    .select({
      decimals: seasons.rewardDecimals,
      amount: sql`sum(${roundRewards.amount})`.mapWith(roundRewards.amount),
    })
    .from(roundRewards)
    .innerJoin(seasons, eq(seasons.id, roundRewards.seasonId))
    .where(and(isUnpaid, eq(seasons.rewardSymbol, symbol)))
    .groupBy(seasons.rewardDecimals)
}

/**
 * Returns what the contracts of roots still lack, in the smallest unit. A transfer to them that is
 * requested already is an open payout.
 */
export function findUnfundedRoots(db: Db, symbol: string) {
  const { posted, increase, funded, funding } = distributors
  return db
    .select({
      decimals: distributors.decimals,
      amount: sql`sum(greatest(${posted} + ${increase} - ${funded} - ${funding}, 0))`.mapWith(
        increase,
      ),
    })
    .from(distributors)
    .where(eq(distributors.symbol, symbol))
    .groupBy(distributors.decimals)
}
