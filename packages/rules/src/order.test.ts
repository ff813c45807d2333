import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isOpen,
  isTooLate,
  matchPayment,
  ORDER_TTL_MS,
  SUBMITTED_PAYMENT_GRACE_MS,
  whyUnavailable,
  type OrderState,
  type ObservedPayment,
  type WaitingOrder,
} from './order.ts'

const order: WaitingOrder = {
  orderId: 7,
  chainId: 1,
  contract: '0xusds',
  payer: '0xmina',
  amount: 5n,
  afterBlock: 100,
  txHash: null,
}
const payment: ObservedPayment = {
  chainId: 1,
  contract: '0xusds',
  payer: '0xmina',
  amount: 5n,
  blockNumber: 101,
  txHash: '0xhash',
}

describe('a payment', () => {
  test.each([
    ['chain', { chainId: 2 }],
    ['token', { contract: '0xother' }],
    ['coin instead of token', { contract: null }],
    ['payer', { payer: '0xnoor' }],
    ['amount, one unit more', { amount: 6n }],
    ['amount, one unit less', { amount: 4n }],
    ['block, the one in which the order opened', { blockNumber: 100 }],
  ])('with a different %s matches no order', (_, change) => {
    expect(matchPayment([order], { ...payment, ...change })).toBeUndefined()
    expect(matchPayment([order], payment)).toBe(order)
  })

  test('matches the order that names it, else the oldest', () => {
    const older = { ...order, orderId: 3 }
    const withTxHash = { ...order, orderId: 9, txHash: '0xhash' }
    const withOtherTxHash = { ...order, orderId: 1, txHash: '0xelse' }

    expect(matchPayment([order, older, withTxHash], payment)).toBe(withTxHash)
    expect(matchPayment([order, older], payment)).toBe(older)
    expect(matchPayment([older, order], payment)).toBe(older)
    expect(matchPayment([withTxHash, { ...withTxHash, orderId: 10 }], payment)).toBe(withTxHash)
    expect(matchPayment([order, withOtherTxHash], payment)).toBe(withOtherTxHash)
    expect(matchPayment([], payment)).toBeUndefined()
  })

  const anOrder = fc.record({
    orderId: fc.nat(50),
    chainId: fc.constantFrom(1, 2),
    contract: fc.constantFrom('0xusds', null),
    payer: fc.constantFrom('0xmina', '0xnoor'),
    amount: fc.bigInt({ min: 1n, max: 3n }),
    afterBlock: fc.nat(5),
    txHash: fc.constantFrom(null, '0xa', '0xb'),
  })
  const aPayment = fc.record({
    chainId: fc.constantFrom(1, 2),
    contract: fc.constantFrom('0xusds', null),
    payer: fc.constantFrom('0xmina', '0xnoor'),
    amount: fc.bigInt({ min: 1n, max: 3n }),
    blockNumber: fc.nat(5),
    txHash: fc.constantFrom('0xa', '0xb'),
  })

  test('only matches an order with its exact amount, in any order of the list', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(anOrder, { selector: ({ orderId }) => orderId, maxLength: 12 }),
        aPayment,
        (orders, seen) => {
          const match = matchPayment(orders, seen)
          expect(matchPayment(orders.toReversed(), seen)).toEqual(match)
          if (!match) return
          const { chainId, contract, payer, amount } = match
          expect({ chainId, contract, payer, amount }).toEqual({
            chainId: seen.chainId,
            contract: seen.contract,
            payer: seen.payer,
            amount: seen.amount,
          })
          expect(match.afterBlock).toBeLessThan(seen.blockNumber)
        },
      ),
    )
  })
})

describe('an order', () => {
  const openedAt = new Date('2026-06-23T08:00:00Z')
  const expiresAt = new Date(openedAt.getTime() + ORDER_TTL_MS)
  const at = (ms: number) => new Date(expiresAt.getTime() + ms)

  test.each([
    [-1, false, false, false],
    [0, false, false, true],
    [0, true, false, false],
    [SUBMITTED_PAYMENT_GRACE_MS - 1, true, false, false],
    [SUBMITTED_PAYMENT_GRACE_MS, true, false, true],
    [1000 * SUBMITTED_PAYMENT_GRACE_MS, true, true, false],
  ])(
    '%i ms after its expiry, with its transaction known %s and seen %s, is too late: %s',
    (ms, isTxKnown, paymentSeen, late) => {
      expect(isTooLate({ expiresAt, isTxKnown, paymentSeen }, at(ms))).toBe(late)
    },
  )
})

test.each<[OrderState, boolean]>([
  ['OPEN', true],
  ['SUBMITTED', true],
  ['COMPLETED', false],
  ['CANCELLED', false],
  ['EXPIRED', false],
  ['FAILED', false],
  ['REFUNDED', false],
  ['REVERSED', false],
])('an order in state %s waits for a payment: %s', (state, expected) => {
  expect(isOpen(state)).toBe(expected)
})

test('the quantity defaults to one', () => {
  const product = { onSale: true, perMember: null, bought: 0 }

  expect(whyUnavailable({ ...product, stock: 1 })).toBeUndefined()
  expect(whyUnavailable({ ...product, stock: 0 })).toBe('SOLD_OUT')
})

test.each([
  [{ onSale: true, stock: null, perMember: null, bought: 99 }, 1, undefined],
  [{ onSale: false, stock: 5, perMember: null, bought: 0 }, 1, 'NOT_ON_SALE'],
  [{ onSale: true, stock: 2, perMember: null, bought: 0 }, 2, undefined],
  [{ onSale: true, stock: 2, perMember: null, bought: 0 }, 3, 'SOLD_OUT'],
  [{ onSale: true, stock: null, perMember: 3, bought: 1 }, 2, undefined],
  [{ onSale: true, stock: null, perMember: 3, bought: 2 }, 2, 'LIMIT_REACHED'],
])('%j in a quantity of %i is unavailable because of %s', (product, quantity, why) => {
  expect(whyUnavailable(product, quantity)).toBe(why)
})
