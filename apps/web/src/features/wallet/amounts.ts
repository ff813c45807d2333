import { amountText, unitsForCents, unitsOf } from '@solstice/rules/amount'
import { currentLanguage } from '#/lib/i18n.ts'

/** Parses a typed amount; some keyboards have a comma instead of a point. */
export function parseAmount(typed: string, decimals: number): bigint | undefined {
  return unitsOf(typed.replace(',', '.'), decimals)
}

/**
 * Returns the value of an amount in dollars, including values below one cent; undefined without a
 * price.
 */
export function valueUsd(
  amount: bigint,
  decimals: number,
  priceUsd: string | null,
): number | undefined {
  if (priceUsd === null) return undefined
  return Number(amountText(amount, decimals)) * Number(priceUsd)
}

export function formatUsd(usd: number): string {
  const format = new Intl.NumberFormat(currentLanguage(), {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
  })
  return usd > 0 && usd < 0.01 ? `<${format.format(0.01)}` : format.format(usd)
}

export function formatPercentChange(change: number): string {
  const format = new Intl.NumberFormat(currentLanguage(), {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
  return `${format.format(Math.abs(change))}%`
}

const CENTS = 2

/** Returns the token amount that the dollars buy, rounded down. */
export function amountForUsd(
  typedUsd: string,
  decimals: number,
  priceUsd: string | null,
): bigint | undefined {
  const cents = parseAmount(typedUsd, CENTS)
  return cents === undefined ? undefined : unitsForCents(cents, decimals, priceUsd)
}
