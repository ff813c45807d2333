import { expect, test } from 'vitest'
import type { Product, Purchase } from './api.ts'
import { completeOf, offerOf, openOrderOf, purchaseShown, purseAfter } from './product-view.ts'
import type { Completion, Offer } from './product-view.ts'

const purse = { xpBalance: 300, tickets: 2 }
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
  ['one XP too dear', { price: '301' }, { kind: 'short', missing: 1 }],
  ['three tickets', { payType: 'TICKET', price: '3' }, { kind: 'short', missing: 1 }],
  ['two tickets', { payType: 'TICKET', price: '2' }, { kind: 'open' }],
  ['paid in tokens', { payType: 'TOKEN', price: '999' }, { kind: 'open' }],
  ['sold out', { unavailableReason: 'SOLD_OUT' }, { kind: 'closed', reason: 'SOLD_OUT' }],
  [
    'bought as often as a member can',
    { unavailableReason: 'LIMIT_REACHED', price: '9999' },
    { kind: 'closed', reason: 'LIMIT_REACHED' },
  ],
])('a product that is %s', (_, given, expected) => {
  expect(offerOf(aProduct(given), purse, true)).toEqual(expected)
})

test('nothing is sold outside a season, and nobody is called short before it is known', () => {
  expect(offerOf(aProduct({}), purse, false)).toEqual({ kind: 'closed', reason: 'SEASON' })
  expect(offerOf(aProduct({ price: '9999' }), undefined, true)).toEqual({ kind: 'open' })
})

test('what is left counts what the product gives', () => {
  const gives = { givesXp: 0, givesTickets: 5 }
  expect(purseAfter({ payType: 'XP', price: '120', ...gives }, purse)).toEqual({
    xpBalance: 180,
    tickets: 7,
  })
  expect(
    purseAfter({ payType: 'TICKET', price: '2', givesXp: 90, givesTickets: 0 }, purse),
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

test('an order that waits is found by its product', () => {
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

test('a finished screen shows the purchase of its transaction, of its number, or the last one', () => {
  const last = aPurchase({ historyId: 9 })
  const refund = aPurchase({ historyId: 10, kind: 'REFUND', txHash: HASH })
  const paid = aPurchase({ historyId: 8, txHash: HASH })
  const foreign = aPurchase({ historyId: 7, productId: 6 })
  const list = [foreign, refund, last, paid]
  const shown = (txHash: string | undefined, order: number | undefined) =>
    purchaseShown(list, { productId: 5, txHash, order })

  expect(shown(undefined, undefined)).toBe(last)
  expect(shown(undefined, 8)).toBe(paid)
  expect(shown(HASH.toUpperCase().replace('0X', '0x'), undefined)).toBe(paid)
  // A hash nobody paid with shows nothing, whatever else the address says.
  expect(shown(`0x${'cd'.repeat(32)}`, 9)).toBeUndefined()
  expect(shown(undefined, 7)).toBeUndefined()
})

test.each<[Purchase['status'] | undefined, string | undefined, Completion]>([
  ['COMPLETED', undefined, 'done'],
  ['COMPLETED', HASH, 'done'],
  ['REFUND_REJECTED', undefined, 'done'],
  ['PENDING', HASH, 'pending'],
  ['FAILED', HASH, 'failed'],
  ['CANCELLED', undefined, 'failed'],
  ['REFUND_REQUESTED', undefined, 'refund'],
  ['REFUND_COMPLETED', HASH, 'refund'],
  [undefined, HASH, 'unknown'],
  [undefined, undefined, 'nothing'],
])('a purchase that is %s with the hash %s ends as %s', (status, txHash, expected) => {
  expect(completeOf(status && { status }, txHash)).toBe(expected)
})
