import { compareAccounts, entrySalt } from '@solstice/points-log/entry'
import {
  factsLine,
  openingLine,
  type OpeningLine,
  type PostedRoot,
  type SettlementFacts,
} from '@solstice/points-log/settlement-openings'
import { CHECK_IN_DAYS_FOR_REWARD } from '@solstice/rules/round'
import type { Db } from '#/platform/process/db.ts'
import { findNewestCheckpoint } from './points-log.queries.ts'
import { hmac } from './points-log.service.ts'
import { findRootOfRound, findShares, type RootOfRound } from './round-root.queries.ts'
import {
  findAmounts,
  findLatecomers,
  findLeavesOf,
  findRoundExcusedDays,
  findSettledRound,
} from './round-openings.queries.ts'

/** Thrown when the openings of a round would be incomplete. */
export class OpeningsRefusedError extends Error {}

const BATCH = 2000

/**
 * Yields the lines of the openings of a settled round, batch by batch. Salts are derived for the leaves
 * of the round alone; the keys of the members stay here.
 */
export async function* roundOpenings(
  db: Db,
  of: { roundId: number; logKey: string },
  onProgress?: (leaves: number) => void,
): AsyncGenerator<string> {
  const root = await findRootOfRound(db, of.roundId)
  const facts = await factsOf(db, of, root)
  yield `${factsLine(facts)}\n`
  let rewards = 0
  for (let from = 0; from < facts.logSize; from += BATCH) {
    const leaves = await findLeavesOf(db, facts, { from, count: BATCH })
    const accountsOf = await accountsByLeaf(db, leaves, facts.seasonId)
    for (const leaf of leaves) {
      const accounts = accountsOf(leaf)
      if (!accounts) continue
      const line = lineOf(leaf, accounts, facts.roundId)
      if (leaf.isReward && !('roundId' in line)) rewards += 1
      yield `${openingLine(line)}\n`
    }
    onProgress?.(Math.min(from + BATCH, facts.logSize))
  }
  if (rewards !== facts.rewardedMembers) {
    throw new OpeningsRefusedError(
      `The log has ${rewards} of ${facts.rewardedMembers} rewards of round ${facts.roundId}. ` +
        'Wait until the job has appended the others, or restore the archived partition.',
    )
  }
  if (root) yield* sharesOf(db, root, facts.roundId)
}

async function factsOf(
  db: Db,
  { roundId, logKey }: { roundId: number; logKey: string },
  root: RootOfRound | undefined,
): Promise<SettlementFacts> {
  const round = await findSettledRound(db, roundId)
  if (!round) throw new OpeningsRefusedError(`There is no round ${roundId}`)
  const { settledAt, allXp, rule, seasonVersion } = round
  if (settledAt === null || allXp === null || rule === null || seasonVersion === null) {
    throw new OpeningsRefusedError(
      `Round ${roundId} is not settled, or a release settled it that kept no version of the rule`,
    )
  }
  const logSize = (await findNewestCheckpoint(db))?.size ?? 0
  const checkInDaysNeeded = CHECK_IN_DAYS_FOR_REWARD
  const known = { settledAt, allXp, rule, seasonVersion }
  return {
    ...round,
    ...known,
    checkInDaysNeeded,
    ...(await excusedOf(db, round)),
    logKey,
    logSize,
    root: root ? stated(root) : null,
  }
}

/** The log has the check-ins and shows their days, but not who had not joined yet. */
async function excusedOf(
  db: Db,
  { roundId }: { roundId: number },
): Promise<Pick<SettlementFacts, 'excusedDays' | 'latecomers'>> {
  const days = await findRoundExcusedDays(db, roundId)
  return {
    excusedDays: days.map(({ day }) => day),
    latecomers: days.length === 0 ? [] : await findLatecomers(db, roundId),
  }
}

function stated({ chainId, contract, number, root, total }: RootOfRound): PostedRoot {
  return { chainId, contract, number, root: `0x${root.toString('hex')}`, total }
}

/** Yields the shares of the root that pays the round. */
async function* sharesOf(db: Db, root: RootOfRound, roundId: number): AsyncGenerator<string> {
  for (let after = ''; ;) {
    const shares = await findShares(db, root, { roundId, after, count: BATCH })
    for (const share of shares) yield `${openingLine(share)}\n`
    const last = shares.at(-1)
    if (!last) return
    after = last.account
  }
}

type Leaf = Awaited<ReturnType<typeof findLeavesOf>>[number]
type Amount = Awaited<ReturnType<typeof findAmounts>>[number]

/** Returns a reader of the amounts of a leaf; undefined if the leaf is of another season. */
async function accountsByLeaf(db: Db, leaves: readonly Leaf[], seasonId: number) {
  const keyOf = (of: { transactionId: number; memberId: number | null }) =>
    `${of.transactionId}:${of.memberId}`
  const amounts = await findAmounts(
    db,
    leaves.map(({ transactionId }) => transactionId),
  )
  const byLeaf = Map.groupBy(amounts, keyOf)
  const scope = `season:${seasonId}`
  return (leaf: Leaf): Amount[] | undefined => {
    const accounts = byLeaf.get(keyOf(leaf))
    const asset = leaf.isReward ? 'REWARD' : 'SEASON_XP'
    const isOfSeason = accounts?.some((one) => one.asset === asset && one.scope === scope)
    return isOfSeason ? accounts?.toSorted(compareAccounts) : undefined
  }
}

function lineOf(leaf: Leaf, accounts: readonly Amount[], roundId: number): OpeningLine {
  const { index, memberId, sequence, transactionId, key } = leaf
  if (leaf.isReward && leaf.roundId !== null && leaf.roundId !== roundId) {
    return { index, roundId: leaf.roundId }
  }
  if (!key) return { index, erased: true }
  const amounts = accounts.map(({ amount }) => amount)
  return { index, memberId, sequence, amounts, salt: entrySalt(hmac, key, transactionId) }
}
