import { and, eq, gt, inArray, isNotNull, isNull, notExists, sql, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import { members } from '#/modules/users/users.table.ts'
import { alerts, type AlertData } from '#/platform/books/alerts.table.ts'
import { rowsOf, type Db } from '#/platform/process/db.ts'
import { historyInsert } from '#/platform/books/histories.ts'
import { histories } from '#/platform/books/histories.table.ts'
import { asLedger, postExpression } from '#/platform/books/ledger.ts'
import { roundRewards, roundStandings, seasonRounds, seasons } from './season.table.ts'

export type RoundToSettle = NonNullable<Awaited<ReturnType<typeof lockRound>>>

/** Whoever settles a round holds its row; a second one waits and then finds it settled. */
export async function lockRound(tx: Db, roundId: number) {
  const [row] = await tx
    .select({
      roundId: seasonRounds.id,
      seasonId: seasonRounds.seasonId,
      number: seasonRounds.number,
      pool: seasonRounds.pool,
      endAt: seasonRounds.endAt,
      symbol: seasons.rewardSymbol,
      decimals: seasons.rewardDecimals,
      settled: sql<boolean>`${seasonRounds.settledAt} is not null`,
    })
    .from(seasonRounds)
    .innerJoin(seasons, eq(seasons.id, seasonRounds.seasonId))
    .where(eq(seasonRounds.id, roundId))
    .for('update', { of: seasonRounds })
  return row
}

/** What everybody's share of a round is a share of. */
export async function sumRoundXp(db: Db, roundId: number): Promise<number> {
  const [row] = await db
    .select({ xp: sql`coalesce(sum(${roundStandings.xp}), 0)`.mapWith(Number) })
    .from(roundStandings)
    .where(eq(roundStandings.roundId, roundId))
  return row?.xp ?? 0
}

/** What a round has given so far. Asked under its lock, so that nobody gives meanwhile. */
export async function sumRoundRewards(tx: Db, roundId: number): Promise<bigint> {
  const { amount } = roundRewards
  const [row] = await tx
    .select({ given: sql`coalesce(sum(${amount}), 0)`.mapWith(amount) })
    .from(roundRewards)
    .where(eq(roundRewards.roundId, roundId))
  return row?.given ?? 0n
}

export type Participant = Awaited<ReturnType<typeof findParticipants>>[number]

/**
 * Everybody with XP in the round who has no reward of it yet, in order of their ids. They are held:
 * a wallet that is registered meanwhile would look for a waiting reward before there is one.
 */
export function findParticipants(db: Db, of: { roundId: number; after: number; count: number }) {
  const { roundId, memberId, xp, checkInDays } = roundStandings
  const rewarded = db
    .select({ roundId: roundRewards.roundId })
    .from(roundRewards)
    .where(and(eq(roundRewards.roundId, roundId), eq(roundRewards.memberId, memberId)))
  return db
    .select({ memberId, xp, checkInDays, address: members.walletAddress })
    .from(roundStandings)
    .innerJoin(members, eq(members.id, memberId))
    .where(
      and(
        eq(roundId, of.roundId),
        gt(memberId, of.after),
        gt(xp, 0),
        isNull(members.deletedAt),
        notExists(rewarded),
      ),
    )
    .orderBy(memberId)
    .limit(of.count)
    .for('share', { of: members })
}

export type NewReward = {
  roundId: number
  seasonId: number
  memberId: number
  amount: bigint
  address: string | null
  at: Date
}

/** Reward, history and ledger in one statement; the ledger's key lets it happen once. */
export async function insertReward(tx: Db, reward: NewReward): Promise<number> {
  const { roundId, seasonId, memberId, amount, address, at } = reward
  const scope = `season:${seasonId}`
  const posting = postExpression({
    kind: 'ROUND_REWARD',
    key: rewardKey(reward),
    at,
    entries: [
      { holder: { system: 'TREASURY' }, asset: 'REWARD', scope, amount: -amount },
      { holder: { member: memberId }, asset: 'REWARD', scope, amount },
    ],
    data: { round: roundId },
  })
  const history = historyInsert({
    seasonId,
    memberId,
    roundId,
    tab: 'Earned',
    kind: 'ROUND_REWARD',
    status: 'PENDING',
    reward: amount,
    at,
  })
  // Raw SQL: the posting in the ledger is part of the statement.
  const [row] = await asLedger(
    rowsOf<{ history_id: string }>(
      tx,
      sql`with history as (${history}), posted as (select transaction_id from ${posting})
        insert into round_rewards
          (round_id, member_id, season_id, amount, state, address, history_id, created_at)
        select ${roundId}::bigint, ${memberId}::bigint, ${seasonId}::bigint, ${amount.toString()}::numeric,
          ${address === null ? 'WAITING' : 'PENDING'}, ${address}::text, history.id,
          ${at.toISOString()}::timestamptz
        from history, posted returning history_id`,
    ),
  )
  if (!row) throw new Error('The database kept no reward')
  return Number(row.history_id)
}

export function rewardKey({ roundId, memberId }: { roundId: number; memberId: number }): string {
  return `round:${roundId}:${memberId}`
}

export async function markSettled(tx: Db, roundId: number, at: Date): Promise<void> {
  await tx
    .update(seasonRounds)
    .set({ settledAt: at })
    .where(and(eq(seasonRounds.id, roundId), isNull(seasonRounds.settledAt)))
}

export type WaitingReward = Awaited<ReturnType<typeof lockWaiting>>[number]

/**
 * Rewards that wait: a member's, or those of a season that have nowhere to go. Locked, so that one
 * way is taken. One whose payment failed waits too, and its member may well have a wallet.
 */
export function lockWaiting(tx: Db, of: { memberId: number } | { seasonId: number }) {
  const { roundId, memberId, seasonId, amount, historyId, state } = roundRewards
  const withWallet = tx
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.id, memberId), isNotNull(members.walletAddress)))
  return tx
    .select({
      roundId,
      memberId,
      seasonId,
      amount,
      historyId,
      symbol: seasons.rewardSymbol,
      decimals: seasons.rewardDecimals,
    })
    .from(roundRewards)
    .innerJoin(seasons, eq(seasons.id, seasonId))
    .where(
      and(
        // A literal and no parameter: the index of waiting rewards is partial.
        eq(state, sql`'WAITING'`),
        'memberId' in of
          ? eq(memberId, of.memberId)
          : and(eq(seasonId, of.seasonId), notExists(withWallet)),
      ),
    )
    .orderBy(roundId, memberId)
    .for('update', { of: roundRewards })
}

