import { and, asc, between, eq, gte, inArray, isNotNull, lt, lte, max, or, sql } from 'drizzle-orm'
import type { Latecomer, SettlementFacts } from '@solstice/points-log/settlement-openings'
import { CHECK_IN_DAYS_FOR_REWARD, ROUND_XP_KINDS } from '@solstice/rules/round'
import { excusedDays } from '#/modules/season/excused-day.table.ts'
import { roundStandings, seasonRounds, seasons } from '#/modules/season/season.table.ts'
import { members } from '#/modules/users/users.table.ts'
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

/** Returns the excused days of a round, in order. */
export function findRoundExcusedDays(db: Db, roundId: number) {
  return db
    .select({ day: excusedDays.day })
    .from(excusedDays)
    .where(and(eq(excusedDays.roundId, roundId), eq(excusedDays.excused, true)))
    .orderBy(asc(excusedDays.day))
}

/**
 * Returns the members whose reward could depend on an excused day and who joined after one, with the
 * last such day.
 */
export async function findLatecomers(db: Db, roundId: number): Promise<Latecomer[]> {
  const { memberId, checkInDays } = roundStandings
  const rows = await db
    .select({ memberId, after: max(excusedDays.day) })
    .from(roundStandings)
    .innerJoin(members, eq(members.id, memberId))
    .innerJoin(
      excusedDays,
      and(
        eq(excusedDays.roundId, roundStandings.roundId),
        eq(excusedDays.excused, true),
        gte(members.createdAt, excusedDays.windowEndsAt),
      ),
    )
    .where(
      and(
        eq(roundStandings.roundId, roundId),
        between(checkInDays, 1, CHECK_IN_DAYS_FOR_REWARD - 1),
      ),
    )
    .groupBy(memberId)
    .orderBy(memberId)
  return rows.flatMap(({ memberId: id, after }) =>
    after === null ? [] : [{ memberId: id, after }],
  )
}
