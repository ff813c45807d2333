import { z } from 'zod'
import { simulatedPrice, type MarketPrice } from '@solstice/rules/price'
import { withoutTrailing } from '@solstice/rules/text'
import type { PriceSource } from '#/platform/process/context.ts'
import { recordOf } from '#/platform/process/untrusted-list.ts'
import { limitedJson } from './limited-reply.ts'

const TIMEOUT_MS = 5000
const REPLY_MAX_BYTES = 1_000_000

const replySchema = recordOf(
  z.object({ usd: z.number().positive(), usd_24h_change: z.number().nullable().optional() }),
)

/** Fixed prices for the embedded default, which needs no internet. */
export function fakePrices(now: () => Date): PriceSource {
  return {
    prices: async (symbols) => {
      const known = new Map<string, MarketPrice>()
      for (const symbol of symbols) {
        const price = simulatedPrice(symbol, now())
        if (price) known.set(symbol, price)
      }
      return known
    },
  }
}

/** A price API compatible with CoinGecko's simple/price, queried by symbol. */
export function priceApi(settings: {
  url: string
  apiKey: string | undefined
  timeoutMs?: number
}): PriceSource {
  return {
    prices: async (symbols) => {
      const url = new URL(settings.url)
      url.searchParams.set('symbols', symbols.map((symbol) => symbol.toLowerCase()).join(','))
      url.searchParams.set('vs_currencies', 'usd')
      url.searchParams.set('include_24hr_change', 'true')
      const response = await fetch(url, {
        redirect: 'error',
        signal: AbortSignal.timeout(settings.timeoutMs ?? TIMEOUT_MS),
        ...(settings.apiKey === undefined
          ? {}
          : { headers: { 'x-cg-pro-api-key': settings.apiKey } }),
      })
      if (!response.ok) throw new Error(`The price API returned HTTP ${response.status}`)
      const reply = replySchema.parse(await limitedJson(response, REPLY_MAX_BYTES))
      const known = new Map<string, MarketPrice>()
      for (const symbol of symbols) {
        const price = reply[symbol.toLowerCase()]
        if (!price) continue
        const priceChange24h = Math.round((price.usd_24h_change ?? 0) * 100) / 100
        known.set(symbol, { priceUsd: plain(price.usd), priceChange24h })
      }
      return known
    },
  }
}

/** Formats a price without an exponent (0.0000001) and with no more digits than are meaningful. */
function plain(price: number): string {
  const text = price.toFixed(price >= 1 ? 2 : 10)
  return text.includes('.') ? withoutTrailing(withoutTrailing(text, '0'), '.') : text
}
