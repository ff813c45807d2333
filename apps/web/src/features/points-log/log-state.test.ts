import { NOTHING_REMEMBERED } from '@solstice/points-log/member'
import { describe, expect, test } from 'vitest'
import { posting } from '#test/log-server.ts'
import { recordStates, shownDifferences, warningOf } from './log-state.ts'
import { proofFile, proofSummary } from './proof-file.ts'
import type { LogRecord } from './record.ts'

const record: LogRecord = {
  version: 1,
  verifierKey: 'key',
  remembered: { ...NOTHING_REMEMBERED, count: 2, size: 9 },
  entries: [
    { ...posting(1, 50), sequence: 1 },
    { ...posting(3, 155), sequence: 2, historyId: 30 },
  ],
  pending: [{ ...posting(7, 10), seenAt: 5 }],
  checkedAt: 5,
  checkedFromStartAt: 5,
  anchor: undefined,
  earlierAnchors: [],
  finding: undefined,
}
const found: LogRecord = {
  ...record,
  finding: {
    at: 6,
    fault: 'ENTRY',
    differences: [{ sequence: 1, recorded: posting(1, 50), shown: posting(1, 5) }],
    replies: [],
  },
}

describe('the state of an entry', () => {
  const postedAt = Date.parse(posting(7, 10).at)
  const stateOf = recordStates(record, postedAt + 60_000)

  test('is found by its history entry and by its transaction', () => {
    expect(stateOf({ historyId: 30 })).toBe('recorded')
    expect(stateOf({ transactionId: 3 })).toBe('recorded')
    expect(stateOf({ historyId: 7 })).toBe('pending')
    expect(stateOf({ historyId: 3 })).toBeUndefined()
  })

  test('is unknown without a check and for an entry that differs', () => {
    expect(recordStates(undefined, 0)({ historyId: 30 })).toBeUndefined()
    expect(recordStates(found, 0)({ historyId: 1 })).toBeUndefined()
    expect(recordStates(found, 0)({ historyId: 30 })).toBe('recorded')
  })

  test('is late if the log does not have it after an hour', () => {
    const hour = 60 * 60_000

    expect(recordStates(record, postedAt + hour)({ historyId: 7 })).toBe('pending')
    expect(recordStates(record, postedAt + hour + 1)({ historyId: 7 })).toBe('late')
  })
})

describe('an amount on the screen', () => {
  test('differs if the log has another one', () => {
    expect(shownDifferences(record, [{ historyId: 30, xp: 55, tickets: 0 }])).toMatchObject([
      { sequence: 2, recorded: { transactionId: 3 }, shown: { accounts: [{ amount: '55' }, {}] } },
    ])
    expect(shownDifferences(record, [{ transactionId: 3, tickets: 2 }])).toHaveLength(1)
  })

  test.each([
    ['is the same', { historyId: 30, xp: 155, tickets: 0 }],
    ['is not compared', { historyId: 30 }],
    ['is not in the log', { historyId: 99, xp: 1, tickets: 1 }],
    ['is not in the log yet', { historyId: 7, xp: 1, tickets: 0 }],
  ])('makes no difference if it %s', (_, entry) => {
    expect(shownDifferences(record, [entry])).toEqual([])
  })

  test('makes no difference if two postings belong to its entry', () => {
    const entries = [...record.entries, { ...posting(4, -155), sequence: 3, historyId: 30 }]

    expect(shownDifferences({ ...record, entries }, [{ historyId: 30, xp: 55 }])).toEqual([])
  })
})

describe('a warning', () => {
  test('is not shown if everything matches', () => {
    expect(warningOf(record, [])).toBeUndefined()
  })

  test('counts an entry once that differs in the log and on the screen', () => {
    const shown = shownDifferences(record, [
      { historyId: 1, xp: 5 },
      { historyId: 30, xp: 5 },
    ])

    expect(warningOf(record, shown)).toMatchObject({ fault: 'HISTORY', differences: shown })
    expect(warningOf(found, shown)?.differences).toHaveLength(2)
  })

  test('has a proof without the key of the member', async () => {
    const warning = warningOf(found, [])
    if (!warning || !found.finding) throw new Error('There is no warning')
    const reply = { key: 'secret', checkpoint: 'note' } as never
    const proven = { ...found, finding: { ...found.finding, replies: [reply] } }
    const text = await proofFile(proven, warning).text()

    expect(JSON.parse(text)).toMatchObject({ fault: 'ENTRY', replies: [{ checkpoint: 'note' }] })
    expect(text).not.toContain('secret')
    expect(proofSummary(proven, warning)).toContain(
      'Transaction 1: recorded SEASON_XP 50, XP 50; shown SEASON_XP 5, XP 5',
    )
  })
})
