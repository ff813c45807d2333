import { HOUR_MS } from '@solstice/rules/duration'
import type { AppContext } from '#/platform/process/context.ts'
import { findPricesByHand } from './network.queries.ts'

export type ShownPrice = { priceUsd: string; priceChange24h: number | null; byHand: boolean }

/** Returns the current prices of symbols; unknown ones are left out. */
export type PriceBoard = (symbols: readonly string[]) => Promise<ReadonlyMap<string, ShownPrice>>

const FRESH_MS = 60_000
/** Older prices are not shown. */
const USABLE_MS = HOUR_MS

type Known = { price: ShownPrice; atMs: number }

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
        known.set(symbol, { price: { ...price, byHand: false }, atMs: nowMs })
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
      const found = known.get(symbol)
      if (own !== undefined)
        shown.set(symbol, { priceUsd: own, priceChange24h: null, byHand: true })
      else if (found && nowMs - found.atMs < USABLE_MS) shown.set(symbol, found.price)
    }
    return shown
  }
}
