import { ROOT_ABOVE_DEFAULT, wayOfRound, type RoundWay } from '@solstice/rules/distribution'
import type { ProgrammeDay } from '@solstice/rules/programme-day'
import { decideRewards, REWARD_RULE_VERSION } from '@solstice/rules/round'
import { notifyAll } from '#/platform/books/alerts.ts'
import { withTrace } from '#/platform/books/traces.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { decideDaysOfRound } from './excused-day.service.ts'
import { countExcusedRecipients, findExcusedDays, withExcusedDays } from './excused-day.queries.ts'
import { queueRecaps } from './recap.queue.ts'
import { wakeRoots } from './root.queue.ts'
import { rewardKey } from './round.queries.ts'
import {
  findNextMembers,
  insertRewards,
  isRoundWithMembers,
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

/** Returns whether a round has anybody left who may be paid. */
export function needsAssessment({ db }: Pick<Context, 'db'>, roundId: number): Promise<boolean> {
  return isRoundWithMembers(db, roundId)
}

/**
 * Gives the next members of an ended round their share. The batch and its position are committed
 * together, so that an interrupted settlement continues after its last batch.
 */
export async function settleNextMembers(
  ctx: Context,
  roundId: number,
  count = SETTLEMENT_BATCH,
): Promise<'unfinished' | 'settled'> {
  await decideDaysOfRound(ctx, roundId)
  return ctx.db.transaction(async (tx) => {
    const locked = await lockRound(tx, roundId)
    if (!locked || locked.settled) return 'settled'
    if (ctx.now() < locked.endAt) throw new Error(`Round ${roundId} is not over`)
    const round = { ...locked, excusedDays: await findExcusedDays(tx, roundId) }
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

type Round = RoundToSettle & { excusedDays: readonly ProgrammeDay[] }

/**
 * The first batch fixes the sum of all XP and the way of payment, so that late XP makes no later share
 * smaller and all members of a round are paid the same way.
 */
async function termsOf(
  tx: Db,
  { settings }: Context,
  round: Round,
): Promise<{ allXp: number; way: RoundWay }> {
  if (round.allXp !== null) return { allXp: round.allXp, way: round.way }
  const { allXp, recipients } = await measureRound(tx, round.roundId)
  const all = recipients + (await countExcusedRecipients(tx, round))
  return { allXp, way: wayOfRound(all, settings?.rewardRootAbove ?? ROOT_ABOVE_DEFAULT) }
}

async function rewardMembers(
  tx: Db,
  ctx: Context,
  round: Omit<Round, 'allXp'> & { allXp: number; last: number },
  next: Awaited<ReturnType<typeof findNextMembers>>,
): Promise<void> {
  const open = next.filter(({ isDeleted, isRewarded }) => !isDeleted && !isRewarded)
  const participants = (await withExcusedDays(tx, round, open)).map((member) => ({
    ...member,
    hasWallet: member.address !== null,
  }))
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
