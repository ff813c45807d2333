import { expect, test } from 'vitest'
import type { CreditOrder, OrderPayment, PurchaseDetail } from './api.ts'
import {
  canBePaid,
  canRestart,
  canStillBePaid,
  creditOrder,
  confirmationsOf,
  phaseOf,
  purchaseOrder,
  stepsOf,
} from './order.ts'
import type { Order, Phase, Standing } from './order.ts'
import type { PaymentProgress } from '#/lib/payment-progress.ts'

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
  waitsFor: null,
}

const anOrder = (given: Partial<OrderPayment> = {}, standing: Standing = 'open'): Order => ({
  key: 'product-1',
  standing,
  payment: { ...payment, ...given },
})

const aSeen = (
  kind: PaymentProgress['kind'],
  given: Partial<PaymentProgress> = {},
): PaymentProgress => ({
  hash: HASH,
  network: 'Ethereum',
  kind,
  confirmations: 0,
  needed: 3,
  wasReorged: false,
  ...given,
})

const late = { expiresAt: '2027-06-21T12:00:00.000Z' }
const reported = { txHash: HASH }

test.each<[what: string, Order, PaymentProgress | undefined, Phase]>([
  ['is open and unpaid', anOrder(), undefined, 'pay'],
  ['is unpaid when its time is up', anOrder(late), undefined, 'expired'],
  ['was paid from this device without a response', anOrder(), aSeen('unsure'), 'unsure'],
  ['was paid from this device in time, seen late', anOrder(late), aSeen('waiting'), 'waiting'],
  ['was paid from this device', anOrder(), aSeen('waiting'), 'waiting'],
  ['was paid from another device', anOrder(reported), undefined, 'waiting'],
  [
    'the server knows while the network does not respond',
    anOrder(reported),
    aSeen('unsure'),
    'waiting',
  ],
  ['this device sees in a block', anOrder(reported), aSeen('confirming'), 'confirming'],
  [
    'the server sees in a block, before this device',
    anOrder({ ...reported, confirmations: 1 }),
    aSeen('waiting'),
    'confirming',
  ],
  ['is deep enough for this device', anOrder(reported), aSeen('done'), 'crediting'],
  [
    'is deep enough for the server',
    anOrder({ ...reported, confirmations: 3 }),
    undefined,
    'crediting',
  ],
  [
    'is deep enough while two nodes disagree',
    anOrder({ ...reported, confirmations: 3, waitsFor: 'SECOND_NODE' }),
    aSeen('done'),
    'checking',
  ],
  ['fails in a block', anOrder(reported), aSeen('failing'), 'reverted'],
  ['failed on chain', anOrder(reported), aSeen('failed'), 'reverted'],
  [
    'failed on chain, and time is up',
    anOrder({ ...reported, ...late }),
    aSeen('failed'),
    'expired',
  ],
  ['was replaced', anOrder(reported), aSeen('replaced'), 'replaced'],
  ['has its payment cancelled', anOrder(reported), aSeen('cancelled'), 'unpaid'],
  [
    'has its payment cancelled, and time is up',
    anOrder({ ...reported, ...late }),
    aSeen('cancelled'),
    'expired',
  ],
  ['is credited', anOrder(reported, 'credited'), aSeen('confirming'), 'credited'],
  ['failed, paid from elsewhere', anOrder(reported, 'failed'), undefined, 'failed'],
  ['was closed unpaid', anOrder(late, 'failed'), undefined, 'expired'],
  ['was closed before its payment arrived', anOrder(late, 'failed'), aSeen('done'), 'late'],
  ['was closed while its payment is pending', anOrder(late, 'failed'), aSeen('waiting'), 'late'],
  [
    'was closed without a response for its payment',
    anOrder(late, 'failed'),
    aSeen('unsure'),
    'late',
  ],
  [
    'was closed because it failed on chain',
    anOrder(reported, 'failed'),
    aSeen('failing'),
    'reverted',
  ],
  [
    'was closed with a cancelled payment',
    anOrder(reported, 'failed'),
    aSeen('cancelled'),
    'expired',
  ],
  ['was closed with a replaced payment', anOrder(reported, 'failed'), aSeen('replaced'), 'failed'],
  ['was cancelled', anOrder({}, 'cancelled'), undefined, 'cancelled'],
  ['was cancelled but paid afterwards', anOrder({}, 'cancelled'), aSeen('confirming'), 'late'],
  ['has a refund request', anOrder(reported, 'asked'), aSeen('done'), 'asked'],
  ['goes back', anOrder(reported, 'refunding'), undefined, 'refunding'],
  ['went back', anOrder(reported, 'refunded'), undefined, 'refunded'],
])('derives the phase of an order that %s', (_, order, seen, expected) => {
  expect(phaseOf(order, seen, NOW)).toBe(expected)
})

const NEAR = Date.parse('2027-06-21T12:14:40.000Z')

