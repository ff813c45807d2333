import type { PaymentProgress } from '#/lib/payment-progress.ts'
import type { StepState } from '#/ui/step-list.tsx'
import type { CreditOrder, OrderPayment, PurchaseDetail } from './api.ts'

/** An order that is paid on chain: for a product or for credit. */
export type Order = {
  /** Identifies the order on this device. */
  key: string
  standing: Standing
  payment: OrderPayment
}

export type Standing =
  | 'open'
  | 'credited'
  | 'failed'
  | 'cancelled'
  /** A refund was requested and is not decided yet. */
  | 'asked'
  | 'refunding'
  | 'refunded'

type Recorded = Pick<PurchaseDetail, 'status' | 'payment' | 'xp' | 'tickets' | 'refund'>

/**
 * Returns the standing of a purchase. After a rejected refund it depends on whether the purchase
 * was credited.
 */
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

/**
 * A purchase paid from a balance is credited immediately; for the others the refund outcome
 * decides.
 */
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

/** Returns undefined for a purchase that was paid from a balance and has no order. */
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

/** The state of an order as the member sees it. */
export type Phase =
  | 'pay'
  | 'expired'
  | 'unsure'
  | 'waiting'
  | 'confirming'
  | 'crediting'
  /** The payment is deep enough, but two nodes do not agree on it yet. */
  | 'checking'
  | 'reverted'
  | 'replaced'
  /** The payment was cancelled but the order is still open. */
  | 'unpaid'
  /** This device paid after the order had ended. */
  | 'late'
  | Exclude<Standing, 'open'>

export function phaseOf(order: Order, seen: PaymentProgress | undefined, nowMs: number): Phase {
  const { standing, payment } = order
  if (standing === 'failed' || standing === 'cancelled') return closedPhaseOf(order, seen)
  if (standing !== 'open') return standing
  if (payment.waitsFor === 'SECOND_NODE') return 'checking'
  // The server and this device may see different depths; show the larger one.
  if (hasEnoughConfirmations(payment) || seen?.kind === 'done') return 'crediting'
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

/**
 * Returns the phase of an order that closed without credit, taking a payment from this device into
 * account.
 */
function closedPhaseOf({ standing, payment }: Order, seen: PaymentProgress | undefined): Phase {
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
  // No payment arrived in time, so nothing failed and nothing is owed.
  return payment.txHash === null || seen?.kind === 'cancelled' ? 'expired' : 'failed'
}

/** The least time that a member needs to confirm, sign and get the transaction into a block. */
const MIN_PAY_TIME_MS = 30_000

/**
 * Returns true when this device may pay the order now: it is open, in time and unpaid. `dead` is
 * the hash of a payment from this device that can no longer happen and is ignored.
 */
export function canBePaid({ standing, payment }: Order, nowMs: number, dead?: string): boolean {
  if (standing !== 'open' || payment.confirmations > 0) return false
  if (payment.txHash !== null && payment.txHash !== dead?.toLowerCase()) return false
  return payment.expiresAt === null || nowMs < Date.parse(payment.expiresAt)
}

/** Checks the same before signing: a payment sent now must arrive in time. */
export function canStillBePaid(order: Order, nowMs: number, dead?: string): boolean {
  return canBePaid(order, nowMs + MIN_PAY_TIME_MS, dead)
}

/** Phases in which the order can no longer be credited. */
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

/**
 * Returns true when starting a new order is the only option left. It is not while a payment may
 * still arrive.
 */
export function canRestart(phase: Phase, { standing }: Pick<Order, 'standing'>): boolean {
  if (phase === 'reverted') return standing !== 'open'
  return phase === 'expired' || phase === 'cancelled' || phase === 'failed'
}

function hasEnoughConfirmations({ confirmations, confirmationsNeeded }: OrderPayment): boolean {
  return confirmations >= confirmationsNeeded
}

/** Returns the larger confirmation count of the server and this device. */
export function confirmationsOf(
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
