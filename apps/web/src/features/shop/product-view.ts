import type { Product, Purchase } from './api.ts'
import { standingOf } from './order.ts'

/** The amounts that the member can spend in a season. */
export type Balances = { xpBalance: number; tickets: number }

/** The state of a season for the shop. The balances are undefined while they load. */
export type SeasonState = {
  balances: Balances | undefined
  isOpen: boolean
  hasFailed: boolean
  retry: () => void
}

/** States if a product can be bought now, and otherwise the reason. */
export type Offer =
  | { kind: 'open' }
  | { kind: 'short'; missing: number }
  | { kind: 'closed'; reason: NonNullable<Product['unavailableReason']> | 'SEASON' }

export function offerOf(
  product: Pick<Product, 'payType' | 'price' | 'unavailableReason'>,
  balances: Balances | undefined,
  isSeasonOpen: boolean,
): Offer {
  if (!isSeasonOpen) return { kind: 'closed', reason: 'SEASON' }
  if (product.unavailableReason !== null) {
    return { kind: 'closed', reason: product.unavailableReason }
  }
  const missing = missingFor(product, balances)
  return missing > 0 ? { kind: 'short', missing } : { kind: 'open' }
}

/** Returns the missing XP or tickets. The wallet checks token payments. */
function missingFor(
  { payType, price }: Pick<Product, 'payType' | 'price'>,
  balances: Balances | undefined,
): number {
  if (!balances || payType === 'TOKEN') return 0
  return Number(price) - (payType === 'XP' ? balances.xpBalance : balances.tickets)
}

/**
 * Returns the balances after an immediate purchase, including the XP and tickets that the product
 * gives.
 */
export function balancesAfter(
  {
    payType,
    price,
    givesXp,
    givesTickets,
  }: Pick<Product, 'payType' | 'price' | 'givesXp' | 'givesTickets'>,
  { xpBalance, tickets }: Balances,
): Balances {
  const paid = Number(price)
  return {
    xpBalance: xpBalance + givesXp - (payType === 'XP' ? paid : 0),
    tickets: tickets + givesTickets - (payType === 'TICKET' ? paid : 0),
  }
}

/** Finds the newest open order of a product. */
export function openOrderOf(
  purchases: readonly Purchase[] | undefined,
  productId: number,
): Purchase | undefined {
  return purchases?.find((each) => each.productId === productId && each.status === 'PENDING')
}

/** Finds the purchase of a product that a transaction paid; without a hash, the latest one. */
export function purchaseShown(
  purchases: readonly Purchase[],
  { productId, txHash }: { productId: number; txHash: string | undefined },
): Purchase | undefined {
  const own = purchases.filter((each) => each.productId === productId && each.kind === 'PURCHASE')
  if (txHash === undefined) return own[0]
  return own.find((each) => each.txHash?.toLowerCase() === txHash.toLowerCase())
}

export type Completion =
  | 'done'
  | 'pending'
  | 'failed'
  | 'asked'
  | 'returning'
  | 'refund'
  | 'unknown'
  | 'nothing'

/**
 * Returns the result that the final screen shows. Only the server's record completes a purchase.
 */
export function completionOf(
  purchase: Parameters<typeof standingOf>[0] | null,
  txHash: string | undefined,
): Completion {
  if (!purchase) return txHash === undefined ? 'nothing' : 'unknown'
  switch (standingOf(purchase)) {
    case 'credited':
      return 'done'
    case 'open':
      return 'pending'
    case 'failed':
    case 'cancelled':
      return 'failed'
    case 'asked':
      return 'asked'
    case 'refunding':
      return 'returning'
    case 'refunded':
      return 'refund'
  }
}
