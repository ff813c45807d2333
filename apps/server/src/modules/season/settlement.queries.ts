import { and, asc, between, eq, exists, gt, gte, isNull, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import { CHECK_IN_DAYS_FOR_REWARD } from '@solstice/rules/round'
import { members } from '#/modules/users/users.table.ts'
import { postAll } from '#/platform/books/ledger.ts'
import type { Db } from '#/platform/process/db.ts'
import { rewardData, rewardKey } from './round.queries.ts'
import { roundRewards, roundStandings, seasonRounds, seasons } from './season.table.ts'

export type RoundToSettle = NonNullable<Awaited<ReturnType<typeof lockRound>>>

/** Locks a round for its settlement; a second worker waits and then continues after its batch. */
export async function lockRound(tx: Db, roundId: number) {
  const [row] = await tx
    .select({
      roundId: seasonRounds.id,
      seasonId: seasonRounds.seasonId,
      pool: seasonRounds.pool,
      endAt: seasonRounds.endAt,
      allXp: seasonRounds.settlingXp,
      after: seasonRounds.settledMember,
      rewarded: seasonRounds.rewarded,
      symbol: seasons.rewardSymbol,
      decimals: seasons.rewardDecimals,
      version: seasons.version,
      settled: sql<boolean>`${seasonRounds.settledAt} is not null`,
      way: seasonRounds.way,
    })
    .from(seasonRounds)
    .innerJoin(seasons, eq(seasons.id, seasonRounds.seasonId))
    .where(eq(seasonRounds.id, roundId))
    .for('update', { of: seasonRounds })
  return row
}

/** Returns whether a round is unsettled and has members. */
export async function isRoundWithMembers(db: Db, roundId: number): Promise<boolean> {
  const member = db
    .select({ id: roundStandings.memberId })
    .from(roundStandings)
    .where(eq(roundStandings.roundId, seasonRounds.id))
  const rows = await db
    .select({ id: seasonRounds.id })
    .from(seasonRounds)
    .where(and(eq(seasonRounds.id, roundId), isNull(seasonRounds.settledAt), exists(member)))
  return rows.length > 0
}

/**
 * Sums the XP of a round, of which every member gets a share, and counts the members who may get one.
 */
export async function measureRound(
  tx: Db,
  round: number,
): Promise<{ allXp: number; recipients: number }> {
  const { roundId, xp, checkInDays } = roundStandings
  const mayGet = and(gt(xp, 0), gte(checkInDays, CHECK_IN_DAYS_FOR_REWARD))
  const [row] = await tx
    .select({
      allXp: sql`coalesce(sum(${xp}), 0)`.mapWith(Number),
      recipients: sql`count(*) filter (where ${mayGet})`.mapWith(Number),
    })
    .from(roundStandings)
    .where(eq(roundId, round))
  return row ?? { allXp: 0, recipients: 0 }
}

/**
 * Returns the next members of the round, ordered by id. Locks them, because a wallet registered
 * meanwhile would look for a waiting reward before it exists. The limit applies before the other
 * tables are read, and those are read by key for each row. A join could scan all rewards of the
 * round for each row while its statistics still say that there are none.
 */
export function findNextMembers(tx: Db, of: { roundId: number; after: number; count: number }) {
  const { roundId, memberId, xp, checkInDays } = roundStandings
  const next = tx
    .select({ memberId, xp, checkInDays })
    .from(roundStandings)
    .where(and(eq(roundId, of.roundId), gt(memberId, of.after)))
    .orderBy(asc(memberId))
    .limit(of.count)
    .as('next')
  const member = tx
    .select({
      address: members.walletAddress,
      isDeleted: sql<boolean>`${members.deletedAt} is not null`.as('is_deleted'),
    })
    .from(members)
    .where(eq(members.id, next.memberId))
    .for('share')
    .as('member')
  const reward = tx
    .select({ memberId: roundRewards.memberId })
    .from(roundRewards)
    .where(and(eq(roundRewards.roundId, of.roundId), eq(roundRewards.memberId, next.memberId)))
  return tx
    .select({
      memberId: next.memberId,
      xp: next.xp,
      checkInDays: next.checkInDays,
      address: member.address,
      isDeleted: member.isDeleted,
      isRewarded: sql<boolean>`(${reward}) is not null`,
    })
    .from(next)
    .innerJoinLateral(member, sql`true`)
    .orderBy(asc(next.memberId))
}

export type NewReward = {
  memberId: number
  amount: bigint
  address: string | null
  /** Explains the amount in the history. */
  data: Readonly<Record<string, unknown>>
}

/** The state of a new reward of a member with a wallet. */
export const STATE_WITH_WALLET = { DIRECT: 'PENDING', ROOT: 'OWED' } as const

/**
 * Inserts rewards, history entries and postings with the same number of statements for any number of
 * members; the keys of the ledger make each posting happen once.
 */
export async function insertRewards(
  tx: Db,
  { roundId, seasonId, way }: Pick<RoundToSettle, 'roundId' | 'seasonId' | 'way'>,
  rewards: readonly NewReward[],
  at: Date,
): Promise<void> {
  if (rewards.length === 0) return
  const scope = `season:${seasonId}`
  await postAll(
    tx,
    rewards.map(({ memberId, amount }) => ({
      kind: 'ROUND_REWARD',
      key: rewardKey({ roundId, memberId }),
      at,
      entries: [
        { holder: { system: 'TREASURY' }, asset: 'REWARD', scope, amount: -amount },
        { holder: { member: memberId }, asset: 'REWARD', scope, amount },
      ],
      data: { round: roundId },
    })),
  )
  const rows = rewards.map((reward) => ({ ...reward, amount: reward.amount.toString() }))
  // Raw SQL: a batch of any size is one value, and each reward needs the id of its history entry.
  await tx.execute(sql`with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as g("memberId" bigint, amount numeric, address text, data jsonb)
    ), history as (
      insert into histories
        (season_id, member_id, tab, kind, round_id, reward, status, data, created_at)
      select ${seasonId}::bigint, g."memberId", 'Earned', 'ROUND_REWARD', ${roundId}::bigint,
        g.amount, 'PENDING', g.data, ${at.toISOString()}::timestamptz
      from given g returning id, member_id
    )
    insert into round_rewards
      (round_id, member_id, season_id, amount, state, address, history_id, created_at)
    select ${roundId}::bigint, g."memberId", ${seasonId}::bigint, g.amount,
      case when g.address is null then 'WAITING' else ${STATE_WITH_WALLET[way]}::text end, g.address, history.id,
      ${at.toISOString()}::timestamptz
    from given g join history on history.member_id = g."memberId"`)
}

/**
 * Selects the members of a batch whose rewards wait for a wallet. Members whose reward an earlier
 * release inserted were notified by it.
 */
export function membersWithWaitingReward(of: {
  roundId: number
  after: number
  last: number
  at: Date
}) {
  return new QueryBuilder()
    .select(rewardData('REWARD_WAITING'))
    .from(roundRewards)
    .where(
      and(
        eq(roundRewards.roundId, of.roundId),
        between(roundRewards.memberId, of.after + 1, of.last),
        eq(roundRewards.state, 'WAITING'),
        eq(roundRewards.createdAt, of.at),
      ),
    )
}

/** Stores how far the round is settled, in the transaction of the batch. */
export async function saveProgress(
  tx: Db,
  roundId: number,
  to: {
    allXp: number
    way: RoundToSettle['way']
    member: number
    settledAt: Date | undefined
    settledVersion: number
    settledRule: number
  },
): Promise<void> {
  await tx
    .update(seasonRounds)
    .set({
      settlingXp: to.allXp,
      way: to.way,
      settledMember: to.member,
      settledAt: to.settledAt,
      settledVersion: to.settledVersion,
      settledRule: to.settledRule,
    })
    .where(and(eq(seasonRounds.id, roundId), isNull(seasonRounds.settledAt)))
}
