import { HOUR_MS, MINUTE_MS } from './duration.ts'
import type { Trace } from './trace.ts'

/** The period in which the price is fixed and a payment is accepted. */
export const ORDER_TTL_MS = 30 * MINUTE_MS
/**
 * The extra time in which a transaction known to a node may still be mined, because networks can be
 * slow.
 */
export const SUBMITTED_PAYMENT_GRACE_MS = 2 * HOUR_MS

/** The maximum number of unpaid orders per member. */
export const OPEN_ORDERS_MAX = 10

export type OrderState =
  | 'OPEN'
  | 'SUBMITTED'
  | 'COMPLETED'
  | 'CANCELLED'
  | 'EXPIRED'
  | 'FAILED'
  | 'REFUNDED'
  /** A chain reorganisation removed its payment. */
  | 'REVERSED'

export const isOpen = (state: OrderState): boolean => state === 'OPEN' || state === 'SUBMITTED'

/** The payment an order expects. Addresses and hashes are in lower case. */
export type WaitingOrder = {
  orderId: number
  chainId: number
  contract: string | null
  payer: string
  amount: bigint
  afterBlock: number
  /** The transaction the member submitted, if any. */
  txHash: string | null
}

export type ObservedPayment = {
  chainId: number
  contract: string | null
  payer: string
  amount: bigint
  blockNumber: number
  txHash: string
}

/**
 * Returns the order a payment is for: the one that names its transaction, else the oldest with the
 * same payer, chain, token and exact amount that opened before it. Returns undefined for an
 * unmatched payment.
 */
export function matchPayment<Order extends WaitingOrder>(
  orders: readonly Order[],
  payment: ObservedPayment,
): Order | undefined {
  const fitting = orders.filter(
    (order) =>
      order.chainId === payment.chainId &&
      order.contract === payment.contract &&
      order.payer === payment.payer &&
      order.amount === payment.amount &&
      order.afterBlock < payment.blockNumber,
  )
  const named = fitting.filter(({ txHash }) => txHash === payment.txHash)
  return oldest(named.length > 0 ? named : fitting)
}

function oldest<Order extends WaitingOrder>(orders: readonly Order[]): Order | undefined {
  return orders.reduce<Order | undefined>(
    (first, order) => (first && first.orderId < order.orderId ? first : order),
    undefined,
  )
}

/**
 * Returns true if the order no longer accepts a payment. A seen payment never expires; a submitted
 * transaction extends the order only while a node knows it.
 */
export function isTooLate(
  order: { expiresAt: Date; isTxKnown: boolean; paymentSeen: boolean },
  now: Date,
): boolean {
  if (order.paymentSeen) return false
  const grace = order.isTxKnown ? SUBMITTED_PAYMENT_GRACE_MS : 0
  return now.getTime() >= order.expiresAt.getTime() + grace
}

export type ShelfProduct = {
  onSale: boolean
  stock: number | null
  perMember: number | null
  bought: number
}

/** Returns why a member cannot buy this quantity, or undefined if they can. */
export function whyUnavailable(
  { onSale, stock, perMember, bought }: ShelfProduct,
  quantity = 1,
): 'NOT_ON_SALE' | 'SOLD_OUT' | 'LIMIT_REACHED' | undefined {
  if (!onSale) return 'NOT_ON_SALE'
  if (stock !== null && stock < quantity) return 'SOLD_OUT'
  if (perMember !== null && bought + quantity > perMember) return 'LIMIT_REACHED'
  return undefined
}

export type Goods = { price: bigint; givesXp: number; givesTickets: number }

/** Computes the price and the goods of a quantity, and explains both. */
export function tracePurchase(
  payType: string,
  unit: Goods,
  quantity: number,
): Goods & { trace: Trace<'purchase'> } {
  return {
    price: unit.price * BigInt(quantity),
    givesXp: unit.givesXp * quantity,
    givesTickets: unit.givesTickets * quantity,
    trace: {
      rule: 'purchase',
      version: 1,
      inputs: {
        payType,
        quantity,
        unitPrice: unit.price.toString(),
        unitXp: unit.givesXp,
        unitTickets: unit.givesTickets,
      },
      outcome: 'GRANTED',
    },
  }
}
