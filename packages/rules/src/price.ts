import { DAY_MS } from './duration.ts'

/** The prices of the embedded default: made up, and the same for everybody at the same instant. */
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

export type MarketPrice = { priceUsd: string; priceChange24h: number }

/** Goes up and down a little over hours and days, without chance. Nothing for what it does not know. */
export function madeUpPrice(symbol: string, now: Date): MarketPrice | undefined {
  const base = BASE_CENTS[symbol]
  if (base === undefined) return undefined
  if (STABLE.has(symbol)) return { priceUsd: dollars(base), priceChange24h: 0 }
  const today = walkedCents(symbol, base, now.getTime())
  const yesterday = walkedCents(symbol, base, now.getTime() - DAY_MS)
  return { priceUsd: dollars(today), priceChange24h: percent(today, yesterday) }
}

/** Waves that never meet: no day looks like the one before. */
const WAVES = [
  { periodMs: 5.3 * DAY_MS, swing: 0.031 },
  { periodMs: 1.7 * DAY_MS, swing: 0.014 },
  { periodMs: 0.23 * DAY_MS, swing: 0.004 },
]

function walkedCents(symbol: string, base: number, ms: number): number {
  const phase = Array.from(symbol).reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0)
  const drift = WAVES.reduce(
    (sum, { periodMs, swing }, at) =>
      sum + swing * Math.sin((2 * Math.PI * ms) / periodMs + phase * (at + 1)),
    0,
  )
  return Math.max(1, Math.round(base * (1 + drift)))
}

const dollars = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

/** No price is below a cent, so there is always one to compare with. */
function percent(now: number, before: number): number {
  return Math.round(((now - before) / before) * 10_000) / 100
}
