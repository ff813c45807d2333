import { expect, test } from 'vitest'
import type { CreditOrder, OrderPayment, PurchaseDetail } from './api.ts'
import { creditOrder, depthOf, phaseOf, purchaseOrder, stepsOf } from './order.ts'
import type { Order, Phase, SeenPayment, Standing } from './order.ts'

const HASH = `0x${'ab'.repeat(32)}`
const NOW = Date.parse('2027-06-21T12:00:00.000Z')
const payment: OrderPayment = {
  payTo: '0x71C48eb203d5F96A5d071B3cE84290Fa6cd19a2F',
  payFrom: '0x71C48eb203d5F96A5d071B3cE84290Fa6cd19a2F',
  price: '5',
  tokenSymbol: 'USDS',
  tokenDecimals: 6,
  chainId: 31337,
  contractAddress: null,
  expiresAt: '2027-06-21T12:15:00.000Z',
  txHash: null,
  confirmations: 0,
  confirmationsNeeded: 3,
}

const anOrder = (given: Partial<OrderPayment> = {}, standing: Standing = 'open'): Order => ({
  key: 'product-1',
  standing,
  payment: { ...payment, ...given },
})

const aSeen = (kind: SeenPayment['kind'], given: Partial<SeenPayment> = {}): SeenPayment => ({
  hash: HASH,
  network: 'Ethereum',
  kind,
  confirmations: 0,
  needed: 3,
  wasTakenBack: false,
  ...given,
})

const late = { expiresAt: '2027-06-21T12:00:00.000Z' }
const told = { txHash: HASH }

test.each<[what: string, Order, SeenPayment | undefined, Phase]>([
  ['is open and unpaid', anOrder(), undefined, 'pay'],
  ['is unpaid when its time is up', anOrder(late), undefined, 'expired'],
  ['was paid from here without an answer', anOrder(), aSeen('unsure'), 'unsure'],
  ['was paid from here in time, seen late', anOrder(late), aSeen('waiting'), 'waiting'],
  ['was paid from here', anOrder(), aSeen('waiting'), 'waiting'],
  ['was paid from another device', anOrder(told), undefined, 'waiting'],
  ['the server knows, while the network is silent', anOrder(told), aSeen('unsure'), 'waiting'],
  ['this device sees in a block', anOrder(told), aSeen('confirming'), 'confirming'],
  [
    'the server sees in a block, before this device',
    anOrder({ ...told, confirmations: 1 }),
    aSeen('waiting'),
    'confirming',
  ],
  ['is deep enough for this device', anOrder(told), aSeen('done'), 'crediting'],
  ['is deep enough for the server', anOrder({ ...told, confirmations: 3 }), undefined, 'crediting'],
  ['failed on chain', anOrder(told), aSeen('failed'), 'reverted'],
  ['was replaced', anOrder(told), aSeen('replaced'), 'replaced'],
  ['is credited', anOrder(told, 'credited'), aSeen('confirming'), 'credited'],
  ['failed', anOrder(told, 'failed'), aSeen('done'), 'failed'],
  ['was closed unpaid', anOrder(late, 'failed'), undefined, 'expired'],
  ['was closed before its payment came', anOrder(late, 'failed'), aSeen('done'), 'failed'],
  ['was cancelled', anOrder({}, 'cancelled'), undefined, 'cancelled'],
  ['goes back', anOrder(told, 'refunding'), undefined, 'refunding'],
  ['went back', anOrder(told, 'refunded'), undefined, 'refunded'],
])('an order that %s', (_, order, seen, expected) => {
  expect(phaseOf(order, seen, NOW)).toBe(expected)
})

test('the depth is the larger of what the server and this device see, and never past the need', () => {
  expect(depthOf(anOrder({ confirmations: 2 }), aSeen('confirming', { confirmations: 1 }))).toEqual(
    { done: 2, needed: 3 },
  )
  expect(depthOf(anOrder(), aSeen('confirming', { confirmations: 1 }))).toEqual({
    done: 1,
    needed: 3,
  })
  expect(depthOf(anOrder({ confirmations: 9 }), undefined)).toEqual({ done: 3, needed: 3 })
})

test.each<[Phase, string]>([
  ['pay', 'done now later later'],
  ['unsure', 'done now later later'],
  ['waiting', 'done done now later'],
  ['confirming', 'done done now later'],
  ['crediting', 'done done done now'],
  ['credited', 'done done done done'],
  ['reverted', 'done done failed later'],
  ['expired', 'done failed later later'],
  ['replaced', 'done failed later later'],
  ['failed', 'done done done failed'],
])('the steps of an order in phase %s', (phase, expected) => {
  expect(
    stepsOf(phase)
      .map(({ state }) => state)
      .join(' '),
  ).toBe(expected)
})

test.each<[PurchaseDetail['status'], Standing]>([
  ['PENDING', 'open'],
  ['COMPLETED', 'credited'],
  ['FAILED', 'failed'],
  ['CANCELLED', 'cancelled'],
  ['REFUND_REQUESTED', 'refunding'],
  ['REFUND_COMPLETED', 'refunded'],
  ['REFUND_REJECTED', 'credited'],
])('a purchase that is %s', (status, standing) => {
  expect(purchaseOrder({ historyId: 7, status, payment })).toEqual({
    key: 'product-7',
    standing,
    payment,
  })
})

test('what was paid at once is no order', () => {
  expect(purchaseOrder({ historyId: 7, status: 'COMPLETED', payment: null })).toBeUndefined()
})

test.each<[CreditOrder['status'], Standing]>([
  ['PENDING', 'open'],
  ['SUBMITTED', 'open'],
  ['COMPLETED', 'credited'],
  ['FAILED', 'failed'],
  ['CANCELLED', 'cancelled'],
  ['REFUNDED', 'refunded'],
])('credit that is %s', (status, standing) => {
  expect(creditOrder({ orderId: 7, status, payment } as CreditOrder)).toEqual({
    key: 'credit-7',
    standing,
    payment,
  })
})
