import { formatAmount } from '@solstice/ui/format.ts'

/** Writes `18.08 USDS, 3.00 TIDE`; undefined if nothing is on hold. */
export function amountsText(
  amounts: readonly { symbol: string; amount: string }[],
): string | undefined {
  if (amounts.length === 0) return undefined
  return amounts.map(({ amount, symbol }) => `${formatAmount(amount)}\u00a0${symbol}`).join(', ')
}
