import type { Product, Purchase } from './api.ts'
import { standingOf } from './order.ts'

/** What the member has to spend in a season. */
export type Balances = { xpBalance: number; tickets: number }

/** What the season's own numbers say; nothing of the purse while they are on their way. */
export type SeasonState = {
  balances: Balances | undefined
  isOpen: boolean
  hasFailed: boolean
  retry: () => void
}

/** Whether a product can be bought now, and why not. */
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

/** In XP or tickets; what is paid in tokens is for the wallet to know. */
function missingFor(
  { payType, price }: Pick<Product, 'payType' | 'price'>,
  balances: Balances | undefined,
): number {
  if (!balances || payType === 'TOKEN') return 0
  return Number(price) - (payType === 'XP' ? balances.xpBalance : balances.tickets)
}

/** What is left after buying at once, of what it is paid with; gifts of the same kind come back. */
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

/** The order of a product that still waits; there is one that counts, the newest. */
export function openOrderOf(
  purchases: readonly Purchase[] | undefined,
  productId: number,
): Purchase | undefined {
  return purchases?.find((each) => each.productId === productId && each.status === 'PENDING')
}

/** Which of the purchases of a product a transaction paid; without one, the last. */
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

/** What the screen at the end says: only the server's record makes a purchase complete. */
export function completeOf(
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
