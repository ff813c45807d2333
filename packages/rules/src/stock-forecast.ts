/** The pace is that of the last whole days, of which this many count. */
const PACE_DAYS = 7

/**
 * Returns after how many days the stock is used up at the present pace, rounded down; null for an
 * unlimited stock and without a sale in these days.
 */
export function daysOfStock(
  stock: number | null,
  /** Units sold per programme day, oldest first. */
  soldByDay: readonly number[],
): number | null {
  if (stock === null) return null
  if (stock === 0) return 0
  const days = soldByDay.slice(-PACE_DAYS)
  const sold = days.reduce((sum, each) => sum + each, 0)
  return sold === 0 ? null : Math.floor((stock * days.length) / sold)
}
