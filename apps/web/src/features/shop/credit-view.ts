import type { Credit, CreditOrder, CreditPackage } from './api.ts'

/**
 * Finds an open order of the same package, from any device, so that it is resumed instead of opened
 * again.
 */
export function waitingOrderOf(
  orders: readonly CreditOrder[],
  { credit, price, chainId, contractAddress }: CreditPackage,
): CreditOrder | undefined {
  return orders.find(
    (order) =>
      (order.status === 'PENDING' || order.status === 'SUBMITTED') &&
      order.credit === credit &&
      order.price === price &&
      order.chainId === chainId &&
      order.contractAddress === contractAddress,
  )
}

/** Returns the credit with a new or changed order placed first. */
export function withOrder(credit: Credit, order: CreditOrder): Credit {
  const others = credit.orders.filter(({ orderId }) => orderId !== order.orderId)
  return { ...credit, orders: [order, ...others] }
}
