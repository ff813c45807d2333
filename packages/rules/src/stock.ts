/** The largest stock of a product. */
export const STOCK_MAX = 1_000_000_000

/**
 * Returns the stock after units were added or removed, relative to the stock of this moment, so
 * that a sale since the operator read it is kept. Undefined if the change does not fit any more:
 * fewer units are left than it removes, the stock is unlimited, or it would exceed the maximum.
 */
export function stockAfter(stock: number | null, change: number): number | undefined {
  if (stock === null) return undefined
  const after = stock + change
  return after >= 0 && after <= STOCK_MAX ? after : undefined
}
