import { describe, expect, test } from 'vitest'
import { chiSquareTail, chiSquareTest } from './chi-square.ts'

describe('chiSquareTail', () => {
  // The critical values of the usual tables (NIST/SEMATECH e-Handbook, 1.3.6.7.4).
  test.each([
    [2.705543, 1, 0.1],
    [3.841459, 1, 0.05],
    [10.827566, 1, 0.001],
    [5.991465, 2, 0.05],
    [11.070498, 5, 0.05],
    [20.515006, 5, 0.001],
    [18.307038, 10, 0.05],
    [29.588298, 10, 0.001],
    [43.772972, 30, 0.05],
    [124.342113, 100, 0.05],
    [0.554298, 5, 0.99],
    [70.064895, 100, 0.99],
  ])('exceeds %d with %d degrees of freedom by the probability %d', (statistic, degrees, p) => {
    expect(chiSquareTail(statistic, degrees)).toBeCloseTo(p, 6)
  })

  test('equals its closed form for two degrees of freedom', () => {
    for (const statistic of [0.1, 1, 4, 25, 100]) {
      expect(chiSquareTail(statistic, 2)).toBeCloseTo(Math.exp(-statistic / 2), 12)
    }
  })

  test('is certain for no difference', () => {
    expect(chiSquareTail(0, 5)).toBe(1)
  })
})

describe('chiSquareTest', () => {
  test('compares the counts of a die that was thrown sixty times', () => {
    // A textbook example: 5, 8, 9, 8, 10, 20 against 10 each.
    const result = chiSquareTest([5, 8, 9, 8, 10, 20], [10, 10, 10, 10, 10, 10])

    expect(result?.statistic).toBeCloseTo(13.4, 10)
    expect(result?.degrees).toBe(5)
    expect(result?.p).toBeCloseTo(0.0199, 4)
  })

  test('waits until every outcome is expected five times', () => {
    expect(chiSquareTest([4, 0], [3.9, 0.1])).toBeUndefined()
    expect(chiSquareTest([995, 5], [995, 5])?.p).toBe(1)
    expect(chiSquareTest([995, 5], [995.01, 4.99])).toBeUndefined()
  })

  test('leaves out an outcome that cannot happen, and is certain of a fault when it does', () => {
    expect(chiSquareTest([50, 50, 0], [50, 50, 0])).toEqual({ statistic: 0, degrees: 1, p: 1 })
    expect(chiSquareTest([50, 50, 1], [50, 50, 0])?.p).toBe(0)
  })

  test('has no verdict on a single outcome', () => {
    expect(chiSquareTest([100], [100])).toBeUndefined()
  })
})
