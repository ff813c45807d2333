import { describe, expect, test } from 'vitest'
import {
  bookingsOf,
  closingOf,
  countIds,
  differenceOf,
  isBalanced,
  isOverdue,
  isReplacedForGood,
  lastClosedMonth,
  lastNight,
  monthAfter,
  monthsBetween,
  monthSpan,
  programmeMonthOf,
  unexplainedOf,
  verifiedShare,
  isBookable,
} from './books.ts'

const at = (text: string) => new Date(text)

describe('a month of the programme', () => {
  test('is listed also if it has no movements', () => {
    expect(monthsBetween('2026-11', '2027-02')).toEqual([
      '2027-02',
      '2027-01',
      '2026-12',
      '2026-11',
    ])
    expect(monthsBetween('2026-11', '2026-10')).toEqual([])
  })

  test('begins at midnight in UTC+4, four hours before midnight in UTC', () => {
    expect(programmeMonthOf(at('2026-06-30T19:59:59.999Z'))).toBe('2026-06')
    expect(programmeMonthOf(at('2026-06-30T20:00:00.000Z'))).toBe('2026-07')
    expect(monthSpan('2026-12')).toEqual({
      startAt: at('2026-11-30T20:00:00.000Z'),
      endAt: at('2026-12-31T20:00:00.000Z'),
    })
  })

  test('is followed by the next one, also across years and backwards', () => {
    expect([monthAfter('2026-12'), monthAfter('2027-01', -1), monthAfter('2026-01', 14)]).toEqual([
      '2027-01',
      '2026-12',
      '2027-03',
    ])
  })

  test('is closed an hour after its end, when its last transactions are committed', () => {
    expect(lastClosedMonth(at('2026-06-30T20:59:59.999Z'))).toBe('2026-05')
    expect(lastClosedMonth(at('2026-06-30T21:00:00.000Z'))).toBe('2026-06')
  })
})

test('a closing balance is the opening balance and the movements', () => {
  const movement = { kind: 'MISSION', credited: 30n, debited: 4n, postings: 3, latePostings: 0 }
  const movements = [movement, { ...movement, kind: 'PURCHASE', credited: 0n, debited: 25n }]
  expect(closingOf({ opening: -10n, movements })).toBe(-9n)
})

test('balances are balanced only if they sum to zero', () => {
  expect([isBalanced([5n, -3n, -2n]), isBalanced([]), isBalanced([5n, -4n])]).toEqual([
    true,
    true,
    false,
  ])
})

test('a verification advances through its phases and never beyond its end', () => {
  const shares = [
    verifiedShare({ phase: 'guards', done: 0, all: 1 }),
    verifiedShare({ phase: 'transactions', done: 5, all: 10 }),
    verifiedShare({ phase: 'closings', done: 0, all: 10 }),
    verifiedShare({ phase: 'accounts', done: 20, all: 10 }),
    verifiedShare({ phase: 'accounts', done: 1, all: 0 }),
  ]
  expect(shares).toEqual([0, 0.275, 0.55, 1, 0.9])
})

test('ids that a partition left unused do not count as progress', () => {
  const ranges = [
    { after: 1_000_000_000, last: 1_000_000_030 },
    { after: 2_000_000_000, last: 2_000_000_010 },
  ]
  const counts = [5, 1_000_000_010, 1_500_000_000, 2_000_000_004, 3_000_000_000]
  expect(counts.map((upTo) => countIds(ranges, upTo))).toEqual([0, 10, 30, 34, 40])
})

describe('a reconciliation', () => {
  const books = { opening: 100n, recorded: -30n, booked: 5n }

  test('finds a difference of one unit in both directions', () => {
    expect([differenceOf(books, 76n), differenceOf(books, 75n), differenceOf(books, 74n)]).toEqual([
      1n,
      0n,
      -1n,
    ])
  })

  test('says which part of a difference no transfer explains', () => {
    const transfers = [
      { txHash: '0xa', onChain: -2n, recorded: 0n },
      { txHash: '0xb', onChain: 7n, recorded: 6n },
    ]
    expect([unexplainedOf(-1n, transfers), unexplainedOf(3n, transfers)]).toEqual([0n, 4n])
  })

  describe('a booking', () => {
    const foundAt = at('2026-06-02T01:00:00.000Z')
    const bookedAt = at('2026-06-02T02:00:00.000Z')
    const first = { contract: '0xt', txHash: '0xa', onChain: -2n, recorded: 0n, foundAt }
    const second = { ...first, txHash: '0xb', onChain: 7n, recorded: 6n }
    const booking = { id: 5, contract: '0xt', amount: -1n, txHash: null, bookedAt }

    test('explains the transfer of its token that it names', () => {
      const coin = { ...first, contract: '' }
      const named = { ...booking, amount: -2n, txHash: '0xa' }
      expect([...bookingsOf([coin, first, second], [named])]).toEqual([[first, 5]])
    })

    test('without a hash explains all transfers that were open, if the amounts are the same', () => {
      expect([...bookingsOf([first, second], [booking])]).toEqual([
        [first, 5],
        [second, 5],
      ])
      expect(bookingsOf([first, second], [{ ...booking, amount: -2n }]).size).toBe(0)
    })

    test('without a hash does not explain a transfer that is found later', () => {
      const later = {
        ...second,
        onChain: 3n,
        recorded: 4n,
        foundAt: at('2026-06-03T01:00:00.000Z'),
      }
      const early = { ...booking, amount: -2n }
      expect([...bookingsOf([first, later], [early])]).toEqual([[first, 5]])
    })
  })

  test('leaves a replaced chain after some minutes, or when an operator asks again', () => {
    const failedAt = at('2026-06-02T01:00:00.000Z')
    const soon = at('2026-06-02T01:04:59.999Z')
    const later = at('2026-06-02T01:05:00.000Z')
    expect(isReplacedForGood({ failedAt, requestedAt: null }, soon)).toBe(false)
    expect(isReplacedForGood({ failedAt, requestedAt: failedAt }, soon)).toBe(false)
    expect(isReplacedForGood({ failedAt, requestedAt: soon }, soon)).toBe(true)
    expect(isReplacedForGood({ failedAt, requestedAt: null }, later)).toBe(true)
  })

  test('runs an hour after midnight in programme time', () => {
    expect(lastNight(at('2026-06-23T20:59:59.000Z'))).toEqual(at('2026-06-22T21:00:00.000Z'))
    expect(lastNight(at('2026-06-23T21:00:00.000Z'))).toEqual(at('2026-06-23T21:00:00.000Z'))
  })

  test('is overdue after thirty hours, counted from the opening of a new account', () => {
    const createdAt = at('2026-06-01T00:00:00.000Z')
    const now = at('2026-06-02T06:00:00.000Z')
    const later = new Date(now.getTime() + 1)
    expect(isOverdue({ createdAt, reconciledAt: null }, now)).toBe(false)
    expect(isOverdue({ createdAt, reconciledAt: null }, later)).toBe(true)
    expect(isOverdue({ createdAt, reconciledAt: now }, later)).toBe(false)
  })
})

test('an amount is booked unless it is zero or no token can have it, alone or with the other bookings', () => {
  const most = 2n ** 256n - 1n
  const books = (booked: bigint) => ({ booked })

  expect([isBookable(most, books(0n)), isBookable(-most, books(most))]).toEqual([true, true])
  expect([
    isBookable(0n, books(0n)),
    isBookable(most + 1n, books(-1n)),
    isBookable(1n, books(most)),
    isBookable(-1n, books(-most)),
  ]).toEqual([false, false, false, false])
})
