import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  CHANGE_OF_MIND_MS,
  decideRefund,
  decideReturn,
  feeInToken,
  canRequestRefund,
  isForOperator,
  REFUND_TYPES,
  refundTypesFor,
  UNCREDITED_WAIT_MS,
  type Purchase,
  type RefundFacts,
} from './refund.ts'

const NOW = new Date('2026-06-23T08:00:00Z')
const ago = (ms: number) => new Date(NOW.getTime() - ms)

describe('refundTypesFor', () => {
  const bought: Purchase = {
    payType: 'XP',
    state: 'COMPLETED',
    completedAt: ago(1000),
    coversGift: true,
    requested: false,
  }
  const without = ['UNCREDITED', 'OTHER']

  test.each([
    ['just now', {}, ['UNCREDITED', 'CHANGE_OF_MIND', 'OTHER']],
    [
      'just under seven days ago',
      { completedAt: ago(CHANGE_OF_MIND_MS - 1) },
      ['UNCREDITED', 'CHANGE_OF_MIND', 'OTHER'],
    ],
    ['seven days ago', { completedAt: ago(CHANGE_OF_MIND_MS) }, without],
    ['with its gift spent', { coversGift: false }, without],
    ['that failed since', { state: 'FAILED' }, without],
    ['at an unknown time', { completedAt: null }, without],
    ['and unpaid', { state: 'OPEN', completedAt: null }, without],
    ['that expired', { state: 'EXPIRED', completedAt: null }, without],
    ['and cancelled', { state: 'CANCELLED', completedAt: null }, without],
    ['with an earlier request', { requested: true }, []],
    ['and refunded', { state: 'REFUNDED' }, []],
    ['and reversed', { state: 'REVERSED' }, []],
  ] as [string, Partial<Purchase>, string[]][])(
    'returns the available types for a purchase %s',
    (_, change, types) => {
      expect(refundTypesFor({ ...bought, ...change }, NOW)).toEqual(types)
    },
  )
})

test('only a refund for another reason waits for an operator', () => {
  expect(REFUND_TYPES.filter(isForOperator)).toEqual(['OTHER'])
})

test.each([
  ['COMPLETED', false, true],
  ['COMPLETED', true, false],
  ['REVERSED', false, false],
  ['REFUNDED', false, false],
] as const)(
  'a purchase in state %s, with an earlier request %s, accepts a request: %s',
  (...row) => {
    const [state, requested, expected] = row
    expect(canRequestRefund({ state, requested })).toBe(expected)
  },
)

