import { expect, test } from 'vitest'
import { STOCK_MAX, stockAfter } from './stock.ts'

test('adds units to the stock of this moment and removes them from it', () => {
  expect([stockAfter(7, 5), stockAfter(7, -7), stockAfter(0, 1)]).toEqual([12, 0, 1])
})

test('does not remove more units than are left, nor exceed the maximum or count an unlimited stock', () => {
  expect([stockAfter(7, -8), stockAfter(STOCK_MAX, 1), stockAfter(null, 1)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
