import { expect, test } from 'vitest'
import { fromSmallest, toSmallest } from './token-units.ts'

test.each([
  ['18340000', 6, '18.34'],
  ['5', 6, '0.000005'],
  ['0', 6, '0'],
  ['-1500000', 6, '-1.5'],
  ['9260000000000000000', 18, '9.26'],
  ['120', 0, '120'],
])('%s with %i decimals is %s', (amount, decimals, text) => {
  expect(fromSmallest(amount, decimals)).toBe(text)
})

test.each([
  ['1.5', 6, '1500000'],
  ['1,250', 0, '1250'],
  ['0.10', 1, '1'],
])('reads %s with %i decimals as %s', (text, decimals, amount) => {
  expect(toSmallest(text, decimals)).toBe(amount)
})

test.each([
  ['0', 0],
  ['0.00', 6],
  ['-5', 0],
  ['1.5', 0],
  ['1.0000001', 6],
  ['', 0],
  ['ten', 0],
])('reads %s with %i decimals as no amount', (text, decimals) => {
  expect(toSmallest(text, decimals)).toBeUndefined()
})
