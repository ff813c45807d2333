import { beforeEach, expect, test, vi } from 'vitest'

const kept = vi.hoisted(() => new Map<string, string>())
vi.hoisted(() => {
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  Object.assign(globalThis, { window: { localStorage: storage, sessionStorage: storage } })
})

const { runSignOutTasks, whenSignedOut } = await import('#/lib/sign-out.ts')
const { chooseCurrency, hideBalances, keepRates, readDisplay, shownCurrency, useDisplay } =
  await import('./display.ts')
const { amountForMoney, currencySign, formatUsd, moneyParts, typedMoney } =
  await import('./amounts.ts')

const RATES = { KRW: '1390', JPY: '148.5', EUR: '0.86', CAD: '1.38' }
const NOW = 1_800_000_000_000

beforeEach(() => {
  kept.clear()
  useDisplay.setState(readDisplay(NOW))
})

test('stores the currency and hidden balances on the device, where a reload finds them', () => {
  chooseCurrency('KRW')
  hideBalances(true)
  keepRates(RATES, NOW)

  expect(readDisplay(NOW)).toEqual({ currency: 'KRW', isHidden: true, rates: RATES })
  expect(JSON.parse(kept.get('preferences') ?? '')).toEqual({
    currency: 'KRW',
    balancesHidden: true,
  })
})

test('ends with the preferences of the member who signs out', async () => {
  chooseCurrency('KRW')
  hideBalances(true)
  kept.delete('preferences')
  runSignOutTasks({ wipe: false })
  await whenSignedOut()

  expect(useDisplay.getState()).toMatchObject({ currency: 'USD', isHidden: false })
})

test.each([
  [24 * 60 * 60_000, RATES],
  [24 * 60 * 60_000 + 1, {}],
])('uses stored rates that are %s ms old: %j', (age, rates) => {
  keepRates(RATES, NOW)

  expect(readDisplay(NOW + age).rates).toEqual(rates)
})

test('ignores a stored choice or rates that are invalid', () => {
  kept.set('preferences', '{"currency":"XXX","balancesHidden":"yes"}')
  kept.set('rates-cache', '7')

  expect(readDisplay(NOW)).toEqual({ currency: 'USD', isHidden: false, rates: {} })
})

test.each([
  ['USD', 1234.5, '$1,234.50'],
  ['KRW', 1234.5, '₩1,715,955'],
  ['JPY', 1234.5, '¥183,323'],
  ['EUR', 1234.5, '€1,061.67'],
  ['CAD', 1, 'CA$1.38'],
  ['USD', 0.001, '<$0.01'],
  ['KRW', 0.0001, '<₩1'],
  ['KRW', 0, '₩0'],
] as const)(
  'shows a value in %s with its minor units: %s dollars as %s',
  (currency, usd, shown) => {
    keepRates(RATES, NOW)
    chooseCurrency(currency)

    expect(formatUsd(usd)).toBe(shown)
    const { whole, minor } = moneyParts(usd)
    expect(whole + minor).toBe(shown)
  },
)

test('shows dollars while the rate of the chosen currency is unknown', () => {
  chooseCurrency('GBP')

  expect(formatUsd(2)).toBe('$2.00')
  expect(shownCurrency({ currency: 'GBP', rates: RATES })).toEqual({ currency: 'USD', perUsd: '1' })
})

test('computes the amount that a typed value buys without floating point', () => {
  const won = { currency: 'KRW', perUsd: '1390' } as const
  const euro = { currency: 'EUR', perUsd: '0.86' } as const

  expect(amountForMoney('1390', 6, '1.00', won)).toBe(1_000_000n)
  expect(amountForMoney('0.43', 6, '1.00', euro)).toBe(500_000n)
  expect(amountForMoney('1', 18, '3.00', euro)).toBe(387_596_899_224_806_201n)
  expect(amountForMoney('0.5', 6, '1.00', won)).toBeUndefined()
  expect(amountForMoney('1', 6, null, won)).toBeUndefined()
})

test('writes a typed value with the minor units and the sign of its currency', () => {
  expect(typedMoney(2, { currency: 'KRW', perUsd: '1390.4' })).toBe('2781')
  expect(typedMoney(2, { currency: 'EUR', perUsd: '0.86' })).toBe('1.72')
  expect(currencySign('KRW')).toEqual({ text: '₩', isBefore: true })
})
