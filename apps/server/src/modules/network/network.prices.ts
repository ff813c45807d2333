import type { Rates } from '@solstice/rules/currency'
import { HOUR_MS } from '@solstice/rules/duration'
import type { AppContext } from '#/platform/process/context.ts'
import { findPricesByHand } from './network.queries.ts'

export type ShownPrice = {
  priceUsd: string
  priceChange24h: number | null
  byHand: boolean
  /** When the manual price was set, or the price of the source was read. */
  at: Date
  /** The price of the source, also beside a manual one. */
  sourceUsd: string | null
  /** The rates of the source, and when they were read; null while it is unavailable. */
  source: { rates: Rates; readAt: Date } | null
}

/** Returns the current prices of symbols; unknown ones are left out. */
export type PriceBoard = (symbols: readonly string[]) => Promise<ReadonlyMap<string, ShownPrice>>

const FRESH_MS = 60_000
/** Older prices are not shown. */
const USABLE_MS = HOUR_MS

type Known = {
  price: { priceUsd: string; priceChange24h: number | null; rates?: Rates }
  atMs: number
}

/**
 * Returns manual prices, else those of the source, fetched at most once a minute. While the source
 * is unavailable, the last price is used for an hour.
 */
export function priceBoard(ctx: Pick<AppContext, 'db' | 'now' | 'prices' | 'log'>): PriceBoard {
  const known = new Map<string, Known>()
  /**
   * Includes symbols the source does not know, so that they too are requested once a minute only.
   */
  const requestedSymbols = new Set<string>()
  let pending: Promise<void> | undefined

  async function fetchPrices(symbols: readonly string[], nowMs: number): Promise<void> {
    try {
      for (const [symbol, price] of await ctx.prices.prices(symbols)) {
        known.set(symbol, { price, atMs: nowMs })
      }
    } catch (error) {
      ctx.log.warn({ err: error }, 'The price source is unavailable')
    }
  }

  let fetchedAtMs = -Infinity
  let fetchedCount = 0
  return async (symbols) => {
    const nowMs = ctx.now().getTime()
    const uniqueSymbols = Array.from(new Set(symbols))
    for (const symbol of uniqueSymbols) requestedSymbols.add(symbol)
    const isNew = requestedSymbols.size > fetchedCount
    if (Math.abs(nowMs - fetchedAtMs) >= FRESH_MS || isNew) {
      fetchedAtMs = nowMs
      fetchedCount = requestedSymbols.size
      pending = fetchPrices(Array.from(requestedSymbols), nowMs)
    }
    await pending
    const byHand = await findPricesByHand(ctx.db)
    const shown = new Map<string, ShownPrice>()
    for (const symbol of uniqueSymbols) {
      const own = byHand.get(symbol)
      const last = known.get(symbol)
      const found = last && nowMs - last.atMs < USABLE_MS ? last : undefined
      const sourceUsd = found?.price.priceUsd ?? null
      const source = found ? { rates: found.price.rates ?? {}, readAt: new Date(found.atMs) } : null
      if (own !== undefined) {
        const { priceUsd, setAt: at } = own
        shown.set(symbol, { priceUsd, priceChange24h: null, byHand: true, at, sourceUsd, source })
      } else if (found) {
        const { priceUsd, priceChange24h } = found.price
        const at = new Date(found.atMs)
        shown.set(symbol, { priceUsd, priceChange24h, byHand: false, at, sourceUsd, source })
      }
    }
    return shown
  }
}
