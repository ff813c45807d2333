import type { CallId } from '@solstice/contract/catalogue'
import type { CallData } from '@solstice/contract/wire'
import { page } from './sample-day.ts'

type Refund = CallData<'refund.queue'>['list'][number]

const HASH = `0x3bd7${'a'.repeat(56)}19ce`

const base: Refund = {
  refundId: 318,
  userId: 48_101,
  nickname: 'OrbitJae',
  language: 'en',
  type: 'OTHER',
  reason: 'I meant to buy the small pack.',
  state: 'REQUESTED',
  forOperator: true,
  outcome: null,
  note: null,
  orderId: 77_120,
  product: 'Grand XP pack',
  quantity: 1,
  price: '20 USDS',
  amount: '20',
  symbol: 'USDS',
  payType: 'TOKEN',
  given: { xp: 2200, tickets: 0, credit: 0 },
  recoverable: { xp: 2200, tickets: 0, credit: 0 },
  earlier: { refunds: 0, granted: 0, orders: 3 },
  expectedOutcome: 'REFUNDED',
  claimedBy: null,
  claimedUntil: null,
  isMine: false,
  approvalId: null,
  txHash: HASH,
  payoutId: null,
  requestedAt: '2027-01-16T12:05:00.000Z',
  decidedAt: null,
}

const claimed: Refund = {
  ...base,
  refundId: 321,
  userId: 48_140,
  nickname: 'SoraWinter',
  language: 'ko',
  reason: '실수로 두 번 결제한 것 같아요. 하나는 취소해 주실 수 있나요?',
  orderId: 77_214,
  product: 'Starter XP pack',
  price: '5 USDS',
  amount: '5',
  given: { xp: 500, tickets: 0, credit: 0 },
  recoverable: { xp: 200, tickets: 0, credit: 0 },
  earlier: { refunds: 1, granted: 1, orders: 6 },
  expectedOutcome: 'SPENT',
  claimedBy: 'hana.seo',
  claimedUntil: '2027-01-17T14:28:00.000Z',
  isMine: true,
  requestedAt: '2027-01-16T19:14:00.000Z',
}

const list: Refund[] = [
  { ...base, requestedAt: '2027-01-15T10:00:00.000Z' },
  { ...base, refundId: 319, nickname: '별빛산책자', requestedAt: '2027-01-16T12:05:00.000Z' },
  claimed,
  {
    ...base,
    refundId: 322,
    userId: 48_150,
    nickname: 'PolarisKim',
    claimedBy: 'noah.brandt',
    claimedUntil: '2027-01-17T14:20:00.000Z',
    requestedAt: '2027-01-16T23:00:00.000Z',
  },
  {
    ...base,
    refundId: 327,
    nickname: 'EmberFox21',
    product: 'Ticket bundle',
    price: '1000 XP',
    amount: '1000',
    symbol: 'XP',
    payType: 'XP',
    given: { xp: 0, tickets: 12, credit: 0 },
    recoverable: { xp: 0, tickets: 12, credit: 0 },
    txHash: null,
    approvalId: 57,
    requestedAt: '2027-01-17T10:00:00.000Z',
  },
]

export const refund: CallData<'refund.show'> = {
  ...claimed,
  memberProduct: '스타터 XP 팩',
  order: {
    orderId: 77_214,
    state: 'COMPLETED',
    seasonId: 4,
    createdAt: '2027-01-16T18:51:00.000Z',
    completedAt: '2027-01-16T18:53:00.000Z',
    expiresAt: '2027-01-16T19:21:00.000Z',
  },
  payment: {
    state: 'CREDITED',
    network: 'BNB Chain',
    chainId: 56,
    txHash: HASH,
    blockNumber: 46_204_118,
    payer: '0x90aF1b2C3d4E5f60718293a4B5c6D7e8F9013D11',
    amount: '5',
    paidAt: '2027-01-16T18:52:00.000Z',
  },
  payTo: '0x90aF1b2C3d4E5f60718293a4B5c6D7e8F9013D11',
  events: [
    event('ORDER_PLACED', '2027-01-16T18:51:00.000Z', { reference: 77_214 }),
    event('PAYMENT_SEEN', '2027-01-16T18:52:00.000Z', {
      reference: 46_204_118,
      network: 'BNB Chain',
      txHash: HASH,
    }),
    event('CREDITED', '2027-01-16T18:53:00.000Z', { reference: 811_377, xp: 500 }),
    event('REQUESTED', '2027-01-16T19:14:00.000Z', {}),
    event('SPENT', '2027-01-17T04:10:00.000Z', { reference: 9012, xp: -300 }),
  ],
  facts: [
    { name: 'TYPE', value: 'OTHER' },
    { name: 'ORDER_STATE', value: 'COMPLETED' },
    { name: 'COMPLETED_AT', value: '2027-01-16T18:53:00.000Z' },
    { name: 'REQUESTED_AT', value: '2027-01-16T19:14:00.000Z' },
    { name: 'COVERS_GIFT', value: false },
    { name: 'PAYMENT', value: 'none' },
    { name: 'NAMED_UNSEEN', value: false },
  ],
  today: { granted: '35', each: 20, day: 200 },
}

