import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { DAY_MS, HOUR_MS } from '@solstice/rules/duration'
import { FOREIGN_CURRENCIES, simulatedRates } from '@solstice/rules/currency'
import { simulatedPrice } from '@solstice/rules/price'
import { runSweeps } from '#/platform/process/sweep.ts'
import { sweeps } from '#/sweeps.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { openBrowser, type Browser } from '#test/test-member.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { pricePoints } from './network.table.ts'
import { recordPrices } from './price-points.service.ts'

let server: TestApp
let owner: TestOperator
let visitor: Browser
beforeAll(async () => {
  server = await startTestApp({ withChains: true })
  owner = await anOperator(server)
  visitor = openBrowser(server)
})
beforeEach(async () => {
  await server.ctx.db.execute(sql`delete from price_points`)
  // Each test starts after the minute in which prices are cached.
  server.clock.advance(2 * HOUR_MS)
})
afterAll(() => server.close())

type Source = TestApp['ctx']['prices']

async function withSource(source: Source, action: () => Promise<void>): Promise<void> {
  const usual = server.ctx.prices
  server.ctx.prices = source
  try {
    await action()
  } finally {
    server.ctx.prices = usual
  }
}

const ethAt = (priceUsd: string): Source => ({
  prices: async () => new Map([['ETH', { priceUsd, priceChange24h: 0 }]]),
})

async function pointsOf(symbol: string): Promise<{ at: string; priceUsd: string }[]> {
  const { data } = await visitor.call('network.pricePoints', {})
  return data?.list.find((each) => each.symbol === symbol)?.points ?? []
}

const thisHour = () => server.ctx.now().getTime() - (server.ctx.now().getTime() % HOUR_MS)

test('stores one price for each symbol and hour, however often the job runs', async () => {
  await withSource(ethAt('3000'), async () => recordPrices(server.ctx))
  await withSource(ethAt('3100'), async () => recordPrices(server.ctx))
  server.clock.advance(HOUR_MS)
  await withSource(ethAt('3200'), async () => recordPrices(server.ctx))

  expect(await pointsOf('ETH')).toEqual([
    { at: new Date(thisHour() - HOUR_MS).toISOString(), priceUsd: '3000' },
    { at: new Date(thisHour()).toISOString(), priceUsd: '3200' },
  ])
  expect(await pointsOf('USDS')).toEqual([])
})

test('fills the hours of the last day only from a source that computes its prices', async () => {
  await recordPrices(server.ctx)

  const points = await pointsOf('ETH')
  expect(points).toHaveLength(server.ctx.now().getTime() === thisHour() ? 25 : 24)
  expect(points.map(({ at }) => Date.parse(at))).toEqual(
    points.map((_, hour) => thisHour() - (points.length - 1 - hour) * HOUR_MS),
  )
  for (const { at, priceUsd } of points.slice(0, -1)) {
    expect(priceUsd).toBe(simulatedPrice('ETH', new Date(at))?.priceUsd)
  }
})

test('stores the price that members see when an operator has set one', async () => {
  const body = { priceUsd: '2500', reason: 'The source reports a wrong price' }
  await owner.call('network.setPrice', { params: { symbol: 'ETH' }, body })

  await withSource(ethAt('3000'), async () => recordPrices(server.ctx))
  expect((await pointsOf('ETH')).map(({ priceUsd }) => priceUsd)).toEqual(['2500'])

  await owner.call('network.setPrice', {
    params: { symbol: 'ETH' },
    body: { ...body, priceUsd: null },
  })
})

test('stores nothing while the source does not respond, and lists every symbol without points', async () => {
  const down: Source = { prices: () => Promise.reject(new Error('down')) }
  await withSource(down, async () => recordPrices(server.ctx))

  const { data } = await visitor.call('network.pricePoints', {})
  expect(data?.list).toEqual(['ETH', 'USDS', 'tBNB'].map((symbol) => ({ symbol, points: [] })))
})

test('lists the prices of 24 hours and deletes them after two days', async () => {
  await withSource(ethAt('3000'), async () => recordPrices(server.ctx))
  const count = async () => {
    const rows = await server.ctx.db.select().from(pricePoints)
    return rows.length
  }

  server.clock.advance(DAY_MS + HOUR_MS)
  await runSweeps(server.ctx, sweeps)
  expect([await pointsOf('ETH'), await count()]).toEqual([[], 1])

  server.clock.advance(DAY_MS)
  await runSweeps(server.ctx, sweeps)
  expect(await count()).toBe(0)
})

test('lists the rates of the dearest symbol, also beside a price that an operator has set', async () => {
  const body = { priceUsd: '2500', reason: 'The source reports a wrong price' }
  await owner.call('network.setPrice', { params: { symbol: 'ETH' }, body })
  const rough = { priceUsd: '1', priceChange24h: 0, rates: { KRW: '1400' } }
  const precise = { priceUsd: '3000', priceChange24h: 0, rates: { KRW: '1388.3', EUR: '0.86' } }

  await withSource(
    { prices: async () => new Map(Object.entries({ USDS: rough, ETH: precise })) },
    async () => {
      const { data } = await visitor.call('network.rates', {})
      expect(data?.list).toEqual([
        { currency: 'EUR', perUsd: '0.86' },
        { currency: 'KRW', perUsd: '1388.3' },
      ])
    },
  )
  await owner.call('network.setPrice', {
    params: { symbol: 'ETH' },
    body: { ...body, priceUsd: null },
  })
})

test('lists no rates when the source returns prices in dollars only', async () => {
  await withSource(ethAt('3000'), async () => {
    const { data } = await visitor.call('network.rates', {})
    expect(data).toEqual({ list: [], at: null })
  })
})

test('lists the rates of all display currencies with the time of the source', async () => {
  const { data } = await visitor.call('network.rates', {})

  const now = server.ctx.now()
  const rates = simulatedRates(now)
  expect(data).toEqual({
    list: FOREIGN_CURRENCIES.map((currency) => ({ currency, perUsd: rates[currency] })),
    at: now.toISOString(),
  })
})
