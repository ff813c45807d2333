import { and, asc, between, eq, gte, inArray, isNotNull, lt, lte, or, sql } from 'drizzle-orm'
import type { SettlementFacts } from '@solstice/points-log/settlement-openings'
import { ROUND_XP_KINDS } from '@solstice/rules/round'
import { seasonRounds, seasons } from '#/modules/season/season.table.ts'
import { ledgerAccounts, ledgerEntries, ledgerTransactions } from '#/platform/books/ledger.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { pointsLogLeaves, pointsLogMembers } from './points-log.table.ts'

/** Returns what a round was settled with; parts are null until it is settled. */
export async function findSettledRound(db: Db, roundId: number) {
  const [row] = await db
    .select({
      roundId: seasonRounds.id,
      seasonId: seasonRounds.seasonId,
      number: seasonRounds.number,
      startAt: seasonRounds.startAt,
      endAt: seasonRounds.endAt,
      settledAt: seasonRounds.settledAt,
      pool: seasonRounds.pool,
      rewarded: seasonRounds.rewarded,
      rewardedMembers: seasonRounds.rewardedMembers,
      symbol: seasons.rewardSymbol,
      decimals: seasons.rewardDecimals,
      allXp: seasonRounds.settlingXp,
      rule: seasonRounds.settledRule,
      seasonVersion: seasonRounds.settledVersion,
    })
    .from(seasonRounds)
    .innerJoin(seasons, eq(seasons.id, seasonRounds.seasonId))
    .where(eq(seasonRounds.id, roundId))
  return row
}

type Round = Pick<SettlementFacts, 'startAt' | 'endAt' | 'settledAt'>

/** Returns the leaves of a range whose kind and time are those of the round, with the members' keys. */
export function findLeavesOf(db: Db, round: Round, range: { from: number; count: number }) {
  const { id, kind, createdAt } = ledgerTransactions
  const isXp = and(
    inArray(kind, [...ROUND_XP_KINDS]),
    gte(createdAt, round.startAt),
    lt(createdAt, round.endAt),
  )
  const isReward = and(
    eq(kind, 'ROUND_REWARD'),
    gte(createdAt, round.endAt),
    lte(createdAt, round.settledAt),
  )
  return db
    .select({
      index: pointsLogLeaves.index,
      transactionId: pointsLogLeaves.transactionId,
      memberId: pointsLogLeaves.memberId,
      sequence: pointsLogLeaves.sequence,
      key: pointsLogMembers.key,
      isReward: sql<boolean>`${kind} = 'ROUND_REWARD'`,
      roundId: sql<number | null>`(${ledgerTransactions.data} ->> 'round')::bigint`.mapWith(Number),
    })
    .from(pointsLogLeaves)
    .innerJoin(ledgerTransactions, eq(id, pointsLogLeaves.transactionId))
    .innerJoin(pointsLogMembers, eq(pointsLogMembers.memberId, pointsLogLeaves.memberId))
    .where(
      and(
        between(pointsLogLeaves.index, range.from, range.from + range.count - 1),
        or(isXp, isReward),
      ),
    )
    .orderBy(asc(pointsLogLeaves.index))
}

/** Returns the amounts that transactions moved on the accounts of members. */
export async function findAmounts(db: Db, transactionIds: readonly number[]) {
  if (transactionIds.length === 0) return []
  return db
    .select({
      transactionId: ledgerEntries.transactionId,
      memberId: ledgerAccounts.memberId,
      asset: ledgerAccounts.asset,
      scope: ledgerAccounts.scope,
      amount: ledgerEntries.amount,
    })
    .from(ledgerEntries)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(
      and(
        inArray(ledgerEntries.transactionId, [...new Set(transactionIds)]),
        isNotNull(ledgerAccounts.memberId),
      ),
    )
}
