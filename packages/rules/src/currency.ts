import { DAY_MS } from './duration.ts'

/** The currencies in which members may see values, the dollar of all prices first. */
export const CURRENCIES = [
  'USD',
  'EUR',
  'GBP',
  'KRW',
  'JPY',
  'CNY',
  'AUD',
  'CAD',
  'CHF',
  'SGD',
] as const

export type Currency = (typeof CURRENCIES)[number]
/** All prices are in dollars; the others are converted. */
export type ForeignCurrency = Exclude<Currency, 'USD'>

/** The amount of each currency that one dollar buys. Unknown currencies are left out. */
export type Rates = Partial<Record<ForeignCurrency, string>>

export const FOREIGN_CURRENCIES = CURRENCIES.filter(
  (currency): currency is ForeignCurrency => currency !== 'USD',
)

/** More digits than a price source returns, and fewer than a number can hold. */
const RATE_DIGITS = 10

/** Writes a rate as plain decimal text; undefined if it is no usable number. */
export function rateText(rate: number): string | undefined {
  if (!Number.isFinite(rate) || rate < 1e-6 || rate > 1e9) return undefined
  const text = rate.toFixed(Math.max(0, RATE_DIGITS - Math.ceil(Math.log10(rate))))
  return String(Number(text))
}

/** The rates of the embedded default, which needs no internet. */
const BASE_RATES: Readonly<Record<ForeignCurrency, number>> = {
  EUR: 0.86,
  GBP: 0.74,
  KRW: 1390,
  JPY: 148,
  CNY: 7.12,
  AUD: 1.52,
  CAD: 1.38,
  CHF: 0.8,
  SGD: 1.28,
}

const WAVE_DAYS = 9
const AMPLITUDE = 0.012

/** Returns rates that vary slightly over days without randomness. */
export function simulatedRates(now: Date): Rates {
  const angle = (2 * Math.PI * now.getTime()) / (WAVE_DAYS * DAY_MS)
  const rates: Rates = {}
  for (const [at, currency] of FOREIGN_CURRENCIES.entries()) {
    const rate = BASE_RATES[currency] * (1 + AMPLITUDE * Math.sin(angle + at))
    rates[currency] = String(Math.round(rate * 10_000) / 10_000)
  }
  return rates
}
