import { bundleBytes, commitmentTo, entryBytes } from '../../packages/points-log/src/entry.ts'
import { growingTree } from '../../packages/points-log/src/growing-tree.ts'
import { leafHash } from '../../packages/points-log/src/merkle.ts'
import { nodeCrypto } from '../../packages/points-log/src/node-crypto.ts'
import type {
  OpeningLine,
  SettlementFacts,
} from '../../packages/points-log/src/settlement-openings.ts'
import { replaySettlement } from '../../packages/points-log/src/settlement-replay.ts'
import { parseTilePath, TILE_WIDTH } from '../../packages/points-log/src/tile.ts'
import { shareOfPool } from '../../packages/rules/src/round.ts'
import { peakMb, resetPeak } from './peak-memory.ts'

/**
 * Replays the settlement of a round with the given number of members from a log that is generated
 * while it is read, so that the peak memory is that of the replay. Prints seconds and memory.
 */
const members = Number(process.argv[2])
const CHECK_INS = 3
const SCOPE = 'season:1'
const SIZE = members * (CHECK_INS + 1)

const { sha256 } = nodeCrypto

const facts: SettlementFacts = {
  roundId: 1,
  seasonId: 1,
  number: 1,
  startAt: new Date('2026-06-01T00:00:00.000Z'),
  endAt: new Date('2026-06-08T00:00:00.000Z'),
  settledAt: new Date('2026-06-08T01:00:00.000Z'),
  pool: BigInt(members) * 10n ** 18n,
  rewarded: 0n,
  rewardedMembers: members,
  symbol: 'USDS',
  decimals: 18,
  allXp: 0,
  rule: 1,
  seasonVersion: 1,
  checkInDaysNeeded: 3,
  excusedDays: [],
  latecomers: [],
  logKey: '',
  logSize: SIZE,
  root: null,
}
const xpOf = (memberId: number) => BigInt(10 + (memberId % 997))
for (let id = 1; id <= members; id++) facts.allXp += CHECK_INS * Number(xpOf(id))
const rewardOf = (id: number) => shareOfPool(facts.pool, CHECK_INS * Number(xpOf(id)), facts.allXp)
for (let id = 1; id <= members; id++) facts.rewarded += rewardOf(id)

/** The log has all first check-ins, then all second ones, and the rewards at the end. */
function leafAt(index: number): { opening: OpeningLine; entry: Uint8Array } {
  const memberId = (index % members) + 1
  const day = Math.floor(index / members)
  const isReward = day === CHECK_INS
  const amount = isReward ? rewardOf(memberId) : xpOf(memberId)
  const amounts = isReward ? [amount] : [amount, amount]
  const accounts = isReward
    ? [{ asset: 'REWARD', scope: SCOPE }]
    : [
        { asset: 'SEASON_XP', scope: SCOPE },
        { asset: 'XP', scope: SCOPE },
      ]
  const at = isReward ? facts.endAt : new Date(facts.startAt.getTime() + day * 86_400_000)
  const salt = new Uint8Array(32).fill(index % 251)
  const opening = { index, memberId, sequence: day + 1, amounts, salt }
  const kind = isReward ? 'ROUND_REWARD' : 'CHECK_IN'
  const commitment = commitmentTo(sha256, opening)
  return {
    opening,
    entry: entryBytes({ transactionId: index + 1, kind, at, accounts, commitment }),
  }
}

function entriesFrom(first: number, width: number): Uint8Array[] {
  return Array.from({ length: width }, (_, at) => leafAt(first + at).entry)
}

async function* openings(): AsyncGenerator<OpeningLine> {
  for (let index = 0; index < SIZE; index++) yield leafAt(index).opening
}

async function read(path: string): Promise<Uint8Array> {
  const tile = parseTilePath(path)
  if (!tile) throw new Error(`${path} is not a tile`)
  const entries = entriesFrom(tile.index * TILE_WIDTH, tile.width)
  if (tile.level === 'entries') return bundleBytes(entries)
  return Buffer.concat(entries.map((entry) => leafHash(sha256, entry)))
}

const tree = growingTree(sha256)
for (let index = 0; index < SIZE; index++) tree.add(leafHash(sha256, leafAt(index).entry))
const root = tree.root()

resetPeak()
const idleMb = peakMb()
const startedAt = performance.now()
const { problemCount, expectedMembers } = await replaySettlement({
  read,
  checkpoint: { size: SIZE, root },
  sha256,
  openings: { facts, lines: openings() },
})
const seconds = (performance.now() - startedAt) / 1000
const isEqual = problemCount === 0 && expectedMembers === members
console.log(
  JSON.stringify({
    seconds,
    batches: Math.ceil(SIZE / TILE_WIDTH),
    idleMb,
    peakMb: peakMb(),
    isEqual,
  }),
)
