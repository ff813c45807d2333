import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  amountText,
  centsOf,
  mostSendable,
  readableAmount,
  unitsForCents,
  unitsOf,
  usdText,
} from './amount.ts'

describe('an amount that is typed', () => {
  test.each([
    ['1', 18, 10n ** 18n],
    ['0.1', 6, 100_000n],
    ['.5', 2, 50n],
    ['5.', 2, 500n],
    [' 1.500 ', 1, 15n],
    ['0', 6, 0n],
    [
      '115792089237316195423570985008687907853269984665640564039457',
      0,
      115792089237316195423570985008687907853269984665640564039457n,
    ],
  ])('%j with %i decimals is %d units', (text, decimals, units) => {
    expect(unitsOf(text, decimals)).toBe(units)
  })

  test.each([
    '',
    '.',
    '-1',
    '+1',
    '1e3',
    '1,5',
    '1 000',
    'NaN',
    '0x1',
    '1.2.3',
    '１',
    '9'.repeat(61),
  ])('%j is none', (text) => {
    expect(unitsOf(text, 18)).toBeUndefined()
  })

  test('with more places than the token has is none', () => {
    expect(unitsOf('0.0000001', 6)).toBeUndefined()
    expect(unitsOf('0.0000010', 6)).toBe(1n)
  })

  test('is shown again as it was', () => {
    const units = fc.bigInt(0n, 2n ** 190n)
    fc.assert(
      fc.property(units, fc.nat({ max: 36 }), (value, decimals) => {
        expect(unitsOf(amountText(value, decimals), decimals)).toBe(value)
      }),
    )
  })
})

test.each([
  [1_234_567_890_000n, 6, '1,234,567.89'],
  [999_999_999_999_999_999n, 18, '0.999999'],
  [1n, 18, '<0.000001'],
  [-1_500_000n, 6, '-1.5'],
  [0n, 18, '0'],
  [1_000n * 10n ** 18n, 18, '1,000'],
])('%d units with %i decimals are read as %s', (units, decimals, text) => {
  expect(readableAmount(units, decimals)).toBe(text)
})

describe('what it is worth', () => {
  test.each([
    [10n ** 18n, 18, '3200.50', 320_050n],
    [1_999_999n, 6, '1', 199n],
    [5n, 0, '0.001', 0n],
  ])('%d units with %i decimals at %s are %d cents', (units, decimals, price, cents) => {
    expect(centsOf(units, decimals, price)).toBe(cents)
  })

  test('is unknown without a price', () => {
    expect(centsOf(1n, 6, null)).toBeUndefined()
    expect(unitsForCents(1n, 6, null)).toBeUndefined()
    expect(unitsForCents(1n, 6, '0')).toBeUndefined()
  })

  test('never buys more than it costs', () => {
    const price = fc
      .integer({ min: 1, max: 10_000_000 })
      .map((cents) => amountText(BigInt(cents), 2))
    fc.assert(
      fc.property(
        fc.bigInt(0n, 10n ** 12n),
        price,
        fc.constantFrom(6, 8, 18),
        (cents, priceUsd, decimals) => {
          const units = unitsForCents(cents, decimals, priceUsd) ?? -1n
          expect(centsOf(units, decimals, priceUsd)).toBeLessThanOrEqual(cents)
          expect(centsOf(units + 1n, decimals, priceUsd)).toBeGreaterThanOrEqual(cents - 1n)
        },
      ),
    )
  })

  test('is written as dollars', () => {
    expect(usdText(123_456_789n)).toBe('$1,234,567.89')
    expect(usdText(5n)).toBe('$0.05')
    expect(usdText(-250n)).toBe('-$2.50')
    expect(usdText(0n)).toBe('$0.00')
  })
})

test('all that can be sent leaves the fee behind', () => {
  expect(mostSendable(100n, 30n)).toBe(70n)
  expect(mostSendable(30n, 30n)).toBe(0n)
  expect(mostSendable(1n, 30n)).toBe(0n)
})
