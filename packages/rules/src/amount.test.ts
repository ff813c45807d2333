import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountText, readableAmount, unitsForCents, unitsOf } from './amount.ts'

describe('a typed amount', () => {
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
  ])('%j with %i decimals is parsed as %d units', (text, decimals, units) => {
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
  ])('%j is rejected', (text) => {
    expect(unitsOf(text, 18)).toBeUndefined()
  })

  test('is rejected with more decimals than the token has', () => {
    expect(unitsOf('0.0000001', 6)).toBeUndefined()
    expect(unitsOf('0.0000010', 6)).toBe(1n)
  })

  test('round-trips through its text', () => {
    const units = fc.bigInt(0n, 2n ** 190n)
    fc.assert(
      fc.property(units, fc.nat({ max: 36 }), (value, decimals) => {
        expect(unitsOf(amountText(value, decimals), decimals)).toBe(value)
      }),
    )
  })
})

test.each([
  [-1_500_000n, 6, '-1.5'],
  [1_500_000n, 6, '1.5'],
  [-1n, 2, '-0.01'],
  [-7n, 0, '-7'],
  [0n, 2, '0'],
])('formats %d units with %i decimals in full as %s', (units, decimals, text) => {
  expect(amountText(units, decimals)).toBe(text)
})

test.each([
  [-1n, 18, 6, '<-0.000001'],
  [1n, 18, 2, '<0.01'],
  [1_999n, 3, 2, '1.99'],
  [-1_000_001n, 6, 2, '-1'],
  [10_000_001n, 3, 2, '10,000'],
  [1_050_000n, 6, 6, '1.05'],
  [10n ** 18n + 1n, 18, 6, '1'],
])('formats %d units with %i decimals to %i places as %s', (units, decimals, places, text) => {
  expect(readableAmount(units, decimals, places)).toBe(text)
})

test.each([
  [1_234_567_890_000n, 6, '1,234,567.89'],
  [999_999_999_999_999_999n, 18, '0.999999'],
  [1n, 18, '<0.000001'],
  [-1_500_000n, 6, '-1.5'],
  [0n, 18, '0'],
  [1_000n * 10n ** 18n, 18, '1,000'],
])('formats %d units with %i decimals for display as %s', (units, decimals, text) => {
  expect(readableAmount(units, decimals)).toBe(text)
})

describe('unitsForCents', () => {
  test.each([
    [320_050n, 18, '3200.50', 10n ** 18n],
    [199n, 6, '1', 1_990_000n],
    [100n, 0, '0.3', 3n],
    [0n, 18, '0.01', 0n],
  ])(
    'converts %d cents, with %i decimals at %s, into %d units',
    (cents, decimals, price, units) => {
      expect(unitsForCents(cents, decimals, price)).toBe(units)
    },
  )

  test('returns undefined without a price', () => {
    expect(unitsForCents(1n, 6, null)).toBeUndefined()
    expect(unitsForCents(1n, 6, '0')).toBeUndefined()
    expect(unitsForCents(1n, 6, 'soon')).toBeUndefined()
  })

  test('returns the largest amount that costs no more than the cents', () => {
    const priceCents = fc.integer({ min: 1, max: 10_000_000 }).map(BigInt)
    fc.assert(
      fc.property(
        fc.bigInt(0n, 10n ** 12n),
        priceCents,
        fc.constantFrom(6, 8, 18),
        (cents, price, decimals) => {
          const units = unitsForCents(cents, decimals, amountText(price, 2)) ?? -1n
          const paid = cents * 10n ** BigInt(decimals)
          expect(units * price).toBeLessThanOrEqual(paid)
          expect((units + 1n) * price).toBeGreaterThan(paid)
        },
      ),
    )
  })
})
