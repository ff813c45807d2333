import type { Credit, CreditOrder, CreditPackage } from './api.ts'

/** An order of the same that still waits, from any device: it is gone on with, not opened again. */
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

/** With an order that was just opened or changed. */
export function withOrder(credit: Credit, order: CreditOrder): Credit {
  const others = credit.orders.filter(({ orderId }) => orderId !== order.orderId)
  return { ...credit, orders: [order, ...others] }
}
