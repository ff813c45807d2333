import { decideReward } from '@solstice/rules/round'
import { notify, notifyAll } from '#/platform/books/alerts.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { transfer } from '#/platform/books/ledger.ts'
import {
  findParticipants,
  insertReward,
  lockRound,
  lockWaiting,
  markSettled,
  memberToNotifyOfPayment,
  memberToNotifyOfWaiting,
  rewardKey,
  setRewardState,
  sumRoundRewards,
  sumRoundXp,
  type Participant,
  type RoundToSettle,
  type WaitingReward,
} from './round.queries.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'payouts'>

const BATCH = 200

/**
 * Gives all participants their share of an ended round. It can be interrupted and repeated: members
 * with a reward are skipped, and the round is settled only when no participant is left.
 */
export async function settleRound(ctx: Context, roundId: number): Promise<void> {
  // Sum once, so that late XP does not make the shares of later batches smaller.
  const allXp = await sumRoundXp(ctx.db, roundId)
  let after = 0
  for (;;) {
    const batch = { roundId, allXp, after }
    const last = await ctx.db.transaction((tx) => settleBatch(tx, ctx, batch))
    if (last === undefined) return
    after = last
  }
}

/** Settles one batch. Returns the last member, or undefined when the round is settled. */
async function settleBatch(
  tx: Db,
  ctx: Context,
  { roundId, allXp, after }: { roundId: number; allXp: number; after: number },
): Promise<number | undefined> {
  const round = await lockRound(tx, roundId)
  if (!round || round.settled) return undefined
  if (ctx.now() < round.endAt) throw new Error(`Round ${roundId} is not over`)
  const participants = await findParticipants(tx, { roundId, after, count: BATCH })
  // A member who joined after the sum may have a share above the rest of the pool and gets what is
  // left.
  let left = round.pool - (await sumRoundRewards(tx, roundId))
  for (const participant of participants) {
    left -= await rewardParticipant(tx, ctx, { ...round, allXp, left }, participant)
  }
  const last = participants.at(-1)
  if (last) return last.memberId
  await markSettled(tx, roundId, ctx.now())
  return undefined
}

/** Returns the amount of the reward. */
async function rewardParticipant(
  tx: Db,
  ctx: Context,
  round: RoundToSettle & { allXp: number; left: bigint },
  member: Participant,
): Promise<bigint> {
  const { memberId, address } = member
  const decision = decideReward(round.pool, { ...member, hasWallet: address !== null }, round.allXp)
  if (decision.kind === 'none' || round.left <= 0n) return 0n
  const { seasonId, roundId, symbol, decimals, left } = round
  const amount = decision.amount < left ? decision.amount : left
  const reward = { roundId, seasonId, memberId, amount, address, at: ctx.now() }
  const historyId = await insertReward(tx, reward)
  // Members with a wallet are notified when the payout is final.
  if (address === null)
    await notify(tx, ctx, memberId, { code: 'REWARD_WAITING', data: { seasonId, historyId } })
  if (address === null) return amount
  await requestPayout(tx, ctx, { ...reward, symbol, decimals }, address)
  return amount
}

type OwedReward = Pick<WaitingReward, 'roundId' | 'memberId' | 'symbol' | 'decimals' | 'amount'>

async function requestPayout(
  tx: Db,
  ctx: Pick<AppContext, 'payouts'>,
  reward: OwedReward,
  address: string,
): Promise<void> {
  const { memberId, symbol, decimals, amount } = reward
  const key = rewardKey(reward)
  await ctx.payouts.request(tx, {
    purpose: 'REWARD',
    key,
    memberId,
    address,
    symbol,
    decimals,
    amount,
  })
}

/** Pays waiting rewards to a new wallet. Must run in the transaction that registers it. */
export async function payWaitingRewards(
  tx: Db,
  ctx: Pick<AppContext, 'payouts'>,
  memberId: number,
  address: string,
): Promise<void> {
  for (const reward of await lockWaiting(tx, { memberId })) {
    await setRewardState(tx, reward, { state: 'PENDING', address })
    await requestPayout(tx, ctx, reward, address)
  }
}

/** Records the payout when its transfer is final. */
export async function rewardWasPaid(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  { key, amount }: { key: string; amount: bigint },
  txHash: string,
): Promise<void> {
  const reward = rewardOf(key)
  const seasonId = await setRewardState(tx, reward, { state: 'PAID', txHash })
  await transfer(tx, {
    kind: 'ROUND_REWARD_PAID',
    key: `paid:${key}`,
    at: ctx.now(),
    from: { member: reward.memberId },
    to: { system: 'TREASURY' },
    asset: 'REWARD',
    scope: `season:${seasonId}`,
    amount,
  })
  await notifyAll(tx, ctx, memberToNotifyOfPayment(reward))
}

/** The payout failed, so the reward waits for another wallet. */
export async function rewardFailed(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  { key }: { key: string },
): Promise<void> {
  const reward = rewardOf(key)
  await setRewardState(tx, reward, { state: 'WAITING' })
  await notifyAll(tx, ctx, memberToNotifyOfWaiting(reward))
}

function rewardOf(key: string): { roundId: number; memberId: number } {
  const [, roundId, memberId] = /^round:(\d+):(\d+)$/.exec(key) ?? []
  if (roundId === undefined || memberId === undefined) throw new Error('Invalid reward key')
  return { roundId: Number(roundId), memberId: Number(memberId) }
}

/**
 * Expires rewards without a wallet thirty days after the season. Members with a wallet are still
 * paid.
 */
export function expireRewards(ctx: Context, seasonId: number): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    for (const reward of await lockWaiting(tx, { seasonId })) await expire(tx, ctx, reward)
  })
}

async function expire(tx: Db, ctx: Pick<AppContext, 'now'>, reward: WaitingReward): Promise<void> {
  await setRewardState(tx, reward, { state: 'EXPIRED' })
  await transfer(tx, {
    kind: 'ROUND_REWARD_EXPIRED',
    key: `expired:${rewardKey(reward)}`,
    at: ctx.now(),
    from: { member: reward.memberId },
    to: { system: 'TREASURY' },
    asset: 'REWARD',
    scope: `season:${reward.seasonId}`,
    amount: reward.amount,
  })
}
