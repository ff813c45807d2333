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

/** Locks a round for its settlement; a second worker waits and then finds it settled. */
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

/** Sums the XP of a round, of which every member gets a share. */
export async function sumRoundXp(db: Db, roundId: number): Promise<number> {
  const [row] = await db
    .select({ xp: sql`coalesce(sum(${roundStandings.xp}), 0)`.mapWith(Number) })
    .from(roundStandings)
    .where(eq(roundStandings.roundId, roundId))
  return row?.xp ?? 0
}

/** Sums the rewards given so far. Must run under the lock of the round. */
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
 * Returns the members with XP in the round and without a reward, ordered by id. Locks them, because
 * a wallet registered meanwhile would look for a waiting reward before it exists.
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

/**
 * Inserts reward, history entry and posting in one statement; the ledger key makes it happen once.
 */
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
  // Raw SQL: the ledger posting is part of the statement.
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
  if (!row) throw new Error('Inserting the reward returned no row')
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
 * Locks waiting rewards: those of a member, or those of a season whose members have no wallet. A
 * reward whose payout failed waits too, and its member may have a wallet.
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
        // Use a literal, because a parameter would not match the partial index of waiting rewards.
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

/** Sets the state of the reward and returns its season. */
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
  if (!row) throw new Error(`Member ${reward.memberId} has no reward in round ${reward.roundId}`)
  return row.seasonId
}

/** Selects the active members who were not yet notified that a season has begun. */
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

/** Selects the member whose reward waits for a wallet. */
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

/** Selects the member whose reward was paid, unless already notified. */
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
    .where(
      and(
        isReward(reward),
        notExists(new QueryBuilder().select().from(alerts).where(alreadyNotified)),
      ),
    )
}

const REWARD_DATA = sql<AlertData>`jsonb_build_object('seasonId', ${roundRewards.seasonId},
  'historyId', ${roundRewards.historyId})`
