import type { StepState } from '#/ui/step-list.tsx'
import type { CreditOrder, OrderPayment, PurchaseDetail } from './api.ts'

/** Something that is paid on chain: a product or credit. */
export type Order = {
  /** Names it on this device. */
  key: string
  standing: Standing
  payment: OrderPayment
}

export type Standing = 'open' | 'credited' | 'failed' | 'cancelled' | 'refunding' | 'refunded'

/** Where this device sees the transaction that pays an order. */
export type SeenPayment = {
  hash: string
  network: string
  kind: 'unsure' | 'waiting' | 'confirming' | 'done' | 'failed' | 'replaced'
  confirmations: number
  needed: number
  wasTakenBack: boolean
}

const PURCHASE: Record<PurchaseDetail['status'], Standing> = {
  PENDING: 'open',
  COMPLETED: 'credited',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
  REFUND_REQUESTED: 'refunding',
  REFUND_COMPLETED: 'refunded',
  // What was credited stays.
  REFUND_REJECTED: 'credited',
}

const CREDIT: Record<CreditOrder['status'], Standing> = {
  PENDING: 'open',
  SUBMITTED: 'open',
  COMPLETED: 'credited',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
  REFUNDED: 'refunded',
}

/** Nothing where it was paid at once and there is no order. */
export function purchaseOrder(
  purchase: Pick<PurchaseDetail, 'historyId' | 'status' | 'payment'>,
): Order | undefined {
  const { payment, status, historyId } = purchase
  return payment ? { key: `product-${historyId}`, standing: PURCHASE[status], payment } : undefined
}

export function creditOrder({ orderId, status, payment }: CreditOrder): Order {
  return { key: `credit-${orderId}`, standing: CREDIT[status], payment }
}

/** What a member sees of an order at this moment. */
export type Phase =
  | 'pay'
  | 'expired'
  | 'unsure'
  | 'waiting'
  | 'confirming'
  | 'crediting'
  | 'reverted'
  | 'replaced'
  | Exclude<Standing, 'open'>

export function phaseOf(order: Order, seen: SeenPayment | undefined, nowMs: number): Phase {
  const { standing, payment } = order
  // Nobody paid in time: nothing failed, and nothing is owed.
  if (standing === 'failed' && payment.txHash === null && !seen) return 'expired'
  if (standing !== 'open') return standing
  // The server's word on depth counts as much as the device's: the further one is shown.
  if (isDeep(payment) || seen?.kind === 'done') return 'crediting'
  if (payment.confirmations > 0 || seen?.kind === 'confirming') return 'confirming'
  switch (seen?.kind) {
    case 'failed':
      return 'reverted'
    case 'replaced':
      return 'replaced'
    case 'unsure':
      return payment.txHash === seen.hash ? 'waiting' : 'unsure'
    case 'waiting':
      return 'waiting'
    case undefined:
  }
  if (payment.txHash !== null) return 'waiting'
  return payment.expiresAt !== null && Date.parse(payment.expiresAt) <= nowMs ? 'expired' : 'pay'
}

function isDeep({ confirmations, confirmationsNeeded }: OrderPayment): boolean {
  return confirmations >= confirmationsNeeded
}

/** Blocks so far, of whoever sees more of them. */
export function depthOf(
  { payment }: Order,
  seen: SeenPayment | undefined,
): { done: number; needed: number } {
  const needed = payment.confirmationsNeeded
  const done = Math.max(payment.confirmations, seen?.confirmations ?? 0)
  return { done: Math.min(done, needed), needed }
}

export type OrderStep = 'ordered' | 'sent' | 'confirming' | 'credited'

const STEPS: Record<Phase, readonly [StepState, StepState, StepState, StepState]> = {
  pay: ['done', 'now', 'later', 'later'],
  expired: ['done', 'failed', 'later', 'later'],
  unsure: ['done', 'now', 'later', 'later'],
  waiting: ['done', 'done', 'now', 'later'],
  confirming: ['done', 'done', 'now', 'later'],
  crediting: ['done', 'done', 'done', 'now'],
  reverted: ['done', 'done', 'failed', 'later'],
  replaced: ['done', 'failed', 'later', 'later'],
  credited: ['done', 'done', 'done', 'done'],
  failed: ['done', 'done', 'done', 'failed'],
  cancelled: ['failed', 'later', 'later', 'later'],
  refunding: ['done', 'done', 'done', 'failed'],
  refunded: ['done', 'done', 'done', 'failed'],
}

export function stepsOf(phase: Phase): { name: OrderStep; state: StepState }[] {
  const [ordered, sent, confirming, credited] = STEPS[phase]
  return [
    { name: 'ordered', state: ordered },
    { name: 'sent', state: sent },
    { name: 'confirming', state: confirming },
    { name: 'credited', state: credited },
  ]
}
