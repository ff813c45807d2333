import { and, eq, isNull, sql } from 'drizzle-orm'
import { seasonRounds, seasons } from '#/modules/season/season.table.ts'
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

/** Returns the pools of published seasons that are not settled, in the smallest unit. */
export function findPromisedPools(db: Db, symbol: string) {
  return db
    .select({
      decimals: seasons.rewardDecimals,
      amount: sql`sum(${seasonRounds.pool})`.mapWith(seasonRounds.pool),
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
