import { describe, expect, test } from 'vitest'
import { DEFAULT_LEVELS } from './level.ts'
import type { SeasonPlan } from './season-plan.ts'
import { HABITS, validateSeasonCost, simulateSeason } from './season-simulation.ts'
import { LINK, mission, plan, tier } from './test-season-plan.ts'

describe('the season simulation', () => {
  test('distributes all members and counts days, check-ins and pools', () => {
    const simulation = simulateSeason(plan, 1000)

    expect(HABITS.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1)
    expect(simulation).toMatchObject({ members: 1000, days: 14, reward: '2000.5' })
    expect(simulation.habits.map(({ members, each }) => [members, each.checkIns])).toEqual([
      [200, 14],
      [300, 8],
      [500, 2],
    ])
    expect(simulation.checkIns).toBe(200 * 14 + 300 * 8 + 500 * 2)
  })

  test('gives a daily member exactly what the rules grant', () => {
    const [daily] = simulateSeason({ ...plan, tiers: [tier(0, 0, 1)] }, 10).habits

    // Expects 14 check-ins with two bonuses, a free and a paid spin a day, and the one mission
    // once.
    expect(daily?.each).toEqual({
      xp: 14 * 50 + 2 * 100 + 14 * 2 * 54.5 + 100,
      tickets: 14,
      spins: 28,
      checkIns: 14,
    })
  })

  test("uses programme days, whatever the season's start time", () => {
    const noon = { ...plan, startAt: '2026-06-01T08:00:00Z', endAt: '2026-06-15T08:00:00Z' }
    const { days, habits } = simulateSeason(noon, 10)

    expect(days).toBe(15)
    expect(habits[0]?.each.checkIns).toBe(15)
  })

  test('adds level and tier bonuses, the tickets of the tier, and missions by their repeat', () => {
    const rich: SeasonPlan = {
      ...plan,
      tiers: [tier(0, 0, 1), tier(500, 20, 3)],
      levels: { ...DEFAULT_LEVELS, bonuses: [{ fromLevel: 10, percent: 10 }] },
      spin: { ...plan.spin, ticketsPerSpin: 2 },
      missions: [
        mission(1, 'CHECK_IN', 'earn', { repeat: 'DAILY', rewardXp: 1000 }),
        mission(7, 'EARN', 'earn', { ...LINK, rewardXp: 105 }),
        mission(8, 'EARN', 'earn', { ...LINK, rewardXp: 11, repeat: 'DAILY' }),
        mission(9, 'EARN', 'earn', { ...LINK, rewardXp: null }),
      ],
    }
    const { habits, daily, tiers, costPerMember, ...sums } = simulateSeason(rich, 1000)

    // Expects check-ins and free spins on two days, the first mission once and the second one
    // twice.
    const casual = { xp: 2 * 50 + 2 * 54.5 + 105 + 2 * 11, tickets: 2, spins: 2, checkIns: 2 }
    expect(habits.map(({ each }) => each)).toEqual([
      { xp: 2685, tickets: 34, spins: 24, checkIns: 14 },
      { xp: 1427, tickets: 16, spins: 12, checkIns: 8 },
      casual,
    ])
    expect(sums).toEqual({
      members: 1000,
      days: 14,
      xp: 200 * 2685 + 300 * 1427 + 500 * casual.xp,
      tickets: 200 * 34 + 300 * 16 + 500 * 2,
      spins: 200 * 24 + 300 * 12 + 500 * 2,
      checkIns: 200 * 14 + 300 * 8 + 500 * 2,
      reward: '2000.5',
    })
    expect(daily).toHaveLength(14)
    expect(tiers.map(({ reachedOn }) => reachedOn)).toEqual([
      [1, 5],
      [1, 7],
      [1, null],
    ])
    expect(costPerMember).toEqual({ reward: '2.0005', xp: 1133, tickets: 12.6 })
  })

  test('counts an invalid pool as zero', () => {
    const rounds = plan.rounds.map((round, at) => (at === 0 ? { ...round, pool: 'much' } : round))

    expect(simulateSeason({ ...plan, rounds }, 10).reward).toBe('1000.5')
  })

  test('costs at most the budget', () => {
    const { xp, tickets } = simulateSeason(plan, 1000)

    expect(validateSeasonCost({ ...plan, budget: { ...plan.budget, xp, tickets } })).toEqual([])
  })

  test('grows with the number of members', () => {
    expect(simulateSeason(plan, 2000).xp).toBe(2 * simulateSeason(plan, 1000).xp)
  })
})
