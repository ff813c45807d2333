import { expect, test } from 'vitest'
import { middleSquare } from './picture.ts'

test.each([
  [400, 300, { x: 50, y: 0, edge: 300 }],
  [300, 401, { x: 0, y: 50, edge: 300 }],
  [64, 64, { x: 0, y: 0, edge: 64 }],
])('crops the middle square of %i x %i', (width, height, expected) => {
  expect(middleSquare(width, height)).toEqual(expected)
})
