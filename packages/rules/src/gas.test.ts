import fc from 'fast-check'
import { expect, test } from 'vitest'
import { feesBySpeed, isWorthIt, replacementFees } from './gas.ts'

const fee = fc.bigInt(1n, 10n ** 13n)
const fees = fc
  .record({ maxFeePerGas: fee, maxPriorityFeePerGas: fee })
  .filter(({ maxFeePerGas, maxPriorityFeePerGas }) => maxFeePerGas >= maxPriorityFeePerGas)

test('a replacement always pays a tenth more, at least what is usual, and never tips more than it pays', () => {
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

test('the three speeds pay the base fee twice over and their own tip', () => {
  expect(feesBySpeed(oracle)).toEqual({
    slow: { maxPriorityFeePerGas: 500_000_000n, maxFeePerGas: 2_500_000_000n },
    normal: { maxPriorityFeePerGas: 1_000_000_000n, maxFeePerGas: 3_000_000_000n },
    fast: { maxPriorityFeePerGas: 2_000_000_001n, maxFeePerGas: 4_000_000_001n },
  })
})

test('a price below the base fee still tips something, and nonsense gives no fees', () => {
  const low = feesBySpeed({ ...oracle, SafeGasPrice: '0.5' })
  expect(low?.slow).toEqual({ maxPriorityFeePerGas: 1n, maxFeePerGas: 2_000_000_001n })
  expect(feesBySpeed({ ...oracle, FastGasPrice: 'soon' })).toBeUndefined()
  expect(feesBySpeed({ ...oracle, suggestBaseFee: '' })).toBeUndefined()
})

test('fees are raised until five times what is usual, and further only when more is usual', () => {
  const usual = { maxFeePerGas: 30n, maxPriorityFeePerGas: 1n }
  let fees = usual
  let raises = 0
  for (; raises < 100; raises += 1) {
    const next = replacementFees(fees, usual)
    if (!isWorthIt(next, usual)) break
    fees = next
  }

  expect(raises).toBeGreaterThan(5)
  expect(fees.maxFeePerGas <= 150n).toBe(true)
  const later = { maxFeePerGas: 60n, maxPriorityFeePerGas: 2n }
  expect(isWorthIt(replacementFees(fees, later), later)).toBe(true)
})
