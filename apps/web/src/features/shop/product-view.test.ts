import { expect, test } from 'vitest'
import type { Product, Purchase } from './api.ts'
import { completionOf, offerOf, openOrderOf, purchaseShown, balancesAfter } from './product-view.ts'
import type { Completion, Offer } from './product-view.ts'

const balances = { xpBalance: 300, tickets: 2 }
const HASH = `0x${'ab'.repeat(32)}`

type Offered = Pick<Product, 'payType' | 'price' | 'unavailableReason'>
const aProduct = (given: Partial<Offered>): Offered => ({
  payType: 'XP',
  price: '300',
  unavailableReason: null,
  ...given,
})

test.each<[what: string, Partial<Offered>, Offer]>([
  ['just affordable', { price: '300' }, { kind: 'open' }],
  ['one XP too expensive', { price: '301' }, { kind: 'short', missing: 1 }],
  ['three tickets', { payType: 'TICKET', price: '3' }, { kind: 'short', missing: 1 }],
  ['two tickets', { payType: 'TICKET', price: '2' }, { kind: 'open' }],
  ['paid in tokens', { payType: 'TOKEN', price: '999' }, { kind: 'open' }],
  ['sold out', { unavailableReason: 'SOLD_OUT' }, { kind: 'closed', reason: 'SOLD_OUT' }],
  [
    'bought up to the limit per member',
    { unavailableReason: 'LIMIT_REACHED', price: '9999' },
    { kind: 'closed', reason: 'LIMIT_REACHED' },
  ],
])('decides whether a product that is %s can be bought', (_, given, expected) => {
  expect(offerOf(aProduct(given), balances, true)).toEqual(expected)
})

test('sells nothing outside a season and reports no shortage before the balances are known', () => {
  expect(offerOf(aProduct({}), balances, false)).toEqual({ kind: 'closed', reason: 'SEASON' })
  expect(offerOf(aProduct({ price: '9999' }), undefined, true)).toEqual({ kind: 'open' })
})

test("adds the product's own XP and tickets to the remaining balances", () => {
  const gives = { givesXp: 0, givesTickets: 5 }
  expect(balancesAfter({ payType: 'XP', price: '120', ...gives }, balances)).toEqual({
    xpBalance: 180,
    tickets: 7,
  })
  expect(
    balancesAfter({ payType: 'TICKET', price: '2', givesXp: 90, givesTickets: 0 }, balances),
  ).toEqual({ xpBalance: 390, tickets: 0 })
})

const aPurchase = (given: Partial<Purchase>): Purchase => ({
  historyId: 1,
  seasonId: 2,
  tab: 'Purchased',
  kind: 'PURCHASE',
  title: 'Star pack',
  xp: 0,
  tickets: 0,
  reward: null,
  createdAt: '2027-06-21T12:00:00.000Z',
  missionId: 6,
  productId: 5,
  userProductId: 1,
  status: 'COMPLETED',
  refundable: false,
  txHash: null,
  ...given,
})

test('finds the open order of a product', () => {
  const waiting = aPurchase({ historyId: 3, status: 'PENDING' })
  const list = [
    aPurchase({ historyId: 4, productId: 6, status: 'PENDING' }),
    aPurchase({}),
    waiting,
  ]

  expect(openOrderOf(list, 5)).toBe(waiting)
  expect(openOrderOf(list, 7)).toBeUndefined()
  expect(openOrderOf(undefined, 5)).toBeUndefined()
})

test('finds the purchase of a transaction, or the latest purchase without one', () => {
  const last = aPurchase({ historyId: 9 })
  const refund = aPurchase({ historyId: 10, kind: 'REFUND', txHash: HASH })
  const paid = aPurchase({ historyId: 8, txHash: HASH })
  const foreign = aPurchase({ historyId: 7, productId: 6 })
  const list = [foreign, refund, last, paid]
  const shown = (txHash: string | undefined) => purchaseShown(list, { productId: 5, txHash })

  expect(shown(undefined)).toBe(last)
  expect(shown(HASH.toUpperCase().replace('0X', '0x'))).toBe(paid)
  expect(shown(`0x${'cd'.repeat(32)}`)).toBeUndefined()
})

type Recorded = NonNullable<Parameters<typeof completionOf>[0]>
const aRefund = (outcome: NonNullable<Recorded['refund']>['outcome']) => ({
  refund: { outcome } as NonNullable<Recorded['refund']>,
})
const onChain = { payment: {} as NonNullable<Recorded['payment']> }

test.each<[what: string, Partial<Recorded> | null, string | undefined, Completion]>([
  ['COMPLETED', { status: 'COMPLETED' }, undefined, 'done'],
  ['COMPLETED by a transaction', { status: 'COMPLETED' }, HASH, 'done'],
  ['PENDING', { status: 'PENDING' }, HASH, 'pending'],
  ['FAILED', { status: 'FAILED' }, HASH, 'failed'],
  ['CANCELLED', { status: 'CANCELLED' }, undefined, 'failed'],
  [
    'waiting for a refund decision',
    { status: 'REFUND_REQUESTED', ...aRefund(null) },
    HASH,
    'asked',
  ],
  ['being returned', { status: 'REFUND_REQUESTED', ...aRefund('REFUNDED') }, HASH, 'returning'],
  ['refunded', { status: 'REFUND_COMPLETED', ...aRefund('REFUNDED') }, HASH, 'refund'],
  ['not refunded: spent', { status: 'REFUND_REJECTED', ...aRefund('SPENT') }, undefined, 'done'],
  [
    'not refunded: credited before',
    { status: 'REFUND_REJECTED', ...onChain, ...aRefund('WAS_CREDITED') },
    HASH,
    'done',
  ],
  [
    'not refunded: nothing was paid',
    { status: 'REFUND_REJECTED', ...onChain, ...aRefund('NOTHING_PAID') },
    undefined,
    'failed',
  ],
  [
    'declined, and never credited',
    { status: 'REFUND_REJECTED', ...onChain, ...aRefund('DECLINED') },
    undefined,
    'failed',
  ],
  [
    'declined, and credited',
    { status: 'REFUND_REJECTED', ...onChain, ...aRefund('DECLINED'), xp: 500 },
    undefined,
    'done',
  ],
  [
    'declined, and paid from the balance',
    { status: 'REFUND_REJECTED', ...aRefund('DECLINED') },
    undefined,
    'done',
  ],
  ['not there', null, HASH, 'unknown'],
  ['not there, without a transaction', null, undefined, 'nothing'],
])('returns the completion of a purchase that is %s', (_, given, txHash, expected) => {
  const none = { status: 'PENDING', payment: null, refund: null, xp: 0, tickets: 0 } as const
  expect(completionOf(given && { ...none, ...given }, txHash)).toBe(expected)
})
