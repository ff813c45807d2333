import type { CallData } from '@solstice/contract/wire'
import { FOREIGN_CURRENCIES } from '@solstice/rules/currency'
import { DAY_MS, HOUR_MS } from '@solstice/rules/duration'
import type { AppContext } from '#/platform/process/context.ts'
import { priceBoard, type PriceBoard, type ShownPrice } from './network.prices.ts'
import { findContracts } from './network.queries.ts'
import { findPricePoints, insertPricePoints, type PricePoint } from './price-points.queries.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'prices' | 'log'>

const HOURS_OF_DAY = DAY_MS / HOUR_MS

/**
 * Stores the current price of every symbol for this hour. Earlier hours stay without a price, except
 * for a source that can compute them.
 */
export async function recordPrices(ctx: Context): Promise<void> {
  const { db, prices: source } = ctx
  const nowMs = ctx.now().getTime()
  const hourMs = nowMs - (nowMs % HOUR_MS)
  const symbols = await symbolsShown(ctx)
  const points: PricePoint[] = []
  for (const [symbol, { priceUsd }] of await priceBoard(ctx)(symbols)) {
    points.push({ symbol, at: new Date(hourMs), priceUsd })
  }
  for (let hours = 1; source.pricesAt && hours <= HOURS_OF_DAY; hours += 1) {
    const at = new Date(hourMs - hours * HOUR_MS)
    for (const [symbol, { priceUsd }] of source.pricesAt(symbols, at)) {
      points.push({ symbol, at, priceUsd })
    }
  }
  await insertPricePoints(db, points)
}

/** Lists the hourly prices of the last day by symbol. Disabled symbols are left out. */
export async function listPricePoints(ctx: Context): Promise<CallData<'network.pricePoints'>> {
  const symbols = await symbolsShown(ctx)
  const points = await findPricePoints(ctx.db, new Date(ctx.now().getTime() - DAY_MS))
  return {
    list: symbols.map((symbol) => ({
      symbol,
      points: points
        .filter((point) => point.symbol === symbol)
        .map(({ at, priceUsd }) => ({ at: at.toISOString(), priceUsd })),
    })),
  }
}

/**
 * Returns the rates of the symbol with the highest price, because a price of many digits divides
 * with the smallest error.
 */
export async function listRates(
  ctx: Context,
  prices: PriceBoard,
): Promise<CallData<'network.rates'>> {
  const shown = await prices(await symbolsShown(ctx))
  let best: { usd: number; source: NonNullable<ShownPrice['source']> } | undefined
  for (const { source, sourceUsd } of shown.values()) {
    const usd = Number(sourceUsd ?? 0)
    const hasRates = source !== null && Object.keys(source.rates).length > 0
    if (hasRates && (!best || usd > best.usd)) best = { usd, source }
  }
  const { rates = {}, readAt } = best?.source ?? {}
  return {
    list: FOREIGN_CURRENCIES.flatMap((currency) => {
      const perUsd = rates[currency]
      return perUsd === undefined ? [] : [{ currency, perUsd }]
    }),
    at: readAt?.toISOString() ?? null,
  }
}

async function symbolsShown({ db }: Pick<AppContext, 'db'>): Promise<string[]> {
  const contracts = await findContracts(db)
  return Array.from(new Set(contracts.filter(({ enabled }) => enabled).map(({ symbol }) => symbol)))
}
