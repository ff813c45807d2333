import { decideRewards } from '@solstice/rules/round'
import { bundleBytes, commitmentTo, entryBytes, type LogAccount } from './entry.ts'
import { leafHash, rootOf } from './merkle.ts'
import { nodeCrypto } from './node-crypto.ts'
import type { OpeningLine, SettlementFacts } from './settlement-openings.ts'
import { parseTilePath, TILE_WIDTH } from './tile.ts'

export const { sha256 } = nodeCrypto

export type Opened = Extract<OpeningLine, { salt: Uint8Array }>

/** A log in memory with the openings of a round, both of which a test may change. */
export type SettledRound = { facts: SettlementFacts; entries: Uint8Array[]; lines: OpeningLine[] }

export const facts: SettlementFacts = {
  roundId: 4,
  seasonId: 3,
  number: 2,
  startAt: new Date('2026-06-08T00:00:00.000Z'),
  endAt: new Date('2026-06-15T00:00:00.000Z'),
  settledAt: new Date('2026-06-15T00:05:00.000Z'),
  pool: 1_000_000_000n,
  rewarded: 0n,
  rewardedMembers: 0,
  symbol: 'USDS',
  decimals: 6,
  allXp: 0,
  rule: 2,
  seasonVersion: 7,
  checkInDaysNeeded: 3,
  excusedDays: [],
  latecomers: [],
  logKey: 'harbor.example/log+00000000+AQ==',
  logSize: 0,
  root: null,
}
const SETTLED = new Date('2026-06-15T00:02:00.000Z')
export const day = (number: number) => new Date(facts.startAt.getTime() + number * 86_400_000)

/** Writes postings to the log as the server does. */
export function logOf() {
  const entries: Uint8Array[] = []
  const lines: OpeningLine[] = []
  const counts = new Map<number, number>()
  const post = (
    memberId: number,
    kind: string,
    at: Date,
    amounts: readonly (LogAccount & { amount: bigint })[],
  ): Opened => {
    const sequence = (counts.get(memberId) ?? 0) + 1
    counts.set(memberId, sequence)
    const index = entries.length
    const salt = sha256(Uint8Array.of(index >> 8, index & 0xff))
    const opening = {
      index,
      memberId,
      sequence,
      amounts: amounts.map(({ amount }) => amount),
      salt,
    }
    const accounts = amounts.map(({ asset, scope }) => ({ asset, scope }))
    const commitment = commitmentTo(sha256, opening)
    entries.push(entryBytes({ transactionId: index + 1, kind, at, accounts, commitment }))
    return opening
  }
  const xp = (memberId: number, kind: string, at: Date, amount: bigint) =>
    post(memberId, kind, at, [
      { asset: 'SEASON_XP', scope: 'season:3', amount },
      { asset: 'XP', scope: 'season:3', amount },
    ])
  const reward = (memberId: number, amount: bigint) =>
    post(memberId, 'ROUND_REWARD', SETTLED, [{ asset: 'REWARD', scope: 'season:3', amount }])
  return { entries, lines, xp, reward }
}

export const MEMBERS = 60

/** Settles a round of 60 members, of whom every third has too few check-ins. */
export function aSettledRound(
  change: {
    amount?: (memberId: number, amount: bigint) => bigint
    excused?: Pick<SettlementFacts, 'excusedDays' | 'latecomers'>
  } = {},
): SettledRound {
  const excused = change.excused ?? { excusedDays: [], latecomers: [] }
  const isLate = (id: number) => excused.latecomers.some(({ memberId }) => memberId === id)
  const { entries, lines, xp, reward } = logOf()
  const members = Array.from({ length: MEMBERS }, (_, at) => ({
    memberId: at + 1,
    xp: 0,
    checkInDays: 0,
  }))
  for (const member of members) {
    // Neither the XP of the round before nor that of invites counts.
    xp(member.memberId, 'MISSION', day(-1), 50n)
    xp(member.memberId, 'INVITE', day(1), 500n)
    member.checkInDays = member.memberId % 3 === 0 ? 2 : 3
    for (let at = 0; at < member.checkInDays; at++) {
      lines.push(xp(member.memberId, 'CHECK_IN', day(at), 10n))
      member.xp += 10
    }
    lines.push(xp(member.memberId, 'SPIN', day(5), BigInt(member.memberId)))
    member.xp += member.memberId
  }
  const allXp = members.reduce((sum, { xp }) => sum + xp, 0)
  const { pool } = facts
  const rewards = decideRewards(
    { pool, allXp, left: pool },
    // A member with two days missed the third one.
    members.map((member) => ({
      ...member,
      excusedDays:
        member.checkInDays === 2 && !isLate(member.memberId) ? excused.excusedDays.length : 0,
      hasWallet: true,
    })),
  )
  let rewarded = 0n
  for (const { memberId, amount } of rewards) {
    const paid = change.amount?.(memberId, amount) ?? amount
    lines.push(reward(memberId, paid))
    rewarded += paid
  }
  // The next round has begun, and has its own XP.
  xp(1, 'CHECK_IN', day(7), 10n)
  const known = { allXp, rewarded, rewardedMembers: rewards.length, logSize: entries.length }
  return { facts: { ...facts, ...known, ...excused }, entries, lines }
}

/** Returns a file of the log as it is served. */
export function fileOf(given: SettledRound, path: string): Uint8Array {
  const tile = parseTilePath(path)
  if (!tile) throw new Error(`${path} is not a tile`)
  const unit = TILE_WIDTH ** (tile.level === 'entries' ? 0 : tile.level)
  const start = tile.index * TILE_WIDTH
  if (tile.level === 'entries') return bundleBytes(given.entries.slice(start, start + tile.width))
  const roots = Array.from({ length: tile.width }, (_, at) => {
    const first = (start + at) * unit
    const leaves = given.entries.slice(first, first + unit)
    return rootOf(
      sha256,
      leaves.map((entry) => leafHash(sha256, entry)),
    )
  })
  return Buffer.concat(roots)
}
