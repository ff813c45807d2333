import { HOUR_MS } from '@solstice/rules/duration'
import { expect, test } from 'vitest'
import { upcomingTries } from './upcoming-tries.ts'

const upcomingHours = (...given: Parameters<typeof upcomingTries>) =>
  upcomingTries(...given).map((ms) => ms / HOUR_MS)

test('returns five immediate attempts for an earlier PIN, and then waits that double', () => {
  const unused = { triesUsed: 0, triesLeft: 5, retryAtMs: undefined, isRetired: true }
  expect(upcomingHours(unused, 0)).toEqual([0, 0, 0, 0, 0, 1])
  expect(upcomingHours({ ...unused, triesUsed: 3, triesLeft: 2 }, 0)).toEqual([0, 0, 1, 2, 4, 8])
})

test('counts a running wait from now, followed by the next ones', () => {
  const waiting = { triesUsed: 6, triesLeft: 0, retryAtMs: 2 * HOUR_MS, isRetired: true }
  expect(upcomingHours(waiting, HOUR_MS)).toEqual([1, 4, 8, 16, 24, 24])
})

test('returns the remaining attempts of the current PIN, without waits', () => {
  const inUse = { triesUsed: 2, triesLeft: 3, retryAtMs: undefined, isRetired: false }
  expect(upcomingHours(inUse, 0)).toEqual([0, 0, 0])
})
