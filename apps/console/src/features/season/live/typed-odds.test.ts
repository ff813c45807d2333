import { expect, test } from 'vitest'
import { prizesOf, sumText, typedPrizes } from './typed-odds.ts'

const odds = (...percents: string[]) =>
  percents.map((percent, at) => ({ xp: `${at + 1}`, percent }))

test('reads the odds that it writes', () => {
  const prizes = [
    { xp: 10, weight: 9999 },
    { xp: 1000, weight: 1 },
  ]
  expect(prizesOf(typedPrizes(prizes))).toEqual(prizes)
})

test.each([
  ['99.99 % in all', odds('99.99')],
  ['more than 100 %', odds('60', '40.01')],
  ['three decimals', odds('99.999', '0.001')],
  ['a prize without a chance', odds('100', '0')],
  ['a prize of 0 XP', [{ xp: '0', percent: '100' }]],
  ['no number', odds('all')],
])('accepts no odds with %s', (_what, typed) => {
  expect(prizesOf(typed)).toBeUndefined()
})

test('sums the chances exactly', () => {
  expect(sumText(odds('33.33', '33.33', '33.34'))).toBe('100.00')
  expect(sumText(odds('0.1', '0.2', 'x'))).toBe('0.30')
})
