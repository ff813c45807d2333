import { z } from 'zod'
import {
  CURRENCIES,
  FOREIGN_CURRENCIES,
  rateText,
  simulatedRates,
  type Rates,
} from '@solstice/rules/currency'
import { simulatedPrice, type MarketPrice } from '@solstice/rules/price'
import { withoutTrailing } from '@solstice/rules/text'
import type { PriceSource } from '#/platform/process/context.ts'
import { recordOf } from '#/platform/process/untrusted-list.ts'
import { limitedJson } from './limited-reply.ts'

const TIMEOUT_MS = 5000
const REPLY_MAX_BYTES = 1_000_000

const VS_CURRENCIES = CURRENCIES.map((currency) => currency.toLowerCase()).join(',')

const replySchema = recordOf(
  z
    .object({ usd: z.number().positive(), usd_24h_change: z.number().nullable().optional() })
    // A source may not know every currency, which must not cost the prices in dollars.
    .catchall(z.unknown()),
)
type PriceReply = z.infer<typeof replySchema>[string]

/** Fixed prices for the embedded default, which needs no internet. */
export function fakePrices(now: () => Date): PriceSource {
  return {
    prices: async (symbols) => simulatedPrices(symbols, now()),
    pricesAt: simulatedPrices,
  }
}

function simulatedPrices(symbols: readonly string[], at: Date): Map<string, MarketPrice> {
  const rates = simulatedRates(at)
  const known = new Map<string, MarketPrice>()
  for (const symbol of symbols) {
    const price = simulatedPrice(symbol, at)
    if (price) known.set(symbol, { ...price, rates })
  }
  return known
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
      url.searchParams.set('vs_currencies', VS_CURRENCIES)
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
        known.set(symbol, { priceUsd: plain(price.usd), priceChange24h, rates: ratesIn(price) })
      }
      return known
    },
  }
}

/** The source prices a coin in every currency with the same rates, so their ratio is the rate. */
function ratesIn(price: PriceReply): Rates {
  const rates: Rates = {}
  for (const currency of FOREIGN_CURRENCIES) {
    const there = price[currency.toLowerCase()]
    const rate = typeof there === 'number' ? rateText(there / price.usd) : undefined
    if (rate !== undefined) rates[currency] = rate
  }
  return rates
}

/** Formats a price without an exponent (0.0000001) and with no more digits than are meaningful. */
function plain(price: number): string {
  const text = price.toFixed(price >= 1 ? 2 : 10)
  return text.includes('.') ? withoutTrailing(withoutTrailing(text, '0'), '.') : text
}
