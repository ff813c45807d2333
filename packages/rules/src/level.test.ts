import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allLevels, DEFAULT_LEVELS, levelOf } from './level.ts'

describe('the level', () => {
  test.each([
    [0, 1, 0, 100, 0],
    [99, 1, 0, 100, 0],
    [100, 2, 100, 200, 0],
    [9899, 99, 9800, 9900, 0],
    [9900, 100, 9900, 10_000, 5],
    [19_899, 199, 19_800, 19_900, 5],
    [19_900, 200, 19_900, 20_000, 10],
    [29_900, 300, 29_900, undefined, 10],
    [5_000_000, 300, 29_900, undefined, 10],
  ])('of %i XP is %i', (xp, level, minXp, nextMinXp, bonusPercent) => {
    expect(levelOf(DEFAULT_LEVELS, xp)).toEqual({ level, minXp, nextMinXp, bonusPercent })
  })

  test('never falls while XP grows, and its range contains the XP', () => {
    fc.assert(
      fc.property(fc.nat(40_000), fc.nat(1000), (xp, more) => {
        const now = levelOf(DEFAULT_LEVELS, xp)
        expect(levelOf(DEFAULT_LEVELS, xp + more).level).toBeGreaterThanOrEqual(now.level)
        expect(xp).toBeGreaterThanOrEqual(now.minXp)
        expect(xp).toBeLessThan(now.nextMinXp ?? Infinity)
      }),
    )
  })
})

test('there are 300 levels of 100 XP each, the first bonus at level 100', () => {
  const levels = allLevels(DEFAULT_LEVELS)

  expect(levels.map(({ minXp }) => minXp)).toEqual(Array.from({ length: 300 }, (_, n) => n * 100))
  expect(levels.findIndex(({ bonusPercent }) => bonusPercent > 0)).toBe(99)
})
