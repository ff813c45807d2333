import { unitsOf } from './amount.ts'
import type { Rates } from './currency.ts'
import { DAY_MS } from './duration.ts'

/** The prices of the embedded default: simulated, and the same for all members at the same time. */
const BASE_CENTS: Readonly<Record<string, number>> = {
  ETH: 320_000,
  SepoliaETH: 320_000,
  BNB: 61_000,
  tBNB: 61_000,
  POL: 45,
  USDS: 100,
  USDC: 100,
  USDT: 100,
}
const STABLE = new Set(['USDS', 'USDC', 'USDT'])

export type MarketPrice = {
  priceUsd: string
  priceChange24h: number
  /** The rates that the prices of one symbol in several currencies imply. */
  rates?: Rates
}

/**
 * Returns a price that varies slightly over hours and days without randomness. Undefined for an
 * unknown symbol.
 */
export function simulatedPrice(symbol: string, now: Date): MarketPrice | undefined {
  const base = BASE_CENTS[symbol]
  if (base === undefined) return undefined
  if (STABLE.has(symbol)) return { priceUsd: dollars(base), priceChange24h: 0 }
  const today = simulatedCents(symbol, base, now.getTime())
  const yesterday = simulatedCents(symbol, base, now.getTime() - DAY_MS)
  return { priceUsd: dollars(today), priceChange24h: percent(today, yesterday) }
}

/** The periods differ, so that no two days look alike. */
const WAVES = [
  { periodMs: 5.3 * DAY_MS, amplitude: 0.031 },
  { periodMs: 1.7 * DAY_MS, amplitude: 0.014 },
  { periodMs: 0.23 * DAY_MS, amplitude: 0.004 },
]

function simulatedCents(symbol: string, base: number, ms: number): number {
  const phase = Array.from(symbol).reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0)
  const drift = WAVES.reduce(
    (sum, { periodMs, amplitude }, at) =>
      sum + amplitude * Math.sin((2 * Math.PI * ms) / periodMs + phase * (at + 1)),
    0,
  )
  return Math.max(1, Math.round(base * (1 + drift)))
}

const dollars = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

/** Prices are at least one cent, so the divisor is never zero. */
function percent(now: number, before: number): number {
  return Math.round(((now - before) / before) * 10_000) / 100
}

const PRICE_DECIMALS = 36

/**
 * Returns how far a price is from its source in percent, with two decimals; null if one of them is
 * unknown or the source is zero.
 */
export function deviationPercent(source: string | null, price: string | null): number | null {
  const from = source === null ? undefined : unitsOf(source, PRICE_DECIMALS)
  const to = price === null ? undefined : unitsOf(price, PRICE_DECIMALS)
  if (from === undefined || to === undefined || from === 0n) return null
  return Number(((to - from) * 10_000n) / from) / 100
}
