import { expect, test } from 'vitest'
import { CURRENCIES, FOREIGN_CURRENCIES, rateText, simulatedRates } from './currency.ts'

test('offers the dollar first and each currency once', () => {
  expect(CURRENCIES[0]).toBe('USD')
  expect(new Set(CURRENCIES).size).toBe(CURRENCIES.length)
  expect(FOREIGN_CURRENCIES).toEqual(CURRENCIES.slice(1))
  expect(CURRENCIES).toEqual(expect.arrayContaining(['KRW', 'EUR', 'JPY', 'GBP']))
})

test('simulated rates are known for every currency and fixed at a given time', () => {
  const rates = simulatedRates(new Date('2026-06-23T12:00:00Z'))

  expect(Object.keys(rates)).toEqual(FOREIGN_CURRENCIES)
  expect(simulatedRates(new Date('2026-06-23T12:00:00Z'))).toEqual(rates)
  expect(Number(rates.KRW)).toBeGreaterThan(1390 * 0.987)
  expect(Number(rates.KRW)).toBeLessThan(1390 * 1.013)
  expect(rates).toMatchInlineSnapshot(`
    {
      "AUD": "1.5018",
      "CAD": "1.3702",
      "CHF": "0.8035",
      "CNY": "7.0783",
      "EUR": "0.8565",
      "GBP": "0.7454",
      "JPY": "148.8369",
      "KRW": "1406.6265",
      "SGD": "1.295",
    }
  `)
})

test.each([
  [1384.2071234567, '1384.207123'],
  [0.8600000000001, '0.86'],
  [1, '1'],
  [0.000002, '0.000002'],
])('writes the rate %s as %s', (rate, written) => {
  expect(rateText(rate)).toBe(written)
})

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e-7, 1e10])(
  'writes no rate for %s',
  (rate) => {
    expect(rateText(rate)).toBeUndefined()
  },
)
