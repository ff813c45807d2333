import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_LEVELS } from './level.ts'
import type { SeasonPlan } from './season-plan.ts'
import { HABITS, validateSeasonCost, simulateSeason } from './season-simulation.ts'
import { LINK, mission, plan, product, tier, withMission } from './test-season-plan.ts'

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
      [1, 4],
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

describe('the simulation of what members share', () => {
  const limitedTo = (maxCompletions: number | null): SeasonPlan => ({
    ...plan,
    tiers: [tier(0, 0, 1)],
    ...withMission(mission(7, 'EARN', 'earn', { ...LINK, rewardXp: 100, maxCompletions })),
  })
  const rewardsOf = (season: SeasonPlan) =>
    simulateSeason(season, 1000).xp - simulateSeason(limitedTo(1), 1000).xp + 100

  test('completes a mission at most as often as its limit allows, by all members together', () => {
    expect(rewardsOf(limitedTo(null))).toBe(1000 * 100)
    expect(rewardsOf(limitedTo(1000))).toBe(1000 * 100)
    expect(rewardsOf(limitedTo(321))).toBe(321 * 100)
  })

  test('counts the limit of a daily mission over all days', () => {
    const daily = (maxCompletions: number) =>
      simulateSeason(
        {
          ...limitedTo(null),
          ...withMission(
            mission(7, 'EARN', 'earn', { ...LINK, rewardXp: 10, repeat: 'DAILY', maxCompletions }),
          ),
        },
        1000,
      ).xp

    expect(daily(5000) - daily(4000)).toBe(1000 * 10)
  })

  test('limits daily tickets, and the spins that they pay for', () => {
    const [free, limited] = [null, 300].map((maxCompletions) =>
      simulateSeason(
        {
          ...plan,
          tiers: [tier(0, 0, 1)],
          ...withMission(mission(3, 'TICKET', 'earn', { repeat: 'DAILY', maxCompletions })),
        },
        1000,
      ),
    )

    expect(limited?.tickets).toBe(300)
    expect((free?.spins ?? 0) - (limited?.spins ?? 0)).toBe((free?.tickets ?? 0) - 300)
  })

  test('completes a part of the missions at a lower turnout', () => {
    const all = simulateSeason(plan, 1000)
    const half = simulateSeason(plan, { members: 1000, turnout: 0.5 })

    const missionXp = ({ daily }: typeof all) =>
      daily.reduce((sum, { bySource }) => sum + bySource.mission, 0)
    expect(missionXp(half)).toBe(missionXp(all) / 2)
    expect(half.checkIns).toBe(all.checkIns)
  })

  test('loses nothing to the rounding of days', () => {
    const daily = {
      ...plan,
      tiers: [tier(0, 0, 1)],
      ...withMission(mission(7, 'EARN', 'earn', { ...LINK, rewardXp: 10, repeat: 'DAILY' })),
    }
    const missionXp = (turnout: number) =>
      simulateSeason(daily, { members: 1000, turnout }).daily.reduce(
        (sum, { bySource }) => sum + bySource.mission,
        0,
      )

    expect(Math.abs(missionXp(1 / 3) - missionXp(1) / 3)).toBeLessThan(1)
  })

  test('gives nothing for a mission that is switched off', () => {
    const off = (missionId: number) =>
      simulateSeason(
        {
          ...plan,
          missions: plan.missions.map((one) =>
            one.missionId === missionId ? { ...one, enabled: false } : one,
          ),
        },
        1000,
      )

    expect(off(1).checkIns).toBe(0)
    expect(off(2).spins).toBe(0)
    expect(off(3)).toMatchObject({ tickets: 0, spins: off(3).checkIns })
    expect(off(5).daily.every(({ bySource }) => bySource.mission === 0)).toBe(true)
  })

  test('turns tickets of the shop into spins, as far as the stock reaches', () => {
    const sold = (stock: number | null) =>
      simulateSeason({ ...plan, products: [product({ price: '100', stock })] }, 1000)

    expect(sold(50).tickets).toBe(sold(0).tickets + 50 * 3)
    expect(sold(50).spins).toBe(sold(0).spins + 50 * 3)
    expect(sold(null).tickets).toBeGreaterThan(sold(50).tickets)
  })

  test('counts XP of the shop as given, but not towards tiers', () => {
    const products = [
      product({ payType: 'TICKET', price: '1', givesTickets: 0, givesXp: 5000, perUserLimit: 1 }),
    ]
    const simulation = simulateSeason({ ...plan, products }, 1000)

    const given = simulation.daily.reduce((sum, { bySource }) => sum + bySource.product, 0)
    expect(given).toBe(1000 * 5000)
    // The ticket that paid for it is missing on the wheel, so the tier comes a day later.
    expect(simulateSeason(plan, 1000).tiers[0]?.reachedOn).toEqual([1, 11])
    expect(simulation.tiers[0]?.reachedOn).toEqual([1, 12])
  })

  test('adds the XP of invites once for the first friend and once for the goal', () => {
    const invites = {
      share: 0.5,
      goalShare: 0.1,
      terms: { firstInviteXp: 100, totalInviteXp: 500 },
    }
    const flat = { ...plan, tiers: [tier(0, 0, 1)] }
    const { daily } = simulateSeason(flat, { members: 1000, invites })

    const given = daily.reduce((sum, { bySource }) => sum + bySource.invite, 0)
    expect(given).toBe(1000 * (0.5 * 100 + 0.1 * 500))
  })
})