type RewardId = { roundId: number; memberId: number }

const isReward = ({ roundId, memberId }: RewardId): SQL | undefined =>
  and(eq(roundRewards.roundId, roundId), eq(roundRewards.memberId, memberId))

const HISTORY_STATUS = {
  WAITING: 'PENDING',
  PENDING: 'PENDING',
  PAID: 'COMPLETED',
  EXPIRED: 'CANCELLED',
} as const

/** Returns the season. */
export async function setRewardState(
  tx: Db,
  reward: RewardId,
  to: { state: keyof typeof HISTORY_STATUS; address?: string; txHash?: string },
): Promise<number> {
  const changed = tx
    .$with('changed')
    .as(
      tx
        .update(roundRewards)
        .set({ state: to.state, address: to.address })
        .where(isReward(reward))
        .returning({ historyId: roundRewards.historyId }),
    )
  const [row] = await tx
    .with(changed)
    .update(histories)
    .set({ status: HISTORY_STATUS[to.state], txHash: to.txHash })
    .where(inArray(histories.id, tx.select({ historyId: changed.historyId }).from(changed)))
    .returning({ seasonId: histories.seasonId })
  if (!row) throw new Error(`Member ${reward.memberId} has no reward of round ${reward.roundId}`)
  return row.seasonId
}

/** Everybody who is not told yet that a season has begun. */
export function membersToNotifyOfSeason(seasonId: number) {
  const alreadyNotified = and(
    eq(alerts.memberId, members.id),
    eq(alerts.code, 'SEASON_OPEN'),
    sql`${alerts.data} ->> 'seasonId' = ${String(seasonId)}`,
  )
  return new QueryBuilder()
    .select({
      memberId: members.id,
      code: sql<'SEASON_OPEN'>`'SEASON_OPEN'::text`,
      data: sql<AlertData>`jsonb_build_object('seasonId', ${seasonId}::bigint)`,
    })
    .from(members)
    .where(
      and(
        eq(members.status, 'ACTIVE'),
        notExists(new QueryBuilder().select().from(alerts).where(alreadyNotified)),
      ),
    )
}

/** Whose reward has nowhere to go. */
export function memberToNotifyOfWaiting(reward: RewardId) {
  return new QueryBuilder()
    .select({
      memberId: roundRewards.memberId,
      code: sql<'REWARD_WAITING'>`'REWARD_WAITING'::text`,
      data: REWARD_DATA,
    })
    .from(roundRewards)
    .where(isReward(reward))
}

/** Whose reward was paid, unless they were told so before. */
export function memberToNotifyOfPayment(reward: RewardId) {
  const alreadyNotified = and(
    eq(alerts.memberId, roundRewards.memberId),
    eq(alerts.code, 'REWARD'),
    sql`${alerts.data} ->> 'historyId' = ${roundRewards.historyId}::text`,
  )
  return new QueryBuilder()
    .select({
      memberId: roundRewards.memberId,
      code: sql<'REWARD'>`'REWARD'::text`,
      data: REWARD_DATA,
    })
    .from(roundRewards)
    .where(and(isReward(reward), notExists(new QueryBuilder().select().from(alerts).where(alreadyNotified))))
}

const REWARD_DATA = sql<AlertData>`jsonb_build_object('seasonId', ${roundRewards.seasonId},
  'historyId', ${roundRewards.historyId})`
