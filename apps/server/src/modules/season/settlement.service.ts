import { ROOT_ABOVE_DEFAULT, wayOfRound, type RoundWay } from '@solstice/rules/distribution'
import { decideRewards, REWARD_RULE_VERSION } from '@solstice/rules/round'
import { notifyAll } from '#/platform/books/alerts.ts'
import { withTrace } from '#/platform/books/traces.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { queueRecaps } from './recap.queue.ts'
import { wakeRoots } from './root.queue.ts'
import { rewardKey } from './round.queries.ts'
import {
  findNextMembers,
  insertRewards,
  lockRound,
  measureRound,
  membersWithWaitingReward,
  saveProgress,
  type NewReward,
  type RoundToSettle,
} from './settlement.queries.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'payouts'> & {
  settings?: Pick<AppContext['settings'], 'rewardRootAbove'>
}

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
    const { allXp, way } = await termsOf(tx, ctx, round)
    const next = await findNextMembers(tx, { roundId, after: round.after, count })
    const last = next.at(-1)?.memberId ?? round.after
    // A short batch may not be the last one: a member may have been added meanwhile.
    const isSettled = next.length === 0
    if (!isSettled) await rewardMembers(tx, ctx, { ...round, allXp, way, last }, next)
    const settledAt = isSettled ? ctx.now() : undefined
    if (isSettled && way === 'ROOT') await wakeRoots(tx, ctx)
    await saveProgress(tx, roundId, {
      allXp,
      way,
      member: last,
      settledAt,
      settledVersion: round.version,
      settledRule: REWARD_RULE_VERSION,
    })
    if (isSettled) await queueRecaps(tx, round, ctx.now())
    return isSettled ? 'settled' : 'unfinished'
  })
}

/**
 * The first batch fixes the sum of all XP and the way of payment, so that late XP makes no later share
 * smaller and all members of a round are paid the same way.
 */
async function termsOf(
  tx: Db,
  { settings }: Context,
  round: RoundToSettle,
): Promise<{ allXp: number; way: RoundWay }> {
  if (round.allXp !== null) return { allXp: round.allXp, way: round.way }
  const { allXp, recipients } = await measureRound(tx, round.roundId)
  return { allXp, way: wayOfRound(recipients, settings?.rewardRootAbove ?? ROOT_ABOVE_DEFAULT) }
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
  if (round.way === 'DIRECT') await ctx.payouts.requestAll(tx, payoutsOf(round, rewards))
  // Members with a wallet are notified when the payout is final, or when the root is.
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
