import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deviationPercent, simulatedPrice } from './price.ts'

const day = 24 * 60 * 60_000
const instant = fc.date({
  min: new Date('2026-01-01'),
  max: new Date('2030-01-01'),
  noInvalidDate: true,
})

test('simulated prices are deterministic and stay near their base', () => {
  fc.assert(
    fc.property(instant, (now) => {
      const price = simulatedPrice('ETH', now)
      expect(simulatedPrice('ETH', new Date(now))).toEqual(price)
      expect(Number(price?.priceUsd)).toBeGreaterThan(3200 * 0.94)
      expect(Number(price?.priceUsd)).toBeLessThan(3200 * 1.06)
    }),
  )
})

test.each([
  ['ETH', '3132.15', 1.18],
  ['SepoliaETH', '3100.54', -1.18],
  ['BNB', '614.07', -2.57],
  ['tBNB', '592.13', -0.41],
  ['POL', '0.45', -2.17],
  ['USDS', '1.00', 0],
  ['USDC', '1.00', 0],
  ['USDT', '1.00', 0],
])('the simulated price of %s at a given time is fixed: %s', (symbol, priceUsd, change) => {
  expect(simulatedPrice(symbol, new Date('2026-06-23T12:00:00Z'))).toEqual({
    priceUsd,
    priceChange24h: change,
  })
})

test('the daily change is the difference between the two prices', () => {
  fc.assert(
    fc.property(instant, (now) => {
      const today = simulatedPrice('tBNB', now)
      const before = Number(simulatedPrice('tBNB', new Date(now.getTime() - day))?.priceUsd)
      const change = ((Number(today?.priceUsd) - before) / before) * 100
      expect(today?.priceChange24h).toBeCloseTo(change, 1)
    }),
  )
})

test("prices change, a stable token's price does not, and an unknown symbol has none", () => {
  const hours = Array.from({ length: 48 }, (_, hour) => new Date(Date.UTC(2026, 5, 23, hour)))
  const prices = new Set(hours.map((now) => simulatedPrice('ETH', now)?.priceUsd))

  expect(prices.size).toBeGreaterThan(40)
  expect(simulatedPrice('USDS', hours[0] ?? new Date(0))).toEqual({
    priceUsd: '1.00',
    priceChange24h: 0,
  })
  expect(simulatedPrice('SCAM', hours[0] ?? new Date(0))).toBeUndefined()
})

test.each([
  ['1', '1.05', 5],
  ['3200', '3040', -5],
  ['1', '1', 0],
  ['0', '1', null],
  [null, '1', null],
  ['1', null, null],
])('a source of %s and a price of %s deviate by %s percent', (source, price, percent) => {
  expect(deviationPercent(source, price)).toBe(percent)
})
