import { expect, test } from 'vitest'
import { daysOfStock } from './stock-forecast.ts'

test('a stock lasts for as many days as the mean sale of the last seven divides it', () => {
  expect(daysOfStock(70, [0, 0, 0, 70, 0, 0, 0])).toBe(7)
  expect(daysOfStock(69, [10, 10, 10, 10, 10, 10, 10])).toBe(6)
  expect(daysOfStock(9, [3, 3])).toBe(3)
})

test('older days do not count', () => {
  expect(daysOfStock(70, [1000, 10, 10, 10, 10, 10, 10, 10])).toBe(7)
})

test('an unlimited stock and one that nobody buys have no end; an empty one has ended', () => {
  expect(daysOfStock(null, [5])).toBeNull()
  expect(daysOfStock(5, [0, 0])).toBeNull()
  expect(daysOfStock(5, [])).toBeNull()
  expect(daysOfStock(0, [])).toBe(0)
})
