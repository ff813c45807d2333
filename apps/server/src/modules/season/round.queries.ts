import { and, eq, notExists, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import { members } from '#/modules/users/users.table.ts'
import { alerts, type AlertData } from '#/platform/alerts.table.ts'
import { rowsOf, type Db } from '#/platform/db.ts'
import { historyInsert } from '#/platform/histories.ts'
import { asLedger, postExpression } from '#/platform/ledger.ts'
import { roundRewards } from './season.table.ts'

export type RoundToSettle = {
  roundId: number
  seasonId: number
  number: number
  pool: bigint
  endAt: Date
  symbol: string
  decimals: number
  settled: boolean
}

/** Whoever settles a round holds its row; a second one waits and then finds it settled. */
export async function lockRound(tx: Db, roundId: number): Promise<RoundToSettle | undefined> {
  const [row] = await rowsOf<Record<string, string | number | boolean | Date>>(
    tx,
    sql`select r.id, r.season_id, r.number, r.pool::text, r.end_at, s.reward_symbol, s.reward_decimals,
        r.settled_at is not null as settled
      from season_rounds r join seasons s on s.id = r.season_id
      where r.id = ${roundId} for update of r`,
  )
  if (!row) return undefined
  return {
    roundId,
    seasonId: Number(row['season_id']),
    number: Number(row['number']),
    pool: BigInt(String(row['pool'])),
    endAt: new Date(String(row['end_at'])),
    symbol: String(row['reward_symbol']),
    decimals: Number(row['reward_decimals']),
    settled: row['settled'] === true,
  }
}

/** What everybody's share of a round is a share of. */
export async function sumRoundXp(db: Db, roundId: number): Promise<number> {
  const [row] = await rowsOf<{ xp: string }>(
    db,
    sql`select coalesce(sum(xp), 0)::text as xp from round_standings where round_id = ${roundId}`,
  )
  return Number(row?.xp ?? 0)
}

/** What a round has given so far. Asked under its lock, so that nobody gives meanwhile. */
export async function sumRoundRewards(tx: Db, roundId: number): Promise<bigint> {
  const [row] = await rowsOf<{ given: string }>(
    tx,
    sql`select coalesce(sum(amount), 0)::text as given from round_rewards where round_id = ${roundId}`,
  )
  return BigInt(row?.given ?? 0)
}

export type Participant = {
  memberId: number
  xp: number
  checkInDays: number
  address: string | null
}

/**
 * Everybody with XP in the round who has no reward of it yet, in order of their ids. They are held:
 * a wallet that is registered meanwhile would look for a waiting reward before there is one.
 */
export async function findParticipants(
  db: Db,
  of: { roundId: number; after: number; count: number },
): Promise<Participant[]> {
  const rows = await rowsOf<{
    member_id: number | string
    xp: number | string
    check_in_days: number
    wallet_address: string | null
  }>(
    db,
    sql`select st.member_id, st.xp, st.check_in_days, m.wallet_address
      from round_standings st join members m on m.id = st.member_id
      where st.round_id = ${of.roundId} and st.member_id > ${of.after} and st.xp > 0
        and m.deleted_at is null
        and not exists (select 1 from round_rewards w where w.round_id = st.round_id
          and w.member_id = st.member_id)
      order by st.member_id limit ${of.count} for share of m`,
  )
  return rows.map((row) => ({
    memberId: Number(row.member_id),
    xp: Number(row.xp),
    checkInDays: row.check_in_days,
    address: row.wallet_address,
  }))
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
  const [row] = await asLedger(
    rowsOf<{ history_id: number | string }>(
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
  await tx.execute(sql`update season_rounds set settled_at = ${at.toISOString()}::timestamptz
    where id = ${roundId} and settled_at is null`)
}

export type WaitingReward = {
  roundId: number
  memberId: number
  seasonId: number
  amount: bigint
  historyId: number
  symbol: string
  decimals: number
}

/**
 * Rewards that wait: a member's, or those of a season that have nowhere to go. Locked, so that one
 * way is taken. One whose payment failed waits too, and its member may well have a wallet.
 */
export async function lockWaiting(
  tx: Db,
  of: { memberId: number } | { seasonId: number },
): Promise<WaitingReward[]> {
  const whose =
    'memberId' in of
      ? sql`w.member_id = ${of.memberId}`
      : sql`w.season_id = ${of.seasonId} and not exists (select 1 from members m
          where m.id = w.member_id and m.wallet_address is not null)`
  const rows = await rowsOf<Record<string, string | number>>(
    tx,
    sql`select w.round_id, w.member_id, w.season_id, w.amount::text, w.history_id, s.reward_symbol,
        s.reward_decimals
      from round_rewards w join seasons s on s.id = w.season_id
      where w.state = 'WAITING' and ${whose} order by w.round_id, w.member_id for update of w`,
  )
  return rows.map((row) => ({
    roundId: Number(row['round_id']),
    memberId: Number(row['member_id']),
    seasonId: Number(row['season_id']),
    amount: BigInt(String(row['amount'])),
    historyId: Number(row['history_id']),
    symbol: String(row['reward_symbol']),
    decimals: Number(row['reward_decimals']),
  }))
}

/** Tells the season. */
export async function setRewardState(
  tx: Db,
  reward: { roundId: number; memberId: number },
  to: { state: 'WAITING' | 'PENDING' | 'PAID' | 'EXPIRED'; address?: string; txHash?: string },
): Promise<number> {
  const { roundId, memberId } = reward
  const statuses = {
    WAITING: 'PENDING',
    PENDING: 'PENDING',
    PAID: 'COMPLETED',
    EXPIRED: 'CANCELLED',
  }
  const [row] = await rowsOf<{ season_id: number | string }>(
    tx,
    sql`with changed as (
        update round_rewards set state = ${to.state}, address = coalesce(${to.address ?? null}::text, address)
        where round_id = ${roundId} and member_id = ${memberId} returning history_id
      )
      update histories set status = ${statuses[to.state]}, tx_hash = coalesce(${to.txHash ?? null}::text, tx_hash)
      where id in (select history_id from changed) returning season_id`,
  )
  if (!row) throw new Error(`Member ${memberId} has no reward of round ${roundId}`)
  return Number(row.season_id)
}

/** Everybody who is not told yet that a season has begun. */
export function membersToTellOf(seasonId: number) {
  const told = and(
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
        notExists(new QueryBuilder().select().from(alerts).where(told)),
      ),
    )
}

/** Whose reward has nowhere to go. */
export function memberToTellOfWaiting(reward: { roundId: number; memberId: number }) {
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
export function memberToTellOfPayment(reward: { roundId: number; memberId: number }) {
  const told = and(
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
    .where(and(isReward(reward), notExists(new QueryBuilder().select().from(alerts).where(told))))
}

const REWARD_DATA = sql<AlertData>`jsonb_build_object('seasonId', ${roundRewards.seasonId},
  'historyId', ${roundRewards.historyId})`

function isReward({ roundId, memberId }: { roundId: number; memberId: number }) {
  return and(eq(roundRewards.roundId, roundId), eq(roundRewards.memberId, memberId))
}
