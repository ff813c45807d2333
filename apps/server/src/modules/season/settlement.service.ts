import { decideRewards, REWARD_RULE_VERSION } from '@solstice/rules/round'
import { notifyAll } from '#/platform/books/alerts.ts'
import { withTrace } from '#/platform/books/traces.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { rewardKey } from './round.queries.ts'
import {
  findNextMembers,
  insertRewards,
  lockRound,
  membersWithWaitingReward,
  saveProgress,
  sumRoundXp,
  type NewReward,
  type RoundToSettle,
} from './settlement.queries.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'payouts'>

/**
 * The number of members of one transaction. More are hardly faster, and their locks would delay
 * members who register a wallet meanwhile.
 */
const SETTLEMENT_BATCH = 2000

/**
 * Gives the next members of an ended round their share. The batch and its position are committed
 * together, so that an interrupted settlement continues after its last batch.
 */
export function settleNextMembers(
  ctx: Context,
  roundId: number,
  count = SETTLEMENT_BATCH,
): Promise<'unfinished' | 'settled'> {
  return ctx.db.transaction(async (tx) => {
    const round = await lockRound(tx, roundId)
    if (!round || round.settled) return 'settled'
    if (ctx.now() < round.endAt) throw new Error(`Round ${roundId} is not over`)
    // All batches use the sum of the first, so that late XP does not make later shares smaller.
    const allXp = round.allXp ?? (await sumRoundXp(tx, roundId))
    const next = await findNextMembers(tx, { roundId, after: round.after, count })
    const last = next.at(-1)?.memberId ?? round.after
    // A short batch may not be the last one: a member may have been added meanwhile.
    const isSettled = next.length === 0
    if (!isSettled) await rewardMembers(tx, ctx, { ...round, allXp, last }, next)
    const settledAt = isSettled ? ctx.now() : undefined
    await saveProgress(tx, roundId, {
      allXp,
      member: last,
      settledAt,
      settledVersion: round.version,
      settledRule: REWARD_RULE_VERSION,
    })
    return isSettled ? 'settled' : 'unfinished'
  })
}

async function rewardMembers(
  tx: Db,
  ctx: Context,
  round: Omit<RoundToSettle, 'allXp'> & { allXp: number; last: number },
  next: Awaited<ReturnType<typeof findNextMembers>>,
): Promise<void> {
  const participants = next
    .filter(({ isDeleted, isRewarded }) => !isDeleted && !isRewarded)
    .map((member) => ({ ...member, hasWallet: member.address !== null }))
  const { pool, allXp, rewarded } = round
  const decided = decideRewards({ pool, allXp, left: pool - rewarded }, participants)
  const addressOf = new Map(next.map(({ memberId, address }) => [memberId, address]))
  const rewards = decided.map(({ memberId, amount, trace }) => ({
    memberId,
    amount,
    address: addressOf.get(memberId) ?? null,
    // The round keeps its pool and the sum of all XP.
    data: withTrace({}, trace, round.version, ['poolUnits', 'allXp']),
  }))
  const at = ctx.now()
  await insertRewards(tx, round, rewards, at)
  await ctx.payouts.requestAll(tx, payoutsOf(round, rewards))
  // Members with a wallet are notified when the payout is final.
  await notifyAll(tx, ctx, membersWithWaitingReward({ ...round, at }))
}

function payoutsOf(
  { roundId, symbol, decimals }: Pick<RoundToSettle, 'roundId' | 'symbol' | 'decimals'>,
  rewards: readonly NewReward[],
) {
  return rewards.flatMap(({ memberId, amount, address }) => {
    if (address === null) return []
    const key = rewardKey({ roundId, memberId })
    return { purpose: 'REWARD' as const, key, memberId, address, symbol, decimals, amount }
  })
}
