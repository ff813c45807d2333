import type { PaymentProgress } from '#/lib/payment-progress.ts'
import type { StepState } from '#/ui/step-list.tsx'
import type { CreditOrder, OrderPayment, PurchaseDetail } from './api.ts'

/** Something that is paid on chain: a product or credit. */
export type Order = {
  /** Names it on this device. */
  key: string
  standing: Standing
  payment: OrderPayment
}

export type Standing =
  | 'open'
  | 'credited'
  | 'failed'
  | 'cancelled'
  /** A refund was asked for and nobody has decided. */
  | 'asked'
  | 'refunding'
  | 'refunded'

type Recorded = Pick<PurchaseDetail, 'status' | 'payment' | 'xp' | 'tickets' | 'refund'>

/** How a purchase stands. A refund that was refused says nothing of that: the record does. */
export function standingOf(purchase: Recorded): Standing {
  switch (purchase.status) {
    case 'PENDING':
      return 'open'
    case 'COMPLETED':
      return 'credited'
    case 'FAILED':
      return 'failed'
    case 'CANCELLED':
      return 'cancelled'
    case 'REFUND_REQUESTED':
      return purchase.refund?.outcome === 'REFUNDED' ? 'refunding' : 'asked'
    case 'REFUND_COMPLETED':
      return 'refunded'
    case 'REFUND_REJECTED':
      return wasCredited(purchase) ? 'credited' : 'failed'
  }
}

/** What is paid from a balance is credited with it; of the rest the answer to the refund tells. */
function wasCredited({ payment, refund, xp, tickets }: Recorded): boolean {
  switch (refund?.outcome) {
    case 'NOTHING_PAID':
      return false
    case 'WAS_CREDITED':
    case 'SPENT':
    case 'CREDITED':
      return true
    case 'DECLINED':
    case 'REFUNDED':
    case null:
    case undefined:
      return payment === null || xp !== 0 || tickets !== 0
  }
}

const CREDIT: Record<CreditOrder['status'], Standing> = {
  PENDING: 'open',
  SUBMITTED: 'open',
  COMPLETED: 'credited',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
  REFUNDING: 'refunding',
  REFUNDED: 'refunded',
}

/** Nothing where it was paid at once and there is no order. */
export function purchaseOrder(
  purchase: Recorded & Pick<PurchaseDetail, 'historyId'>,
): Order | undefined {
  const { payment, historyId } = purchase
  if (!payment) return undefined
  return { key: `product-${historyId}`, standing: standingOf(purchase), payment }
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
  /** Deep enough, and two nodes do not agree on it yet. */
  | 'checking'
  | 'reverted'
  | 'replaced'
  /** The payment was cancelled, the order was not. */
  | 'unpaid'
  /** This device paid an order that had ended. */
  | 'late'
  | Exclude<Standing, 'open'>

export function phaseOf(order: Order, seen: PaymentProgress | undefined, nowMs: number): Phase {
  const { standing, payment } = order
  if (standing === 'failed' || standing === 'cancelled') return endOf(order, seen)
  if (standing !== 'open') return standing
  if (payment.waitsFor === 'SECOND_NODE') return 'checking'
  // The server's word on depth counts as much as the device's: the further one is shown.
  if (isDeep(payment) || seen?.kind === 'done') return 'crediting'
  if (payment.confirmations > 0 || seen?.kind === 'confirming') return 'confirming'
  const isLate = payment.expiresAt !== null && Date.parse(payment.expiresAt) <= nowMs
  switch (seen?.kind) {
    case 'failing':
      return 'reverted'
    case 'failed':
      return isLate ? 'expired' : 'reverted'
    case 'cancelled':
      return isLate ? 'expired' : 'unpaid'
    case 'replaced':
      return 'replaced'
    case 'unsure':
      return payment.txHash === seen.hash ? 'waiting' : 'unsure'
    case 'waiting':
      return 'waiting'
    case undefined:
  }
  if (payment.txHash !== null) return 'waiting'
  return isLate ? 'expired' : 'pay'
}

/** Of an order that is closed and gave nothing. What this device paid is not forgotten with it. */
function endOf({ standing, payment }: Order, seen: PaymentProgress | undefined): Phase {
  switch (seen?.kind) {
    case 'failing':
    case 'failed':
      return 'reverted'
    case 'unsure':
    case 'waiting':
    case 'confirming':
    case 'done':
      return 'late'
    case 'cancelled':
    case 'replaced':
    case undefined:
  }
  if (standing === 'cancelled') return 'cancelled'
  // Nobody paid in time: nothing failed, and nothing is owed.
  return payment.txHash === null || seen?.kind === 'cancelled' ? 'expired' : 'failed'
}

/** Less is left than it takes to confirm, sign and be in a block. */
const LEAST_MS = 30_000

/**
 * Whether an order may be paid from here now: open, in time, and nobody paid it. `dead` is a payment
 * of this device that can no longer happen, so that it does not count.
 */
export function canBePaid({ standing, payment }: Order, nowMs: number, dead?: string): boolean {
  if (standing !== 'open' || payment.confirmations > 0) return false
  if (payment.txHash !== null && payment.txHash !== dead?.toLowerCase()) return false
  return payment.expiresAt === null || nowMs < Date.parse(payment.expiresAt)
}

/** The same for who is about to sign: what is sent now has to arrive in time. */
export function canStillBePaid(order: Order, nowMs: number, dead?: string): boolean {
  return canBePaid(order, nowMs + LEAST_MS, dead)
}

/** Phases in which nothing can come of this order any more. */
const OVER: readonly Phase[] = [
  'expired',
  'reverted',
  'replaced',
  'unpaid',
  'late',
  'failed',
  'cancelled',
  'refunded',
]

export const isOver = (phase: Phase): boolean => OVER.includes(phase)

/** Whether beginning anew is what is left to do. Not while a payment is still about. */
export function canRestart(phase: Phase, { standing }: Pick<Order, 'standing'>): boolean {
  if (phase === 'reverted') return standing !== 'open'
  return phase === 'expired' || phase === 'cancelled' || phase === 'failed'
}

function isDeep({ confirmations, confirmationsNeeded }: OrderPayment): boolean {
  return confirmations >= confirmationsNeeded
}

/** Blocks so far, of whoever sees more of them. */
export function depthOf(
  { payment }: Order,
  seen: PaymentProgress | undefined,
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
  checking: ['done', 'done', 'done', 'now'],
  reverted: ['done', 'done', 'failed', 'later'],
  replaced: ['done', 'failed', 'later', 'later'],
  unpaid: ['done', 'failed', 'later', 'later'],
  late: ['done', 'done', 'later', 'failed'],
  credited: ['done', 'done', 'done', 'done'],
  failed: ['done', 'done', 'done', 'failed'],
  cancelled: ['failed', 'later', 'later', 'later'],
  asked: ['done', 'done', 'done', 'failed'],
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
