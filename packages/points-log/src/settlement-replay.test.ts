import { distributionTree } from '@solstice/contracts/distribution-tree'
import { beforeEach, describe, expect, test } from 'vitest'
import { leafHash, rootOf } from './merkle.ts'
import {
  factsLine,
  openingLine,
  OpeningsFormatError,
  parseOpenings,
  type OpeningLine,
  type ShareLine,
} from './settlement-openings.ts'
import { replaySettlement } from './settlement-replay.ts'
import { settlementReport } from './settlement-report.ts'
import {
  aSettledRound,
  day,
  facts,
  fileOf,
  logOf,
  MEMBERS,
  sha256,
  type Opened,
  type SettledRound,
} from './test-settled-round.ts'
import { TILE_WIDTH } from './tile.ts'

async function* textOf(
  { facts: stated, lines }: SettledRound,
  shares: readonly ShareLine[],
): AsyncGenerator<string> {
  yield factsLine(stated)
  for (const line of [...lines, ...shares]) yield openingLine(line)
}

type Served = {
  served?: (path: string, bytes: Uint8Array) => Uint8Array
  since?: number
  shares?: readonly ShareLine[]
}

async function replay(
  given: SettledRound,
  { served = (_path, bytes) => bytes, since = 0, shares = [] }: Served = {},
) {
  const size = given.entries.length
  const root = rootOf(
    sha256,
    given.entries.map((entry) => leafHash(sha256, entry)),
  )
  return replaySettlement({
    read: async (path) => served(path, fileOf(given, path)),
    checkpoint: { size, root },
    sha256,
    openings: await parseOpenings(textOf(given, shares)),
    since,
  })
}

const openedAt = (given: SettledRound, place: number): Opened => {
  const line = given.lines.at(place)
  if (!line || !('salt' in line)) throw new Error('There is no such opening')
  return line
}

