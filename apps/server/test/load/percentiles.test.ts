import { expect, test } from 'vitest'
import { percentilesOf } from './percentiles.ts'

test('returns the smallest value that the share of all values does not exceed', () => {
  const hundred = Array.from({ length: 100 }, (_, at) => at + 1)

  expect(percentilesOf(hundred.toReversed())).toEqual({ p50: 50, p95: 95, p99: 99 })
  expect(percentilesOf([7])).toEqual({ p50: 7, p95: 7, p99: 7 })
  expect(percentilesOf([1, 2, 3])).toEqual({ p50: 2, p95: 3, p99: 3 })
})

test('keeps the order of the given values', () => {
  const values = [3, 1, 2]

  percentilesOf(values)

  expect(values).toEqual([3, 1, 2])
})

test('returns NaN without any value, which no limit accepts', () => {
  expect(percentilesOf([])).toEqual({ p50: Number.NaN, p95: Number.NaN, p99: Number.NaN })
})