describe('for any plan, the simulation', () => {
  const anyPlan = fc
    .record({
      members: fc.integer({ min: 1, max: 20_000 }),
      limit: fc.option(fc.integer({ min: 1, max: 30_000 })),
      stock: fc.option(fc.integer({ min: 0, max: 5000 })),
      price: fc.integer({ min: 1, max: 2000 }),
      turnout: fc.double({ min: 0, max: 1, noNaN: true }),
      baseXp: fc.integer({ min: 1, max: 500 }),
      repeat: fc.constantFrom('DAILY' as const, 'ONCE' as const),
    })
    .map(({ members, limit, stock, price, turnout, baseXp, repeat }) => ({
      options: { members, turnout },
      limit,
      stock,
      season: {
        ...plan,
        checkIn: { ...plan.checkIn, baseXp },
        ...withMission(
          mission(7, 'EARN', 'earn', { ...LINK, rewardXp: 10, repeat, maxCompletions: limit }),
        ),
        products: [product({ price: String(price), stock, givesTickets: 1 })],
      },
    }))

  test('has days that sum to its totals and never fall below zero', () => {
    fc.assert(
      fc.property(anyPlan, ({ season, options }) => {
        const { daily, ...totals } = simulateSeason(season, options)
        for (const key of ['xp', 'tickets', 'spins', 'checkIns'] as const) {
          expect(daily.reduce((sum, day) => sum + day[key], 0)).toBe(totals[key])
        }
        for (const day of daily) {
          expect(Object.values(day.bySource).reduce((sum, xp) => sum + xp, 0)).toBe(day.xp)
          expect(
            Math.min(...Object.values(day.bySource), day.tickets, day.spins),
          ).toBeGreaterThanOrEqual(0)
          expect(Number.isInteger(day.xp)).toBe(true)
        }
      }),
      { numRuns: 60 },
    )
  })

  test('exceeds neither the limit of a mission nor the stock of the shop', () => {
    fc.assert(
      fc.property(anyPlan, ({ season, options, limit, stock }) => {
        const without = (change: Partial<SeasonPlan>) =>
          simulateSeason({ ...season, tiers: [tier(0, 0, 1)], ...change }, options)
        const all = without({})
        const unsold = without({ products: [] })
        expect(all.tickets - unsold.tickets).toBeLessThanOrEqual(stock ?? Infinity)
        const unlimited = without({
          products: [],
          missions: season.missions.filter(({ missionId }) => missionId !== 7),
        })
        expect(unsold.xp - unlimited.xp).toBeLessThanOrEqual((limit ?? Infinity) * 10)
      }),
      { numRuns: 60 },
    )
  })

  test('never costs less with more members', () => {
    fc.assert(
      fc.property(anyPlan, fc.integer({ min: 0, max: 5000 }), ({ season, options }, more) => {
        const without = { ...season, products: [] }
        const few = simulateSeason(without, options)
        const many = simulateSeason(without, { ...options, members: options.members + more * 10 })
        expect(many.tickets).toBeGreaterThanOrEqual(few.tickets)
        expect(many.checkIns).toBeGreaterThanOrEqual(few.checkIns)
      }),
      { numRuns: 60 },
    )
  })
})

test('the cost of a season includes missions that are switched off', () => {
  const { xp } = simulateSeason(plan, plan.budget.members)
  const missions = plan.missions.map((each) => ({ ...each, enabled: false }))
  const budget = { ...plan.budget, xp: xp - 1 }

  expect(validateSeasonCost({ ...plan, missions, budget })).toMatchObject([
    { code: 'XP_OVER_BUDGET', values: { value: xp, budget: xp - 1 } },
  ])
})
