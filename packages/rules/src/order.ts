import { HOUR_MS, MINUTE_MS } from './duration.ts'

/** How long a price holds and a payment is waited for. */
export const ORDER_TTL_MS = 30 * MINUTE_MS
/** A transaction that a node knows may still be mined so long after that; networks are sometimes slow. */
export const SUBMITTED_PAYMENT_GRACE_MS = 2 * HOUR_MS

/** So many orders may wait for a payment of one member at a time. */
export const OPEN_ORDERS_MAX = 10

export type OrderState =
  | 'OPEN'
  | 'SUBMITTED'
  | 'COMPLETED'
  | 'CANCELLED'
  | 'EXPIRED'
  | 'FAILED'
  | 'REFUNDED'
  /** The chain took its payment back. */
  | 'REVERSED'

export const isOpen = (state: OrderState): boolean => state === 'OPEN' || state === 'SUBMITTED'

/** What an order waits for. Addresses and hashes are in lower case. */
export type WaitingOrder = {
  orderId: number
  chainId: number
  contract: string | null
  payer: string
  amount: bigint
  afterBlock: number
  /** The transaction that the member told, if any. */
  txHash: string | null
}

export type SeenPayment = {
  chainId: number
  contract: string | null
  payer: string
  amount: bigint
  blockNumber: number
  txHash: string
}

/**
 * Which order a payment is for: the one that names its transaction, else the oldest of the same
 * payer, chain, token and exact amount that opened before it. Nothing where nobody waits for it.
 */
export function matchPayment<Order extends WaitingOrder>(
  orders: readonly Order[],
  payment: SeenPayment,
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
 * Whether nobody waits for the payment any more. What was seen of it is waited for however long; a
 * transaction that was named is waited for only while a node knows it.
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

/** Why a member cannot have so many of it, if that is so. */
export function whyUnavailable(
  { onSale, stock, perMember, bought }: ShelfProduct,
  quantity = 1,
): 'NOT_ON_SALE' | 'SOLD_OUT' | 'LIMIT_REACHED' | undefined {
  if (!onSale) return 'NOT_ON_SALE'
  if (stock !== null && stock < quantity) return 'SOLD_OUT'
  if (perMember !== null && bought + quantity > perMember) return 'LIMIT_REACHED'
  return undefined
}
