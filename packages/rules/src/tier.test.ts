import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextTierOf, tierOf, withBonuses } from './tier.ts'

const tiers = [
  { name: 'Bronze', minXp: 0, bonusPercent: 0, ticketsPerDay: 1 },
  { name: 'Silver', minXp: 2000, bonusPercent: 5, ticketsPerDay: 2 },
  { name: 'Gold', minXp: 5000, bonusPercent: 10, ticketsPerDay: 3 },
]

test.each([
  [0, 'Bronze', 'Silver'],
  [1999, 'Bronze', 'Silver'],
  [2000, 'Silver', 'Gold'],
  [5000, 'Gold', undefined],
])('%i XP reach the tier %s, with %s next', (xp, mine, next) => {
  expect(tierOf(tiers, xp).name).toBe(mine)
  expect(nextTierOf(tiers, xp)?.name).toBe(next)
})

test('a season without a tier at 0 throws an error', () => {
  expect(() => tierOf([], 10)).toThrow('starts at 0')
})

describe('bonuses', () => {
  test.each([
    [50, 0, 0, 0, 0, 50],
    [50, 5, 0, 2, 0, 52],
    [50, 5, 5, 2, 2, 54],
    [150, 10, 20, 15, 30, 195],
    [0, 10, 20, 0, 0, 0],
  ])(
    'of %i XP with %i %% and %i %% are computed',
    (xp, levelPercent, tierPercent, level, tier, total) => {
      expect(withBonuses(xp, { levelPercent, tierPercent })).toEqual({
        levelBonusXp: level,
        tierBonusXp: tier,
        totalXp: total,
      })
    },
  )

  test('are each rounded down separately, so they never exceed the exact sum', () => {
    const percent = fc.integer({ min: 0, max: 100 })
    fc.assert(
      fc.property(fc.nat(10_000), percent, percent, (xp, levelPercent, tierPercent) => {
        const { totalXp } = withBonuses(xp, { levelPercent, tierPercent })
        const exact = xp * (1 + (levelPercent + tierPercent) / 100)
        expect(Number.isInteger(totalXp)).toBe(true)
        expect(totalXp).toBeLessThanOrEqual(exact + 1e-6)
        expect(totalXp).toBeGreaterThan(exact - 2)
      }),
    )
  })
})
