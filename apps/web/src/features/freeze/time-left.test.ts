import { expect, test } from 'vitest'
import { timeLeft } from './time-left.ts'

const HOUR_MS = 3_600_000

test.each([
  [48 * HOUR_MS, 48, 0],
  [48 * HOUR_MS - 1, 48, 0],
  [47 * HOUR_MS + 59 * 60_000, 47, 59],
  [60_000, 0, 1],
  [1, 0, 1],
  [0, 0, 0],
  [-5, 0, 0],
])('shows %i ms as %i h %i min', (ms, hours, minutes) => {
  expect(timeLeft(ms)).toEqual({ hours, minutes })
})
