import type { PlannedProduct } from './planned-product.ts'

/** Returns how much of the wanted quantity the stock of the product at this position covers. */
export type TakesStock = (at: number, wanted: number) => number

type ShopGain = {
  xp: number
  tickets: number
  /** The tickets with which products were paid. */
  ticketsPaid: number
}

/**
 * Lets a member buy one of each affordable product on a day, in the order of the shop. Products
 * that are paid with a token are left out, because the plan knows nothing about members' wallets.
 */
export function simulateShop(
  products: readonly PlannedProduct[],
  member: { spendable: number; bought: number[] },
  day: { tickets: number; takesStock: TakesStock },
): ShopGain {
  const gain: ShopGain = { xp: 0, tickets: 0, ticketsPaid: 0 }
  const order = products
    .map((product, at) => ({ product, at }))
    .toSorted((one, other) => one.product.position - other.product.position)
  for (const { product, at } of order) {
    const { payType, givesXp, givesTickets } = product
    if (payType === 'TOKEN') continue
    const price = Number(product.price)
    const balance = payType === 'XP' ? member.spendable : day.tickets - gain.ticketsPaid
    const allowed = Math.min(1, (product.perUserLimit ?? Infinity) - (member.bought[at] ?? 0))
    if (!(price > 0) || balance < price || allowed <= 0) continue
    const share = day.takesStock(at, allowed)
    member.bought[at] = (member.bought[at] ?? 0) + share
    if (payType === 'XP') member.spendable -= price * share
    else gain.ticketsPaid += price * share
    member.spendable += givesXp * share
    gain.xp += givesXp * share
    gain.tickets += givesTickets * share
  }
  return gain
}
