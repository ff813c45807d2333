import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HABITS } from '@solstice/rules/season-simulation'
import { optionsOf, START, withShare } from './what-if.ts'

test('starts with the members and habits of the budget', () => {
  expect(optionsOf(START, 10_000)).toEqual({ members: 10_000, habits: [...HABITS], turnout: 1 })
  expect(optionsOf({ ...START, members: 5 }, 10_000).members).toBe(5)
})

test.each([
  [[20, 30, 50], 0, 60, [60, 15, 25]],
  [[20, 30, 50], 2, 0, [40, 60, 0]],
  [[0, 100, 0], 1, 50, [25, 50, 25]],
  [[20, 30, 50], 0, 100, [100, 0, 0]],
])('of %o sets share %i to %i and gets %o', (shares, at, share, expected) => {
  expect(withShare(shares, at, share)).toEqual(expected)
})

test('keeps whole percents that sum to 100', () => {
  const shares = fc
    .tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 }))
    .map(([one, other]) => [
      Math.min(one, other),
      Math.abs(one - other),
      100 - Math.max(one, other),
    ])
  fc.assert(
    fc.property(shares, fc.nat(2), fc.integer({ min: 0, max: 100 }), (before, at, share) => {
      const after = withShare(before, at, share)
      expect(after.reduce((sum, each) => sum + each, 0)).toBe(100)
      expect(after[at]).toBe(share)
      expect(after.every((each) => Number.isInteger(each) && each >= 0)).toBe(true)
    }),
  )
})