test.each<[what: string, Order, number, dead: string | undefined, now: boolean, still: boolean]>([
  ['open and unpaid', anOrder(), NOW, undefined, true, true],
  ['about to expire', anOrder(), NEAR, undefined, true, false],
  ['past its expiry', anOrder(late), NOW, undefined, false, false],
  ['paid from another device', anOrder(reported), NOW, undefined, false, false],
  ['paid from this device with a failed transaction', anOrder(reported), NOW, HASH, true, true],
  [
    'paid with a failed transaction, then from another device',
    anOrder(reported),
    NOW,
    `0x${'cd'.repeat(32)}`,
    false,
    false,
  ],
  [
    'paid with a failed transaction and past its expiry',
    anOrder({ ...reported, ...late }),
    NOW,
    HASH,
    false,
    false,
  ],
  ['in a block', anOrder({ confirmations: 1 }), NOW, undefined, false, false],
  ['closed', anOrder({}, 'cancelled'), NOW, undefined, false, false],
])('checks whether an order that is %s can be paid', (_, order, nowMs, dead, now, still) => {
  expect([canBePaid(order, nowMs, dead), canStillBePaid(order, nowMs, dead)]).toEqual([now, still])
})

test.each<[Phase, Standing, boolean]>([
  ['expired', 'open', true],
  ['cancelled', 'cancelled', true],
  ['failed', 'failed', true],
  ['reverted', 'failed', true],
  // An open order is paid again instead of restarted.
  ['reverted', 'open', false],
  ['unpaid', 'open', false],
  ['replaced', 'open', false],
  ['late', 'failed', false],
  ['waiting', 'open', false],
])(
  'returns for an order in phase %s with standing %s whether it can be restarted: %s',
  (phase, standing, expected) => {
    expect(canRestart(phase, { standing })).toBe(expected)
  },
)

test('returns the larger depth seen by the server or this device, capped at the required confirmations', () => {
  expect(
    confirmationsOf(anOrder({ confirmations: 2 }), aSeen('confirming', { confirmations: 1 })),
  ).toEqual({ done: 2, needed: 3 })
  expect(confirmationsOf(anOrder(), aSeen('confirming', { confirmations: 1 }))).toEqual({
    done: 1,
    needed: 3,
  })
  expect(confirmationsOf(anOrder({ confirmations: 9 }), undefined)).toEqual({ done: 3, needed: 3 })
})

test.each<[Phase, string]>([
  ['pay', 'done now later later'],
  ['unsure', 'done now later later'],
  ['waiting', 'done done now later'],
  ['confirming', 'done done now later'],
  ['crediting', 'done done done now'],
  ['checking', 'done done done now'],
  ['credited', 'done done done done'],
  ['reverted', 'done done failed later'],
  ['expired', 'done failed later later'],
  ['replaced', 'done failed later later'],
  ['unpaid', 'done failed later later'],
  ['late', 'done done later failed'],
  ['failed', 'done done done failed'],
])('returns the steps of an order in phase %s', (phase, expected) => {
  expect(
    stepsOf(phase)
      .map(({ state }) => state)
      .join(' '),
  ).toBe(expected)
})

type Outcome = NonNullable<PurchaseDetail['refund']>['outcome']
const nothing = { xp: 0, tickets: 0 }
const given = { xp: 0, tickets: 3 }

test.each<[PurchaseDetail['status'], Outcome | undefined, typeof nothing, Standing]>([
  ['PENDING', undefined, nothing, 'open'],
  ['COMPLETED', undefined, given, 'credited'],
  ['FAILED', undefined, nothing, 'failed'],
  ['CANCELLED', undefined, nothing, 'cancelled'],
  ['REFUND_REQUESTED', null, given, 'asked'],
  ['REFUND_REQUESTED', 'REFUNDED', given, 'refunding'],
  ['REFUND_COMPLETED', 'REFUNDED', given, 'refunded'],
  ['REFUND_REJECTED', 'WAS_CREDITED', given, 'credited'],
  ['REFUND_REJECTED', 'SPENT', given, 'credited'],
  ['REFUND_REJECTED', 'NOTHING_PAID', nothing, 'failed'],
  ['REFUND_REJECTED', 'DECLINED', given, 'credited'],
  ['REFUND_REJECTED', 'DECLINED', nothing, 'failed'],
])(
  'derives the standing of a purchase with status %s, refund outcome %s and credited amounts %o',
  (status, outcome, gave, standing) => {
    const refund =
      outcome === undefined ? null : ({ outcome } as NonNullable<PurchaseDetail['refund']>)
    expect(purchaseOrder({ historyId: 7, status, payment, refund, ...gave })).toEqual({
      key: 'product-7',
      standing,
      payment,
    })
  },
)

test('returns no order for a purchase paid from a balance', () => {
  const paid = { historyId: 7, status: 'COMPLETED', payment: null, refund: null } as const
  expect(purchaseOrder({ ...paid, ...given })).toBeUndefined()
})

test.each<[CreditOrder['status'], Standing]>([
  ['PENDING', 'open'],
  ['SUBMITTED', 'open'],
  ['COMPLETED', 'credited'],
  ['FAILED', 'failed'],
  ['CANCELLED', 'cancelled'],
  ['REFUNDING', 'refunding'],
  ['REFUNDED', 'refunded'],
])('derives the standing of a credit order with status %s', (status, standing) => {
  expect(creditOrder({ orderId: 7, status, payment } as CreditOrder)).toEqual({
    key: 'credit-7',
    standing,
    payment,
  })
})
