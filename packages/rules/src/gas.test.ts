import fc from 'fast-check'
import { expect, test } from 'vitest'
import { feesBySpeed, isDearer, isReasonableFee, replacementFees } from './gas.ts'

const fee = fc.bigInt(1n, 10n ** 13n)
const fees = fc
  .record({ maxFeePerGas: fee, maxPriorityFeePerGas: fee })
  .filter(({ maxFeePerGas, maxPriorityFeePerGas }) => maxFeePerGas >= maxPriorityFeePerGas)

test('a replacement always pays a tenth more, at least the usual fees, and never tips more than it pays', () => {
  fc.assert(
    fc.property(fees, fees, (waiting, usual) => {
      const raised = replacementFees(waiting, usual)
      for (const part of ['maxFeePerGas', 'maxPriorityFeePerGas'] as const) {
        expect(raised[part] * 10n).toBeGreaterThanOrEqual(waiting[part] * 11n)
        expect(raised[part]).toBeGreaterThanOrEqual(usual[part])
      }
      expect(raised.maxFeePerGas).toBeGreaterThanOrEqual(raised.maxPriorityFeePerGas)
    }),
  )
})

const oracle = {
  SafeGasPrice: '1.5',
  ProposeGasPrice: '2',
  FastGasPrice: '3.0000000019',
  suggestBaseFee: '1',
}

test('the three speeds pay twice the base fee and their own tip', () => {
  expect(feesBySpeed(oracle)).toEqual({
    slow: { maxPriorityFeePerGas: 500_000_000n, maxFeePerGas: 2_500_000_000n },
    normal: { maxPriorityFeePerGas: 1_000_000_000n, maxFeePerGas: 3_000_000_000n },
    fast: { maxPriorityFeePerGas: 2_000_000_001n, maxFeePerGas: 4_000_000_001n },
  })
})

test.each([
  ['within five times both', { maxFeePerGas: 150n, maxPriorityFeePerGas: 50n }, true],
  ['above five times the fee', { maxFeePerGas: 151n, maxPriorityFeePerGas: 50n }, false],
  ['above five times the tip', { maxFeePerGas: 150n, maxPriorityFeePerGas: 51n }, false],
])('fees %s are reasonable: %s', (_label, offered, expected) => {
  expect(isReasonableFee(offered, { maxFeePerGas: 30n, maxPriorityFeePerGas: 10n })).toBe(expected)
})

test.each([
  [50n, true],
  [51n, false],
])('without a usual tip, a tip of %d is compared with the fee: %s', (tip, expected) => {
  const usual = { maxFeePerGas: 100n, maxPriorityFeePerGas: 0n }

  expect(isReasonableFee({ maxFeePerGas: 100n, maxPriorityFeePerGas: tip }, usual)).toBe(expected)
})

test.each(['SafeGasPrice', 'ProposeGasPrice', 'FastGasPrice', 'suggestBaseFee'] as const)(
  'an invalid %s returns no fees, and surrounding spaces are ignored',
  (field) => {
    for (const text of ['', 'soon', 'x1', '1x', '1.', '-1', '1'.repeat(13)]) {
      expect(feesBySpeed({ ...oracle, [field]: text })).toBeUndefined()
    }
    expect(feesBySpeed({ ...oracle, [field]: ` ${oracle[field]} ` })).toEqual(feesBySpeed(oracle))
  },
)

test('prices may have up to twelve digits, and a price at the base fee tips the smallest unit', () => {
  const fees = feesBySpeed({ ...oracle, SafeGasPrice: '1', FastGasPrice: '1'.repeat(12) })

  expect(fees?.slow).toEqual({ maxPriorityFeePerGas: 1n, maxFeePerGas: 2_000_000_001n })
  expect(fees?.fast.maxPriorityFeePerGas).toBe(111_111_111_110_000_000_000n)
})

test('a price below the base fee tips the smallest unit, and invalid prices return no fees', () => {
  const low = feesBySpeed({ ...oracle, SafeGasPrice: '0.5' })
  expect(low?.slow).toEqual({ maxPriorityFeePerGas: 1n, maxFeePerGas: 2_000_000_001n })
  expect(feesBySpeed({ ...oracle, FastGasPrice: 'soon' })).toBeUndefined()
  expect(feesBySpeed({ ...oracle, suggestBaseFee: '' })).toBeUndefined()
})

test('fees are raised up to five times the usual fees, and further only if the usual fees rise', () => {
  const usual = { maxFeePerGas: 30n, maxPriorityFeePerGas: 1n }
  let fees = usual
  let raises = 0
  for (; raises < 100; raises += 1) {
    const next = replacementFees(fees, usual)
    if (!isReasonableFee(next, usual)) break
    fees = next
  }

  expect(raises).toBeGreaterThan(5)
  expect(fees.maxFeePerGas <= 150n).toBe(true)
  const later = { maxFeePerGas: 60n, maxPriorityFeePerGas: 2n }
  expect(isReasonableFee(replacementFees(fees, later), later)).toBe(true)
})

test.each([
  ['the same', false, { gas: 100n, maxFeePerGas: 40n }],
  ['a quarter more of both', false, { gas: 125n, maxFeePerGas: 50n }],
  ['more than a quarter more gas', true, { gas: 126n, maxFeePerGas: 40n }],
  ['more than a quarter more per unit', true, { gas: 100n, maxFeePerGas: 51n }],
  ['more gas at half the price', true, { gas: 200n, maxFeePerGas: 20n }],
  ['a higher price for half the gas', true, { gas: 50n, maxFeePerGas: 80n }],
  ['less of both', false, { gas: 1n, maxFeePerGas: 1n }],
])('asks for another review of a fee that became %s: %s', (_, expected, now) => {
  expect(isDearer(now, { gas: 100n, maxFeePerGas: 40n })).toBe(expected)
})
