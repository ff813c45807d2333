import { amountText, unitsForCents, unitsOf } from '@solstice/rules/amount'
import type { Currency } from '@solstice/rules/currency'
import { currentLanguage } from '#/lib/i18n.ts'
import { shownCurrency, useDisplay } from './display.ts'
import type { Shown } from './display.ts'

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

/** Formats a value in dollars in the member's currency. */
export function formatUsd(usd: number): string {
  return partsOf(usd)
    .map(({ value }) => value)
    .join('')
}

/** Returns the same text as `formatUsd`, with the separator and the minor units apart. */
export function moneyParts(usd: number): { whole: string; minor: string } {
  const parts = partsOf(usd)
  const at = parts.findIndex(({ type }) => type === 'decimal')
  const textOf = (some: typeof parts) => some.map(({ value }) => value).join('')
  if (at === -1) return { whole: textOf(parts), minor: '' }
  return { whole: textOf(parts.slice(0, at)), minor: textOf(parts.slice(at)) }
}

function partsOf(usd: number): { type: string; value: string }[] {
  const { currency, perUsd } = shownCurrency(useDisplay.getState())
  const format = formatOf(currency)
  const value = usd * Number(perUsd)
  const smallest = 10 ** -minorDigits(currency)
  if (value <= 0 || value >= smallest) return format.formatToParts(value)
  return [{ type: 'literal', value: '<' }, ...format.formatToParts(smallest)]
}

/** Names other dollars and yuan apart from the ones that a reader of the language expects. */
function formatOf(currency: Currency): Intl.NumberFormat {
  const currencyDisplay = currency === 'USD' ? 'narrowSymbol' : 'symbol'
  return new Intl.NumberFormat(currentLanguage(), { style: 'currency', currency, currencyDisplay })
}

/** Returns 2 for most currencies, and 0 for those without a smaller unit. */
function minorDigits(currency: Currency): number {
  return formatOf(currency).resolvedOptions().maximumFractionDigits ?? 0
}

/** Returns the sign that stands at an amount that is being typed, and on which side. */
export function currencySign(currency: Currency): { text: string; isBefore: boolean } {
  const parts = formatOf(currency).formatToParts(1)
  const at = parts.findIndex(({ type }) => type === 'currency')
  const isBefore = at < parts.findIndex(({ type }) => type === 'integer')
  return { text: parts[at]?.value ?? currency, isBefore }
}

export function formatPercentChange(change: number): string {
  const format = new Intl.NumberFormat(currentLanguage(), {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
  return `${format.format(Math.abs(change))}%`
}

/** Writes a value as a member would type it. */
export function typedMoney(usd: number, { currency, perUsd }: Shown): string {
  return (usd * Number(perUsd)).toFixed(minorDigits(currency))
}

const CENTS = 2
const PRICE_DECIMALS = 36

/** Returns the token amount that a typed value in the shown currency buys, rounded down. */
export function amountForMoney(
  typed: string,
  decimals: number,
  priceUsd: string | null,
  { currency, perUsd }: Shown,
): bigint | undefined {
  const digits = minorDigits(currency)
  const minor = parseAmount(typed, digits)
  if (minor === undefined || priceUsd === null) return undefined
  const price = unitsOf(priceUsd, PRICE_DECIMALS)
  const rate = unitsOf(perUsd, PRICE_DECIMALS)
  if (price === undefined || rate === undefined) return undefined
  const shownPrice = amountText((price * rate) / 10n ** BigInt(PRICE_DECIMALS), PRICE_DECIMALS)
  return unitsForCents(minor * 10n ** BigInt(CENTS - digits), decimals, shownPrice)
}
