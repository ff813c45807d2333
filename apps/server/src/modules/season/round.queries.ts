import { and, eq, inArray, isNotNull, notExists, sql, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import { members } from '#/modules/users/users.table.ts'
import { alerts, type AlertData } from '#/platform/books/alerts.table.ts'
import { histories } from '#/platform/books/histories.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { idList } from '#/platform/process/expressions.ts'
import { roundRewards, seasonRounds, seasons } from './season.table.ts'

export function rewardKey({ roundId, memberId }: { roundId: number; memberId: number }): string {
  return `round:${roundId}:${memberId}`
}

/** Use a literal, because a parameter would not match the partial index of waiting rewards. */
const isWaiting = eq(roundRewards.state, sql`'WAITING'`)

/** Locks the waiting rewards of a member. */
export function lockWaiting(tx: Db, member: number) {
  const { roundId, memberId, seasonId, amount } = roundRewards
  return tx
    .select({
      roundId,
      memberId,
      amount,
      symbol: seasons.rewardSymbol,
      decimals: seasons.rewardDecimals,
      way: seasonRounds.way,
    })
    .from(roundRewards)
    .innerJoin(seasons, eq(seasons.id, seasonId))
    .innerJoin(seasonRounds, eq(seasonRounds.id, roundRewards.roundId))
    .where(and(isWaiting, eq(memberId, member)))
    .orderBy(roundId, memberId)
    .for('update', { of: roundRewards })
}

export type RewardId = { roundId: number; memberId: number }

/**
 * Locks the next waiting rewards of a season whose members have no wallet. A reward whose payout
 * failed waits too, and its member may have a wallet.
 */
export function lockWithoutWallet(
  tx: Db,
  of: { seasonId: number; after: RewardId | undefined; count: number },
) {
  const { roundId, memberId, seasonId, amount, historyId } = roundRewards
  const withWallet = tx
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.id, memberId), isNotNull(members.walletAddress)))
  const { after } = of
  const isAfter = after && sql`(${roundId}, ${memberId}) > (${after.roundId}, ${after.memberId})`
  return tx
    .select({ roundId, memberId, amount, historyId })
    .from(roundRewards)
    .where(and(isWaiting, eq(seasonId, of.seasonId), isAfter, notExists(withWallet)))
    .orderBy(roundId, memberId)
    .limit(of.count)
    .for('update', { of: roundRewards })
}

/** Sets the locked rewards of one season to expired, with two statements for any number. */
export async function expireAll(
  tx: Db,
  seasonId: number,
  rewards: readonly Awaited<ReturnType<typeof lockWithoutWallet>>[number][],
): Promise<void> {
  const rows = rewards.map(({ roundId, memberId }) => ({ roundId, memberId }))
  // Raw SQL: a batch of any size is one value.
  await tx.execute(sql`update round_rewards r set state = 'EXPIRED'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e("roundId" bigint, "memberId" bigint)
    where r.round_id = e."roundId" and r.member_id = e."memberId"`)
  await tx
    .update(histories)
    .set({ status: HISTORY_STATUS.EXPIRED })
    .where(
      and(
        inArray(histories.id, idList(rewards.map(({ historyId }) => historyId))),
        eq(histories.seasonId, seasonId),
      ),
    )
}

const isReward = ({ roundId, memberId }: RewardId): SQL | undefined =>
  and(eq(roundRewards.roundId, roundId), eq(roundRewards.memberId, memberId))

const HISTORY_STATUS = {
  WAITING: 'PENDING',
  PENDING: 'PENDING',
  OWED: 'PENDING',
  CLAIMABLE: 'PENDING',
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

/** Selects the member whose reward waits for a wallet. */
export function memberToNotifyOfWaiting(reward: RewardId) {
  return new QueryBuilder()
    .select(rewardData('REWARD_WAITING'))
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
    .select(rewardData('REWARD'))
    .from(roundRewards)
    .where(
      and(
        isReward(reward),
        notExists(new QueryBuilder().select().from(alerts).where(alreadyNotified)),
      ),
    )
}

/** The columns of an alert about a reward. */
export function rewardData<Code extends 'REWARD' | 'REWARD_WAITING'>(code: Code) {
  const { memberId, seasonId, historyId } = roundRewards
  return {
    memberId,
    code: sql<Code>`${code}::text`,
    data: sql<AlertData>`jsonb_build_object('seasonId', ${seasonId}, 'historyId', ${historyId})`,
  }
}
