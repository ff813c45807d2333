import { expect, test } from 'vitest'
import type { Credit, CreditOrder, CreditPackage } from './api.ts'
import { waitingOrderOf, withOrder } from './credit-view.ts'

const creditPackage = {
  credit: 50,
  price: '5',
  chainId: 31337,
  contractAddress: '0xc',
} as CreditPackage
const anOrder = (given: Partial<CreditOrder>) =>
  ({ orderId: 1, status: 'PENDING', ...creditPackage, ...given }) as CreditOrder

test.each<[what: string, Partial<CreditOrder>, boolean]>([
  ['waits for its payment', {}, true],
  ['waits for its confirmation', { status: 'SUBMITTED' }, true],
  ['is done', { status: 'COMPLETED' }, false],
  ['is closed', { status: 'CANCELLED' }, false],
  ['has another amount', { credit: 100 }, false],
  ['has another price', { price: '4' }, false],
  ['is on another network', { chainId: 31338 }, false],
  ['is in another token', { contractAddress: null }, false],
])('decides whether to resume a credit order that %s', (_, given, isFound) => {
  expect(waitingOrderOf([anOrder(given)], creditPackage) !== undefined).toBe(isFound)
})

test('puts a new order first and never lists an order twice', () => {
  const credit = { balance: 0, packages: [], orders: [anOrder({ orderId: 1 })] } as Credit
  const ids = (next: Credit) => next.orders.map(({ orderId }) => orderId)

  expect(ids(withOrder(credit, anOrder({ orderId: 2 })))).toEqual([2, 1])
  expect(ids(withOrder(credit, anOrder({ orderId: 1, status: 'CANCELLED' })))).toEqual([1])
})
