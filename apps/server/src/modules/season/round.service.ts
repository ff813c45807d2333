import { notifyAll } from '#/platform/books/alerts.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { postAll, transfer } from '#/platform/books/ledger.ts'
import {
  expireAll,
  lockWaiting,
  lockWithoutWallet,
  memberToNotifyOfPayment,
  memberToNotifyOfWaiting,
  rewardKey,
  setRewardState,
  type RewardId,
} from './round.queries.ts'
import { STATE_WITH_WALLET } from './settlement.queries.ts'

/**
 * Pays waiting rewards to a new wallet, or owes them to it until the next root. Must run in the
 * transaction that registers it.
 */
export async function payWaitingRewards(
  tx: Db,
  ctx: Pick<AppContext, 'payouts'>,
  memberId: number,
  address: string,
): Promise<void> {
  const rewards = await lockWaiting(tx, memberId)
  for (const reward of rewards) {
    await setRewardState(tx, reward, { state: STATE_WITH_WALLET[reward.way], address })
  }
  const direct = rewards.filter(({ way }) => way === 'DIRECT')
  const payouts = direct.map(({ roundId, way: _, ...reward }) => ({
    ...reward,
    purpose: 'REWARD' as const,
    key: rewardKey({ roundId, memberId }),
    address,
  }))
  await ctx.payouts.requestAll(tx, payouts)
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

export { memberToNotifyOfPayment, rewardKey } from './round.queries.ts'

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

/** The number of rewards of one transaction. */
const EXPIRY_BATCH = 2000

/**
 * Expires the next rewards without a wallet thirty days after the season. Members with a wallet are
 * still paid. Returns the last reward of the batch, or undefined when none is left.
 */
export function expireNextRewards(
  ctx: Pick<AppContext, 'db' | 'now'>,
  seasonId: number,
  after: RewardId | undefined,
  count = EXPIRY_BATCH,
): Promise<RewardId | undefined> {
  return ctx.db.transaction(async (tx) => {
    const rewards = await lockWithoutWallet(tx, { seasonId, after, count })
    if (rewards.length === 0) return undefined
    await expireAll(tx, seasonId, rewards)
    const scope = `season:${seasonId}`
    await postAll(
      tx,
      rewards.map(({ amount, ...reward }) => ({
        kind: 'ROUND_REWARD_EXPIRED',
        key: `expired:${rewardKey(reward)}`,
        at: ctx.now(),
        entries: [
          { holder: { member: reward.memberId }, asset: 'REWARD', scope, amount: -amount },
          { holder: { system: 'TREASURY' }, asset: 'REWARD', scope, amount },
        ],
      })),
    )
    const last = rewards.at(-1)
    if (!last || rewards.length < count) return undefined
    return { roundId: last.roundId, memberId: last.memberId }
  })
}
