import { withoutTrailing } from './text.ts'

/** Amounts are integers of the smallest unit. Text is the form that people type and read. */

const AMOUNT = /^(\d*)(?:\.(\d*))?$/
const DIGITS_MAX = 60

/**
 * Parses a text such as `1.5` into the smallest unit of a token; undefined if the text is not a
 * valid amount.
 */
export function unitsOf(text: string, decimals: number): bigint | undefined {
  const found = AMOUNT.exec(text.trim())
  if (!found) return undefined
  const [, whole = '', fraction = ''] = found
  if (whole === '' && fraction === '') return undefined
  if (whole.length > DIGITS_MAX || withoutTrailing(fraction, '0').length > decimals)
    return undefined
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
}

/** Formats the amount in full without trailing zeros. */
export function amountText(units: bigint, decimals: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = withoutTrailing(digits.slice(digits.length - decimals), '0')
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

/**
 * Formats an amount for display: with thousands separators and rounded down, so that it never shows
 * more than there is. A positive amount is never shown as zero.
 */
export function readableAmount(units: bigint, decimals: number, places = 6): string {
  const sign = units < 0n ? '-' : ''
  const [whole = '0', fraction = ''] = amountText(units < 0n ? -units : units, decimals).split('.')
  const shown = withoutTrailing(fraction.slice(0, places), '0')
  const grouped = BigInt(whole).toLocaleString('en-US')
  if (grouped === '0' && shown === '' && fraction !== '') {
    return `<${sign}0.${'0'.repeat(places - 1)}1`
  }
  return `${sign}${grouped}${shown === '' ? '' : `.${shown}`}`
}

const PRICE_DECIMALS = 36

function priceOf(priceUsd: string | null): bigint | undefined {
  const price = priceUsd === null ? undefined : unitsOf(priceUsd, PRICE_DECIMALS)
  return price === 0n ? undefined : price
}

/** Returns the value in whole US cents, rounded down. Undefined without a price. */
export function centsForUnits(
  units: bigint,
  decimals: number,
  priceUsd: string | null,
): bigint | undefined {
  const price = priceOf(priceUsd)
  if (price === undefined) return undefined
  return (units * price * 100n) / 10n ** BigInt(decimals + PRICE_DECIMALS)
}

/** Returns the largest amount that this many US cents buy. Undefined without a price. */
export function unitsForCents(
  cents: bigint,
  decimals: number,
  priceUsd: string | null,
): bigint | undefined {
  const price = priceOf(priceUsd)
  if (price === undefined) return undefined
  return (cents * 10n ** BigInt(decimals + PRICE_DECIMALS)) / (price * 100n)
}