describe('replaying the settlement of a round', () => {
  let round: SettledRound
  beforeEach(() => {
    round = aSettledRound()
  })

  test('gives what was paid', async () => {
    const result = await replay(round)

    expect(result.problems).toEqual([])
    expect(result).toMatchObject({ members: MEMBERS, expectedMembers: 40, notOpened: 0 })
    expect(result.expected).toBe(result.paid)
    expect(result.xp).toBe(round.facts.allXp)
    expect(settlementReport(result)).toMatch(
      /Verdict: every member was paid exactly what the rule gives\.$/,
    )
  })

  test('may begin where an earlier replay ended, and still verifies the whole tree', async () => {
    const before = round.lines.filter(({ index }) => index < TILE_WIDTH).length
    const given = { ...round, lines: round.lines.slice(before) }
    const result = await replay(given, { since: TILE_WIDTH + 5 })

    // The first 256 leaves are missing, so that only the sums differ.
    expect(new Set(result.problems.map(({ problem }) => problem))).toEqual(
      new Set(['WRONG_XP', 'WRONG_SHARE']),
    )
  })

  test('names an opening with another amount, and the member who was paid for it', async () => {
    const line = openedAt(round, 7)
    round.lines[7] = { ...line, amounts: [11n, 11n] }
    const { problems } = await replay(round)

    expect(problems).toContainEqual({ problem: 'OPENING_ALTERED', index: line.index })
    expect(problems).toContainEqual(
      expect.objectContaining({ problem: 'WRONG_SHARE', memberId: line.memberId }),
    )
  })

  test('names an opening under another member', async () => {
    const line = openedAt(round, 7)
    round.lines[7] = { ...line, memberId: line.memberId + 1 }

    expect((await replay(round)).problems).toContainEqual({
      problem: 'OPENING_ALTERED',
      index: line.index,
    })
  })

  test('names a leaf that nobody opened', async () => {
    const [line] = round.lines.splice(9, 1)
    const result = await replay(round)

    expect(result.notOpened).toBe(1)
    expect(result.problems).toContainEqual({ problem: 'NOT_OPENED', index: line?.index })
  })

  test('names a leaf that is opened twice, and one that is not of the round', async () => {
    const line = openedAt(round, 3)
    round.lines.splice(4, 0, line)
    round.lines.push({ ...line, index: round.entries.length - 1 })
    const { problems } = await replay(round)

    expect(problems).toContainEqual({ problem: 'OPENED_TWICE', index: line.index })
    expect(problems).toContainEqual({
      problem: 'NOT_OF_THE_ROUND',
      index: round.entries.length - 1,
    })
  })

  test('names an altered leaf, and an altered log', async () => {
    const served = (path: string, bytes: Uint8Array) =>
      path === 'tile/entries/000' ? Buffer.from(bytes).fill('9', 60, 61) : bytes
    const other = (path: string, bytes: Uint8Array) =>
      path === 'tile/0/000' ? Buffer.from(bytes).fill(0, 32, 40) : bytes

    const altered = await replay(round, { served })
    expect(altered.problems).toContainEqual({ problem: 'LEAF_ALTERED', index: 0 })
    const { problems } = await replay(round, { served: other })
    expect(problems).toContainEqual({ problem: 'LOG_ALTERED' })
    expect(problems).toContainEqual({ problem: 'LEAF_ALTERED', index: 1 })
  })

  test('names a reward that is off by one unit', async () => {
    const given = aSettledRound({ amount: (id, amount) => (id === 50 ? amount + 1n : amount) })
    const { problems, problemCount } = await replay(given)

    expect(problemCount).toBe(1)
    expect(problems).toMatchObject([{ problem: 'WRONG_SHARE', memberId: 50 }])
    expect(problems[0]).toHaveProperty('paid')
  })

  test('counts erased accounts, and finds all others paid by the rule', async () => {
    const isOf = (line: OpeningLine) => 'salt' in line && line.memberId === 10
    const hidden = round.lines.filter(isOf)
    const lines = round.lines.map((line) =>
      isOf(line) ? ({ index: line.index, erased: true } as const) : line,
    )
    const result = await replay({ ...round, lines })

    expect(hidden).toHaveLength(5)
    expect(result.erased).toEqual({ xp: 4, rewards: 1 })
    expect(result.problems).toEqual([])
    expect(settlementReport(result)).toContain('5 leaves of erased accounts hide 40 XP and')
  })

  test('refuses sums that erased leaves cannot explain', async () => {
    const line = openedAt(round, 0)
    round.lines[0] = { index: line.index, erased: true }
    round.facts = { ...round.facts, allXp: 100, rewarded: round.facts.pool + 1n }
    const kinds = (await replay(round)).problems.map(({ problem }) => problem)

    expect(kinds).toContain('WRONG_XP')
    expect(kinds).toContain('WRONG_TOTAL')
    expect(kinds).toContain('ABOVE_POOL')
  })

  test('refuses erased rewards above the share of the erased XP', async () => {
    const given = aSettledRound({ amount: (id, amount) => (id === 10 ? amount + 1n : amount) })
    const lines = given.lines.map((line) =>
      'salt' in line && line.memberId === 10
        ? ({ index: line.index, erased: true } as const)
        : line,
    )

    expect((await replay({ ...given, lines })).problems).toEqual([
      { problem: 'ERASED_ABOVE_SHARE' },
    ])
  })

  test('accepts XP that was posted during the settlement either way', async () => {
    const { entries, lines, xp, reward } = logOf()
    for (const memberId of [1, 2]) {
      for (let at = 0; at < 3; at++) lines.push(xp(memberId, 'CHECK_IN', day(at), 10n))
    }
    lines.push(reward(1, 500_000_000n))
    lines.push(xp(1, 'MISSION', day(6), 30n), xp(2, 'MISSION', day(6), 15n))
    // The second member had their turn later, and gets what is left of the pool.
    lines.push(reward(2, 500_000_000n))
    const known = { allXp: 60, rewarded: facts.pool, rewardedMembers: 2, logSize: entries.length }
    const result = await replay({ facts: { ...facts, ...known }, entries, lines })

    expect(result.late).toBe(2)
    expect(result.problems).toEqual([])
  })

  test('computes the root that pays the round from its shares', async () => {
    const shares = [
      { account: `0x${'a1'.repeat(20)}`, cumulative: 500n, ofRound: 300n },
      { account: `0x${'b2'.repeat(20)}`, cumulative: 70n, ofRound: 0n },
    ] as const
    const { root } = distributionTree(
      shares.map(({ account, cumulative }) => ({ account: `0x${account.slice(2)}`, cumulative })),
    )
    const posted = { chainId: 1, contract: `0x${'c3'.repeat(20)}`, number: 3, root, total: 570n }
    const given = { ...round, facts: { ...round.facts, root: posted } }
    const result = await replay(given, { shares })
    const [first, second] = shares
    const altered = await replay(given, { shares: [{ ...first, cumulative: 501n }, second] })

    expect(result.problems).toEqual([])
    expect(result.root).toMatchObject({ shares: 2, ofRound: 300n })
    expect(settlementReport(result)).toContain(`have the root ${root}`)
    expect(altered.problems).toMatchObject([{ problem: 'WRONG_ROOT', stated: root }])
  })

  test('refuses another rule, another count and a shorter log', async () => {
    round.facts = { ...round.facts, rule: 3, rewardedMembers: 1, logSize: 10 ** 9 }
    const { problems } = await replay(round)

    expect(problems).toEqual([
      { problem: 'OTHER_RULE' },
      { problem: 'LOG_TOO_SHORT' },
      { problem: 'WRONG_COUNT', stated: 1, found: 40 },
    ])
    expect(settlementReport(await replay(round))).toContain('does NOT follow from the log')
  })

  test('counts an excused day for members who missed it, and not for those who joined later', async () => {
    const latecomers = [{ memberId: 3, after: '2026-06-10' as const }]
    const excused = { excusedDays: ['2026-06-10' as const], latecomers }
    const given = aSettledRound({ excused })
    const result = await replay(given)
    const withoutDay = { ...given, facts: { ...given.facts, excusedDays: [], latecomers: [] } }
    const asEarlier = { ...given, facts: { ...given.facts, rule: 1 } }
    const withoutLatecomer = { ...given, facts: { ...given.facts, latecomers: [] } }

    expect(result.problems).toEqual([])
    expect(result.expectedMembers).toBe(MEMBERS - 1)
    expect(settlementReport(result)).toContain('Excused: 2026-06-10; 1 members joined later')
    for (const other of [withoutDay, asEarlier]) {
      expect((await replay(other)).problems).toContainEqual(
        expect.objectContaining({ problem: 'WRONG_SHARE', memberId: 6, expected: 0n }),
      )
    }
    expect((await replay(withoutLatecomer)).problems).toContainEqual(
      expect.objectContaining({ problem: 'WRONG_SHARE', memberId: 3, paid: 0n }),
    )
  })

  test('replays a round that was settled before days could be excused', async () => {
    round.facts = { ...round.facts, rule: 1 }

    expect((await replay(round)).problems).toEqual([])
  })

  test('leaves a reward of another round to the replay of that round', async () => {
    const line = openedAt(round, -1)
    round.lines[round.lines.length - 1] = { index: line.index, roundId: 5 }
    const result = await replay(round)

    expect(result.otherRounds).toBe(1)
    expect(result.problems).toContainEqual({ problem: 'WRONG_COUNT', stated: 40, found: 39 })
  })
})

test.each(['', '{}', '{"format":"solstice-settlement-openings/1"}', '[1'])(
  'refuses the first line %j',
  async (text) => {
    await expect(parseOpenings(linesOf([text]))).rejects.toThrow(OpeningsFormatError)
  },
)

async function* linesOf(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines
}
