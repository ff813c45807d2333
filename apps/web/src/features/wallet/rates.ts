import { networkEndpoints } from '@solstice/contract/network.endpoints'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#/lib/api.ts'
import { keepRates, useDisplay } from './display.ts'

const FRESH_MS = 5 * 60_000

export const ratesQuery = queryOptions({
  queryKey: ['rates'],
  queryFn: async ({ signal }) => {
    const { list } = await call(networkEndpoints['network.rates'], {}, { signal })
    const rates = Object.fromEntries(list.map(({ currency, perUsd }) => [currency, perUsd]))
    keepRates(rates, Date.now())
    return rates
  },
  staleTime: FRESH_MS,
  refetchInterval: FRESH_MS,
})

/** Keeps the rates current while a screen shows values in a currency that needs one. */
export function useRates(): void {
  const { currency } = useDisplay()
  useQuery({ ...ratesQuery, enabled: currency !== 'USD' })
}

export const pricePointsQuery = queryOptions({
  queryKey: ['price-points'],
  queryFn: async ({ signal }) => {
    const { list } = await call(networkEndpoints['network.pricePoints'], {}, { signal })
    return new Map(
      list.map(({ symbol, points }) => [
        symbol,
        points.map(({ at, priceUsd }) => ({ atMs: Date.parse(at), price: Number(priceUsd) })),
      ]),
    )
  },
  // The server adds a point every hour.
  staleTime: FRESH_MS,
  refetchInterval: 2 * FRESH_MS,
})
