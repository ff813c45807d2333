import { decideEntry, sumByAddress } from '@solstice/rules/distribution'
import { tokenText } from '@solstice/rules/round'
import { payoutHoldsOf } from '#/modules/security/security.service.ts'
import { notifyAll } from '#/platform/books/alerts.ts'
import { postAll } from '#/platform/books/ledger.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { wakeClaims } from './distribution.queue.ts'
import type { DeployedDistributor } from './distributor.queries.ts'
import {
  enterRoot,
  leaveRoot,
  lockOwed,
  lockRewardsOfRoot,
  openClaims,
  readyAlerts,
  setClaimable,
  type RootReward,
} from './root-entries.queries.ts'

/** The number of rewards, or of members, of one transaction. */
const ROOT_BATCH = 2000

type Context = Pick<AppContext, 'now'>
type Cursor = { afterSeason: number; afterMember: number; afterRound: number }

const total = (rewards: readonly { amount: bigint }[]): bigint =>
  rewards.reduce((sum, { amount }) => sum + amount, 0n)

/**
 * Puts the next owed rewards into the root, except those of members who cannot be paid now. Returns
 * what they add and the new position, or undefined when none is left.
 */
export async function collectNext(
  tx: Db,
  ctx: Context,
  distributor: DeployedDistributor,
  count = ROOT_BATCH,
): Promise<{ added: bigint; cursor: Cursor } | undefined> {
  const owed = await lockOwed(tx, distributor, count)
  const last = owed.at(-1)
  if (!last) return undefined
  const holds = await holdsOf(tx, ctx, owed)
  const entered = owed.flatMap(({ wallet, address: rewardAddress, ...reward }) => {
    const hold = holds.get(reward.memberId)
    const decision = decideEntry({ hold, wallet, rewardAddress })
    if (decision.kind === 'wait') return []
    return { ...reward, address: decision.address.toLowerCase() }
  })
  const rows = entered.map(({ roundId, memberId, address }) => ({ roundId, memberId, address }))
  if (entered.length > 0) await enterRoot(tx, distributor, rows, sumByAddress(entered))
  const { seasonId: afterSeason, memberId: afterMember, roundId: afterRound } = last
  return { added: total(entered), cursor: { afterSeason, afterMember, afterRound } }
}

const holdsOf = (tx: Db, ctx: Context, rewards: readonly { memberId: number }[]) =>
  payoutHoldsOf(
    { db: tx, now: ctx.now },
    Array.from(new Set(rewards.map(({ memberId }) => memberId))),
  )

/**
 * Checks the next members of the root again before it is posted, because funding may take days:
 * rewards of members who are held or have another wallet by now wait for a later root.
 */
export async function checkNext(
  tx: Db,
  ctx: Context,
  distributor: DeployedDistributor,
  count = ROOT_BATCH,
): Promise<{ removed: bigint; afterMember: number } | undefined> {
  const rewards = await lockRewardsOfRoot(tx, distributor, count)
  const last = rewards.at(-1)
  if (!last) return undefined
  const holds = await holdsOf(tx, ctx, rewards)
  const isStale = ({ memberId, wallet, address }: RootReward) =>
    holds.has(memberId) || (wallet !== null && wallet.toLowerCase() !== address)
  const removed = await leave(tx, distributor, rewards.filter(isStale))
  return { removed, afterMember: last.memberId }
}

/**
 * Takes the rewards of the next members out of a root that will never be posted. Returns their sum, or
 * undefined when none is left.
 */
export async function leaveNext(
  tx: Db,
  distributor: DeployedDistributor,
  count = ROOT_BATCH,
): Promise<bigint | undefined> {
  const rewards = await lockRewardsOfRoot(tx, { ...distributor, afterMember: 0 }, count)
  return rewards.length === 0 ? undefined : leave(tx, distributor, rewards)
}

async function leave(
  tx: Db,
  distributor: DeployedDistributor,
  rewards: readonly RootReward[],
): Promise<bigint> {
  const left = rewards.flatMap(({ roundId, memberId, amount, address }) =>
    address === null ? [] : { roundId, memberId, amount, address },
  )
  if (left.length > 0) {
    const rows = left.map(({ roundId, memberId, address }) => ({ roundId, memberId, address }))
    await leaveRoot(tx, distributor, rows, sumByAddress(left))
  }
  return total(left)
}

/**
 * Makes the rewards of the next members of the posted root claimable: in the ledger, in their state
 * and with an alert. Claims for deleted accounts are opened, because nobody else will.
 */
export async function releaseNext(
  tx: Db,
  ctx: Context,
  distributor: DeployedDistributor,
  count = ROOT_BATCH,
): Promise<{ afterMember: number } | undefined> {
  const rewards = await lockRewardsOfRoot(tx, distributor, count)
  const last = rewards.at(-1)
  if (!last) return undefined
  const at = ctx.now()
  await postAll(
    tx,
    rewards.map((reward) => claimablePosting(reward, at)),
  )
  await setClaimable(tx, rewards)
  await notifyAll(tx, ctx, readyAlerts(readyOf(distributor, rewards)))
  const abandoned = rewards.flatMap(({ memberId, address, deletedAt }) =>
    deletedAt !== null && address !== null ? { memberId, address } : [],
  )
  if (abandoned.length > 0) {
    await openClaims(tx, distributor, abandoned, { postedNumber: distributor.number, at })
    await wakeClaims(tx, ctx, distributor.chainId)
  }
  return { afterMember: last.memberId }
}

/** The scope of rewards that can be claimed, beside `season:…` for those that are owed. */
export const claimableScope = (seasonId: number): string => `claimable:season:${seasonId}`

/** Moves a reward from what is owed to what can be claimed. */
function claimablePosting({ roundId, memberId, seasonId, amount }: RootReward, at: Date) {
  const [treasury, member] = [{ system: 'TREASURY' }, { member: memberId }] as const
  const [owed, claimable] = [`season:${seasonId}`, claimableScope(seasonId)]
  const asset = 'REWARD' as const
  return {
    kind: 'ROUND_REWARD_CLAIMABLE',
    key: `claimable:round:${roundId}:${memberId}`,
    at,
    entries: [
      { holder: member, asset, scope: owed, amount: -amount },
      { holder: treasury, asset, scope: owed, amount },
      { holder: treasury, asset, scope: claimable, amount: -amount },
      { holder: member, asset, scope: claimable, amount },
    ],
    data: { round: roundId },
  }
}

/** Sums the rewards of each member who still has an account. */
function readyOf(
  { symbol, decimals }: DeployedDistributor,
  rewards: readonly RootReward[],
): { memberId: number; amount: string; symbol: string }[] {
  const sums = new Map<number, bigint>()
  for (const { memberId, amount, deletedAt } of rewards) {
    if (deletedAt === null) sums.set(memberId, (sums.get(memberId) ?? 0n) + amount)
  }
  return Array.from(sums, ([memberId, amount]) => ({
    memberId,
    amount: tokenText(amount, decimals),
    symbol,
  }))
}
