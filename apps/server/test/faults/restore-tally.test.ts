import { describe, expect, test } from 'vitest'
import { presenceOf, problemsOf, type RestoreFacts } from './restore-tally.ts'

const presence = { before: 40, missing: 0, after: 20, present: 0 }
const FACTS: RestoreFacts = {
  backups: [
    { type: 'full', bytes: 1000 },
    { type: 'incr', bytes: 10 },
  ],
  betweenBackups: 20,
  afterBackups: 20,
  toPoint: {
    ...presence,
    published: 5,
    reportedMissing: 5,
    sent: ['0x1', '0x2'],
    differing: ['0x2', '0x1'],
    isFrozen: true,
    sentAgain: 0,
  },
  toEnd: { ...presence, before: 60, after: 3, differing: [] },
}
const withPoint = (point: Partial<RestoreFacts['toPoint']>) =>
  problemsOf({ ...FACTS, toPoint: { ...FACTS.toPoint, ...point } })

describe('a rehearsed restore', () => {
  test('passes when everything before the point is there and nothing after it', () => {
    expect(problemsOf(FACTS)).toEqual([])
  })

  test.each([
    ['an empty full backup', { backups: [{ type: 'full', bytes: 0 }] }, 'the full backup is empty'],
    ['no backup', { backups: [] }, 'the incremental backup is empty'],
    [
      'no write between the backups',
      { betweenBackups: 0 },
      'nothing was written between the backups',
    ],
    [
      'no write after the backups',
      { afterBackups: 0 },
      'nothing was written between the last backup and the point',
    ],
  ])('fails with %s', (_label, facts, problem) => {
    expect(problemsOf({ ...FACTS, ...facts })).toContain(problem)
  })

  test('fails when nothing was written, published or paid after the point', () => {
    expect(withPoint({ after: 0 })).toEqual(['nothing was written after the point'])
    expect(withPoint({ published: 0, reportedMissing: 0 })).toEqual([
      'nothing was published in the points log after the point',
    ])
    expect(withPoint({ sent: [], differing: [] })).toEqual(['nothing was paid after the point'])
  })

  test('fails with a missing or a surviving write', () => {
    expect(withPoint({ missing: 1 })).toEqual(['1 writes from before the point are missing'])
    expect(withPoint({ present: 2 })).toEqual(['2 writes from after the point are there'])
  })

  test('fails when verify:log or the reconciliation names too few or too many', () => {
    expect(withPoint({ reportedMissing: 4 })).toEqual(['verify:log reports 4 missing entries of 5'])
    expect(withPoint({ differing: ['0x1'] })).toEqual(['the reconciliation does not name 0x2'])
    expect(withPoint({ differing: ['0x1', '0x2', '0x3'] })).toEqual([
      'the reconciliation also names 0x3',
    ])
  })

  test('fails when a payout is sent twice or the treasury notices nothing', () => {
    expect(withPoint({ sentAgain: 1 })).toEqual(['1 payouts were sent after the restore'])
    expect(withPoint({ isFrozen: false })).toEqual([
      'the treasury does not notice that the chain is ahead',
    ])
  })

  test('fails when the end of the archive lacks a write or is the point', () => {
    const atEnd = (end: Partial<RestoreFacts['toEnd']>) =>
      problemsOf({ ...FACTS, toEnd: { ...FACTS.toEnd, ...end } })

    expect(atEnd({ missing: 1 })).toEqual(['1 archived writes are missing'])
    expect(atEnd({ before: 40 })).toEqual(['the archive ends at the point'])
    expect(atEnd({ differing: ['0x9'] })).toEqual([
      'at the end of the archive, the reconciliation names 0x9',
    ])
  })
})

test('writes under way while the point is determined count neither as before nor as after it', () => {
  const write = (key: string, sentAt: number, acknowledgedAt: number | undefined) => ({
    key,
    transactionId: acknowledgedAt === undefined ? undefined : sentAt,
    sentAt,
    acknowledgedAt,
  })
  const writes = [
    write('before', 1, 2),
    write('lost', 2, 3),
    write('renumbered', 3, 4),
    write('under way', 8, 12),
    write('after', 13, 14),
    write('unanswered', 15, undefined),
  ]
  const found = new Map([
    ['before', 1],
    ['renumbered', 99],
    ['under way', 8],
    ['unanswered', 15],
  ])

  expect(presenceOf(writes, found, { from: 10, to: 11 })).toEqual({
    before: 3,
    missing: 2,
    after: 1,
    present: 1,
  })
})