type Event = CallData<'refund.show'>['events'][number]

function event(kind: Event['kind'], at: string, more: Partial<Event>): Event {
  return { kind, at, reference: null, network: null, txHash: null, xp: 0, tickets: 0, ...more }
}

const order: CallData<'order.listAll'>['list'][number] = {
  orderId: 77_214,
  userId: 48_140,
  nickname: 'SoraWinter',
  seasonId: 4,
  productId: 3,
  packageId: null,
  name: 'Starter XP pack',
  quantity: 1,
  payType: 'TOKEN',
  price: '5',
  unit: 'USDS',
  state: 'COMPLETED',
  refundId: 321,
  txHash: HASH,
  createdAt: '2027-01-16T18:51:00.000Z',
  completedAt: '2027-01-16T18:53:00.000Z',
}

const payment: CallData<'order.show'>['payments'][number] = {
  paymentId: 9120,
  state: 'CREDITED',
  network: 'BNB Chain',
  chainId: 56,
  txHash: HASH,
  blockNumber: 46_204_118,
  payer: '0x90aF1b2C3d4E5f60718293a4B5c6D7e8F9013D11',
  amount: '5',
  symbol: 'USDS',
  paidAt: '2027-01-16T18:52:00.000Z',
}

const creditPackage: CallData<'credit.addPackage'> = {
  packageId: 1,
  position: 1,
  credit: 1200,
  price: '10 USDS',
  chainId: 56,
  onSale: true,
}

const nobodys = { userId: null, nickname: null, refundId: null, refundState: null }
const cursorPage = { ...page, nextCursor: '77120', hasNext: true, isCountPartial: false }
const orders = [
  order,
  { ...order, orderId: 77_120, quantity: 2, state: 'OPEN' as const, refundId: null, txHash: null },
]

export const refundReplies: { [Id in CallId]?: CallData<Id> } = {
  'refund.queue': {
    ...page,
    nextCursor: null,
    list,
    totalCount: list.length,
    today: { granted: '35', day: 200 },
  },
  'refund.show': refund,
  'refund.claim': claimed,
  'refund.release': { ...claimed, claimedBy: null, claimedUntil: null, isMine: false },
  'refund.decide': { ...claimed, state: 'APPROVED', outcome: 'REFUNDED', claimedBy: null },
  'order.listAll': { ...cursorPage, list: orders, totalCount: 412 },
  'order.show': {
    ...order,
    givesXp: 500,
    givesTickets: 0,
    givesCredit: 0,
    payer: payment.payer,
    payTo: '0x5A1e0C9b7D3f4A2c8E6b1D0f9C7a5B3e1D2Fc07B',
    expiresAt: '2027-01-16T19:21:00.000Z',
    ledgerTransactionId: 811_377,
    payments: [payment],
  },
  'order.unmatched': {
    ...cursorPage,
    nextCursor: null,
    hasNext: false,
    list: [{ ...payment, paymentId: 9131, state: 'FOREIGN', ...nobodys }],
    totalCount: 1,
  },
  'credit.listAll': { list: [creditPackage, { ...creditPackage, packageId: 2, onSale: false }] },
  'credit.changePackage': creditPackage,
  'credit.addPackage': creditPackage,
  'refund.openForPayment': { ...claimed, type: 'UNMATCHED', orderId: null },
}
