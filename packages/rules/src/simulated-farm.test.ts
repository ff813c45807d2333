import { describe, expect, test } from 'vitest'
import { simulateSeason } from './season-simulation.ts'
import { plan } from './test-season-plan.ts'

describe('a season with farms', () => {
  test('has the same figures as without them, and no farming if their share is zero', () => {
    const without = simulateSeason(plan, 1000)
    const { farming, ...others } = simulateSeason(plan, { members: 1000, farmShare: 0.2 })

    expect(simulateSeason(plan, { members: 1000, farmShare: 0 })).toEqual(without)
    expect(others).toEqual(without)
    expect(farming).toMatchObject({ accounts: 200, heldShare: 0.8 })
  })

  test('shares its pools with them by round XP, as the rounds do', () => {
    const { habits, farming } = simulateSeason(plan, { members: 1000, farmShare: 0.2 })
    const [daily, regular] = habits

    // Each account of a farm earns as much as a daily member; casual members share no pool.
    expect(farming?.xp).toBe(200 * (daily?.each.xp ?? 0))
    const honest = 200 * (daily?.each.xp ?? 0) + 300 * (regular?.each.xp ?? 0)
    const share = (farming?.xp ?? 0) / (honest + (farming?.xp ?? 0))
    expect(farming?.rewardShare).toBeCloseTo(share, 2)
    expect(Number(farming?.reward)).toBeCloseTo(2000.5 * share, 0)
    expect(Number(farming?.heldReward)).toBeCloseTo(0.8 * Number(farming?.reward), 3)
  })

  test('loses more to more of them', () => {
    const shareOf = (farmShare: number) =>
      simulateSeason(plan, { members: 1000, farmShare }).farming?.rewardShare ?? 0

    expect(shareOf(0.5)).toBeGreaterThan(shareOf(0.1))
  })

  test('without pools loses nothing', () => {
    const rounds = plan.rounds.map((round) => ({ ...round, pool: '0' }))
    const { farming } = simulateSeason({ ...plan, rounds }, { members: 10, farmShare: 1 })

    expect(farming).toMatchObject({ rewardShare: 0, reward: '0', heldReward: '0' })
  })
})
