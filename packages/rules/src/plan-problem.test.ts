import { expect, test } from 'vitest'
import { DEFAULT_LEVELS } from './level.ts'
import { PLAN_PROBLEM_CODES } from './plan-problem.ts'
import { validateSeasonPlan, type SeasonPlan } from './season-plan.ts'
import { validateSeasonCost } from './season-simulation.ts'
import { LINK, mission, plan, product, tier, withMission } from './test-season-plan.ts'

const [one, two] = plan.rounds
if (!one || !two) throw new Error('The plan has fewer than two rounds')
const seventh = (change: Parameters<typeof mission>[3]) =>
  withMission(mission(7, 'EARN', 'earn', { ...LINK, ...change }))

test.each<[string, string, Partial<SeasonPlan>]>([
  ['endAt', 'SEASON_BACKWARDS', { endAt: plan.startAt }],
  ['endAt', 'SEASON_TOO_LONG', { endAt: '2027-06-01T20:00:00Z' }],
  ['rounds', 'ROUNDS_NONE', { rounds: [] }],
  ['rounds.1.endAt', 'ROUND_BACKWARDS', { rounds: [one, { ...two, endAt: two.startAt }] }],
  ['rounds.1.startAt', 'ROUND_GAP', { rounds: [one, { ...two, startAt: '2026-06-09T20:00:00Z' }] }],
  ['rounds.1.startAt', 'ROUND_OVERLAP', { rounds: [one, { ...two, startAt: one.startAt }] }],
  ['rounds.1.pool', 'POOL_TOO_FINE', { rounds: [one, { ...two, pool: '0.0000001' }] }],
  ['rounds.0.startAt', 'FIRST_ROUND_START', { rounds: [two] }],
  ['rounds.0.endAt', 'LAST_ROUND_END', { rounds: [one] }],
  ['budget.reward', 'POOLS_OVER_BUDGET', { budget: { ...plan.budget, reward: '1' } }],
  ['tiers', 'TIERS_NONE', { tiers: [] }],
  ['tiers.0.minXp', 'TIER_NOT_AT_ZERO', { tiers: [tier(5, 0, 1)] }],
  ['tiers.1.minXp', 'TIER_ORDER', { tiers: [tier(0, 0, 1), tier(0, 5, 2)] }],
  ['tiers.1.bonusPercent', 'TIER_GIVES_LESS', { tiers: [tier(0, 5, 1), tier(9, 0, 1)] }],
  ['tiers.1.ticketsPerDay', 'TIER_GIVES_LESS', { tiers: [tier(0, 5, 2), tier(9, 5, 1)] }],
  [
    'levels.bonuses.0.fromLevel',
    'LEVEL_BONUS_TOO_LOW',
    { levels: { ...DEFAULT_LEVELS, bonuses: [{ fromLevel: 99, percent: 5 }] } },
  ],
  ['spin.prizes', 'SPIN_ODDS_SUM', { spin: { ...plan.spin, prizes: [{ xp: 1, weight: 9999 }] } }],
  ['spin.prizes', 'SPIN_MEAN_OVER_BUDGET', { budget: { ...plan.budget, spinXp: 1 } }],
  [
    'spin.prizes.1.xp',
    'SPIN_PRIZE_TWICE',
    {
      spin: {
        ...plan.spin,
        prizes: [
          { xp: 1, weight: 5000 },
          { xp: 1, weight: 5000 },
        ],
      },
    },
  ],
  ['missions', 'MISSION_FIXED', { missions: plan.missions.slice(1) }],
  [
    'missions.6.missionId',
    'MISSION_TWICE',
    { missions: [...plan.missions, ...plan.missions.slice(5)] },
  ],
  ['missions.6.category', 'MISSION_CATEGORY', withMission(mission(7, 'EARN', 'starlight', LINK))],
  ['missions.6.proof', 'MISSION_NO_PROOF', seventh({ proof: null })],
  ['missions.6.repeat', 'MISSION_ENDLESS', seventh({ repeat: 'UNLIMITED' })],
  ['missions.6.rewardXp', 'MISSION_NO_REWARD', seventh({ rewardXp: null })],
  ['missions.6.linkUrl', 'MISSION_NO_LINK', seventh({ linkUrl: null })],
  [
    'missions.6.maxCompletions',
    'MISSION_CODE_UNLIMITED',
    seventh({ proof: { kind: 'CODE', code: 'SUN' } }),
  ],
  ['products.0.price', 'PRODUCT_PRICE', { products: [product({ price: '1.5' })] }],
])('points to %s for %s', (path, code, change) => {
  expect(validateSeasonPlan({ ...plan, ...change })).toContainEqual(
    expect.objectContaining({ path, code }),
  )
})

test('points to the budget that the season would exceed', () => {
  const budget = { ...plan.budget, xp: 1, tickets: 2 }

  expect(validateSeasonCost({ ...plan, budget })).toMatchObject([
    { path: 'budget.xp', code: 'XP_OVER_BUDGET', values: { members: 1000, budget: 1 } },
    { path: 'budget.tickets', code: 'TICKETS_OVER_BUDGET', values: { members: 1000, budget: 2 } },
  ])
})

test('does not estimate the cost of a plan whose rules cannot be applied', () => {
  expect(validateSeasonCost({ ...plan, tiers: [] })).toEqual([])
  expect(validateSeasonCost({ ...plan, spin: { ...plan.spin, prizes: [] } })).toEqual([])
  expect(validateSeasonCost({ ...plan, endAt: plan.startAt })).toEqual([])
})

test('every code is listed once', () => {
  expect(new Set(PLAN_PROBLEM_CODES).size).toBe(PLAN_PROBLEM_CODES.length)
})