describe('a refund', () => {
  const facts: RefundFacts = {
    type: 'CHANGE_OF_MIND',
    state: 'COMPLETED',
    requestedAt: ago(60_000),
    completedAt: ago(120_000),
    coversGift: true,
    payment: 'none',
    namedUnseen: false,
  }
  const uncredited = { type: 'UNCREDITED', state: 'OPEN', completedAt: null } as const

  test.each([
    ['of a change of mind', {}, { kind: 'give-back' }],
    ['whose gift is spent', { coversGift: false }, { kind: 'reject', outcome: 'SPENT' }],
    [
      'of a purchase that was never credited',
      { state: 'EXPIRED', completedAt: null },
      { kind: 'reject', outcome: 'NOTHING_PAID' },
    ],
    [
      'of a purchase credited before the request',
      { type: 'UNCREDITED' },
      { kind: 'reject', outcome: 'WAS_CREDITED' },
    ],
    [
      'of a purchase credited since the request',
      { type: 'UNCREDITED', completedAt: ago(1000) },
      { kind: 'reject', outcome: 'CREDITED' },
    ],
    ['whose payment is seen', { ...uncredited, payment: 'seen' }, { kind: 'wait' }],
    ['whose named payment is unseen', { ...uncredited, namedUnseen: true }, { kind: 'wait' }],
    [
      'whose named payment is unseen for almost a day',
      { ...uncredited, namedUnseen: true, requestedAt: ago(UNCREDITED_WAIT_MS - 1) },
      { kind: 'wait' },
    ],
    [
      'of a purchase credited at the moment of the request',
      { type: 'UNCREDITED', completedAt: ago(60_000) },
      { kind: 'reject', outcome: 'WAS_CREDITED' },
    ],
    [
      'of a purchase, while another transfer was returned',
      { payment: 'sent-back' },
      { kind: 'give-back' },
    ],
    [
      'whose named payment is unseen for a day',
      { ...uncredited, namedUnseen: true, requestedAt: ago(UNCREDITED_WAIT_MS) },
      { kind: 'reject', outcome: 'NOTHING_PAID' },
    ],
    [
      'of a purchase reversed after it was credited',
      { type: 'UNCREDITED', state: 'REVERSED', completedAt: ago(1000) },
      { kind: 'reject', outcome: 'NOTHING_PAID' },
    ],
    [
      'of a purchase credited at an unknown time',
      { type: 'UNCREDITED', completedAt: null },
      { kind: 'reject', outcome: 'NOTHING_PAID' },
    ],
    ['of nothing', uncredited, { kind: 'reject', outcome: 'NOTHING_PAID' }],
    [
      'whose payment was already returned',
      { ...uncredited, payment: 'sent-back' },
      { kind: 'already-going-back' },
    ],
  ] as [string, Partial<RefundFacts>, object][])('%s', (_, change, decision) => {
    expect(decideRefund({ ...facts, ...change }, NOW)).toEqual(decision)
  })

  test('never refunds a purchase that was not credited or whose gift is spent', () => {
    const any = fc.record({
      type: fc.constantFrom('UNCREDITED', 'CHANGE_OF_MIND', 'OTHER', 'UNMATCHED'),
      state: fc.constantFrom('OPEN', 'COMPLETED', 'EXPIRED', 'REFUNDED', 'REVERSED', 'FAILED'),
      requestedAt: fc.constant(NOW),
      completedAt: fc.constantFrom(null, ago(1), new Date(NOW.getTime() + 1)),
      coversGift: fc.boolean(),
      payment: fc.constantFrom('none', 'seen', 'sent-back'),
      namedUnseen: fc.boolean(),
    }) as fc.Arbitrary<RefundFacts>
    fc.assert(
      fc.property(any, (drawn) => {
        const { kind } = decideRefund(drawn, NOW)
        if (kind === 'give-back') {
          expect([drawn.state, drawn.coversGift]).toEqual(['COMPLETED', true])
        }
      }),
    )
  })
})

describe('unmatched payments', () => {
  const facts = { sum: 1000n, fee: 400n, least: 100n, returnsToday: 0 }

  test.each([
    ['are returned less the network fee', {}, { kind: 'send', amount: 600n }],
    ['are returned down to the minimum', { fee: 900n }, { kind: 'send', amount: 100n }],
    ['wait for an operator below the minimum', { fee: 901n }, { kind: 'operator' }],
    ['wait for an operator below the fee', { fee: 5000n }, { kind: 'operator' }],
    ['are returned three times a day', { returnsToday: 2 }, { kind: 'send', amount: 600n }],
    ['wait until the next day after three returns', { returnsToday: 3 }, { kind: 'tomorrow' }],
  ])('%s', (_label, change, decision) => {
    expect(decideReturn({ ...facts, ...change })).toEqual(decision)
  })

  test('deduct a network fee as tokens of the same value, rounded up', () => {
    const coin = { decimals: 18, priceUsd: '3200.50' }
    const fee = 65_000n * 2_000_000_000n

    expect(feeInToken(fee, coin, { decimals: 6, priceUsd: '1.00' })).toBe(416_065n)
    expect(feeInToken(1n, coin, { decimals: 6, priceUsd: '1' })).toBe(1n)
    expect(feeInToken(fee, coin, { decimals: 18, priceUsd: '2' })).toBe(208_032_500_000_000_000n)
    expect(feeInToken(fee, { ...coin, priceUsd: '0' }, { decimals: 6, priceUsd: '1' })).toBe(0n)
  })

  test.each([
    [undefined, '1'],
    ['3200', undefined],
    ['3200', '0'],
  ])('have no fee in tokens for the prices %s and %s', (coin, token) => {
    expect(
      feeInToken(1n, { decimals: 18, priceUsd: coin }, { decimals: 6, priceUsd: token }),
    ).toBeUndefined()
  })
})
