import { expect, test } from 'vitest'
import { numberFrom, numberText } from './draft-number.tsx'

test.each([
  ['12', 12],
  ['0.5', 0.5],
  ['10,000', 10_000],
  ['', null],
  ['12.', '12.'],
  ['1e3', '1e3'],
  ['007', '007'],
  ['ten', 'ten'],
])('%j becomes %j', (text, value) => {
  expect(numberFrom(text)).toBe(value)
})

test('shows what was typed', () => {
  expect([12, '12.', null, undefined].map(numberText)).toEqual(['12', '12.', '', ''])
})
