import { amountText, unitsForCents, unitsOf } from '@solstice/rules/amount'
import { currentLanguage } from '#/lib/i18n.ts'

/** What was typed as an amount; a phone's own keyboard may have a comma where others have a point. */
export function parseAmount(typed: string, decimals: number): bigint | undefined {
  return unitsOf(typed.replace(',', '.'), decimals)
}

/** What an amount is worth in dollars, also where that is less than a cent; nothing without a price. */
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

/** So much of a token as the dollars buy, rounded down. */
export function amountForUsd(
  typedUsd: string,
  decimals: number,
  priceUsd: string | null,
): bigint | undefined {
  const cents = parseAmount(typedUsd, CENTS)
  return cents === undefined ? undefined : unitsForCents(cents, decimals, priceUsd)
}
