import { expect, test } from 'vitest'
import { formatEnd, formatRough, formatStart, percentUnder } from './season-span.ts'

test('names the last day of a season that ends at midnight', () => {
  expect(formatStart('2026-12-31T20:00:00.000Z')).toBe('1 Jan 00:00')
  expect(formatEnd('2027-01-28T20:00:00.000Z')).toBe('28 Jan 24:00')
  expect(formatEnd('2027-01-28T08:00:00.000Z')).toBe('28 Jan 12:00')
})

test('shortens large numbers', () => {
  expect(formatRough(51_116_000)).toBe('51.1\u00a0M')
  expect(formatRough(950)).toBe('950')
})

test.each([
  [51_116_000, 60_000_000, 14.8],
  [81_879_000, 60_000_000, -36.5],
  [60, 60, 0],
  [0, 0, 0],
  [1, 0, -100],
])('%i of %i is %d percent under', (value, budget, percent) => {
  expect(percentUnder(value, budget)).toBe(percent)
})
