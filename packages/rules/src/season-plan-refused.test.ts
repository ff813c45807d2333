import { describe, expect, test } from 'vitest'
import { DEFAULT_LEVELS } from './level.ts'
import type { MissionType } from './mission.ts'
import { DEFAULT_PRIZES } from './missions/spin/spin.ts'
import type { PlanProblem } from './plan-problem.ts'
import { validateSeasonPlan, type SeasonPlan } from './season-plan.ts'
import { validateSeasonCost, simulateSeason } from './season-simulation.ts'
import { LINK, mission, ON_CHAIN, plan, texts, tier, withMission } from './test-season-plan.ts'

const textsOf = (problems: readonly PlanProblem[]) => problems.map(({ text }) => text)

describe('an invalid season plan', () => {
  const [one, two] = plan.rounds
  if (!one || !two) throw new Error('The plan has fewer than two rounds')

  test.each<[string, Partial<SeasonPlan>, ...string[]]>([
    [
      'with overlapping rounds',
      { rounds: [one, { ...two, startAt: '2026-06-07T20:00:00Z' }] },
      'Round 2 overlaps round 1',
    ],
    [
      'with a gap between rounds',
      { rounds: [one, { ...two, startAt: '2026-06-09T20:00:00Z' }] },
      'There is a gap between round 1 and round 2',
    ],
    ['without rounds', { rounds: [] }, 'A season has at least one round'],
    [
      'with a round that runs backwards',
      { rounds: [{ ...one, endAt: one.startAt }, two] },
      'Round 1 ends before it has begun',
      'There is a gap between round 1 and round 2',
    ],
    [
      'with a round too short for its reward',
      {
        rounds: [
          { ...one, endAt: '2026-06-03T20:00:00Z' },
          { ...two, startAt: '2026-06-03T20:00:00Z' },
        ],
      },
      'Round 1 is too short: a reward needs 3 check-in days',
    ],
    [
      'whose rounds begin late',
      { rounds: [two] },
      'The first round does not begin with the season',
    ],
    ['whose rounds end early', { rounds: [one] }, 'The last round does not end with the season'],
    [
      'with a pool finer than its token',
      { rounds: [one, { ...two, pool: '0.0000001' }] },
      'Round 2 has a pool of 0.0000001, with more decimals than USDS has',
    ],
    [
      'whose pools exceed the budget',
      { budget: { ...plan.budget, reward: '2000' } },
      'The pools of all rounds exceed the budget of 2000 USDS',
    ],
    [
      'that ends before it begins',
      { endAt: '2026-05-01T20:00:00Z' },
      'The season ends at 2026-05-01T20:00:00Z, before it has begun at 2026-06-01T20:00:00Z',
      'The last round does not end with the season',
    ],
    [
      'that ends when it begins',
      { endAt: plan.startAt },
      'The season ends at 2026-06-01T20:00:00Z, before it has begun at 2026-06-01T20:00:00Z',
      'The last round does not end with the season',
    ],
    [
      'that lasts a second too long',
      { endAt: '2026-11-28T20:00:01Z' },
      'A season lasts at most 180 days',
      'The last round does not end with the season',
    ],
    [
      'whose budget is not an amount',
      { budget: { ...plan.budget, reward: 'much' } },
      'The pools of all rounds exceed the budget of much USDS',
    ],
    [
      'without prizes',
      { spin: { ...plan.spin, prizes: [] } },
      'The odds of the spin sum to 0 %, not to 100 % (10000)',
    ],
    [
      'with two tiers from the same XP',
      { tiers: [tier(0, 0, 1), tier(0, 5, 2)] },
      'Tier from 0 is out of order: 0 XP after 0 XP',
    ],
    [
      'with a tier that gives fewer tickets than the one below',
      { tiers: [tier(0, 0, 2), tier(2000, 5, 1)] },
      'Tier from 2000 gives less than the tier below it',
    ],
    [
      'with two level bonuses from the same level',
      {
        levels: {
          ...DEFAULT_LEVELS,
          bonuses: [
            { fromLevel: 100, percent: 5 },
            { fromLevel: 100, percent: 10 },
          ],
        },
      },
      'The bonus of level 100 is out of order',
    ],
    [
      'with a level bonus that falls',
      {
        levels: {
          ...DEFAULT_LEVELS,
          bonuses: [
            { fromLevel: 100, percent: 5 },
            { fromLevel: 200, percent: 4 },
          ],
        },
      },
      'The bonus of level 200 is out of order',
    ],
    [
      'with a second spin',
      withMission(mission(7, 'SPIN', 'earn')),
      'Mission 7 of type SPIN must be the only one',
    ],
    [
      'with a second daily ticket',
      withMission(mission(7, 'TICKET', 'earn', { repeat: 'DAILY' })),
      'Mission 7 of type TICKET must be the only one',
    ],
    [
      'with tickets that are not daily',
      withMission(mission(3, 'TICKET', 'earn', { repeat: 'ONCE' })),
      'Mission 3 of type TICKET must be repeated daily',
    ],
    [
      'with a partner that pays without proof',
      withMission(mission(7, 'PARTNER', 'starlight', { repeat: 'ONCE', rewardXp: 10 })),
      'Mission 7 pays without a proof',
    ],
    [
      'that lasts too long',
      { endAt: '2027-06-01T20:00:00Z' },
      'A season lasts at most 180 days',
      'The last round does not end with the season',
    ],
    [
      'with odds that do not sum',
      { spin: { ...plan.spin, prizes: DEFAULT_PRIZES.slice(1) } },
      'The odds of the spin sum to 60 %, not to 100 % (10000)',
      'A spin gives 84.2 XP on average, over the budget of 60 XP',
    ],
    [
      'with odds whose mean exceeds the budget',
      { budget: { ...plan.budget, spinXp: 54 } },
      'A spin gives 54.5 XP on average, over the budget of 54 XP',
    ],
    [
      'with a prize that stands twice',
      {
        spin: {
          ...plan.spin,
          prizes: [
            { xp: 10, weight: 5000 },
            { xp: 10, weight: 5000 },
          ],
        },
      },
      'The spin has a duplicate prize',
    ],
    [
      'with tiers out of order',
      { tiers: [tier(0, 0, 1), tier(2000, 5, 2), tier(1000, 10, 3)] },
      'Tier from 1000 is out of order: 1000 XP after 2000 XP',
    ],
    [
      'with a tier that gives less than the one below',
      { tiers: [tier(0, 5, 1), tier(2000, 0, 2)] },
      'Tier from 2000 gives less than the tier below it',
    ],
    ['without a tier at 0', { tiers: [tier(5, 0, 1)] }, 'The lowest tier does not begin at 0 XP'],
    ['without tiers', { tiers: [] }, 'A season has at least one tier'],
    [
      'with a level bonus below level 100',
      { levels: { ...DEFAULT_LEVELS, bonuses: [{ fromLevel: 99, percent: 5 }] } },
      'A level bonus starts at level 99, but the minimum is 100',
    ],
    [
      'with a level bonus nobody reaches',
      { levels: { ...DEFAULT_LEVELS, bonuses: [{ fromLevel: 301, percent: 5 }] } },
      'The bonus of level 301 is above the highest level',
    ],
    [
      'with level bonuses out of order',
      { levels: { ...DEFAULT_LEVELS, bonuses: DEFAULT_LEVELS.bonuses.toReversed() } },
      'The bonus of level 100 is out of order',
    ],
    [
      'without the check-in',
      { missions: plan.missions.slice(1) },
      'Mission 1 is of type CHECK_IN in every season',
    ],
    [
      'with a mission twice',
      { missions: [...plan.missions, mission(6, 'PURCHASE', 'purchase')] },
      'Mission 6 is listed twice',
    ],
    [
      'with a mission in the wrong category',
      withMission(mission(7, 'PARTNER', 'earn', LINK)),
      'Mission 7 of type PARTNER belongs to starlight, not to earn',
    ],
    [
      'with a second check-in',
      withMission(mission(7, 'CHECK_IN', 'earn', { repeat: 'DAILY' })),
      'Mission 7 of type CHECK_IN must be the only one',
    ],
    [
      'with a check-in that is not daily',
      withMission(mission(1, 'CHECK_IN', 'earn', { repeat: 'ONCE' })),
      'Mission 1 of type CHECK_IN must be repeated daily',
    ],
    [
      'with check-ins that run out',
      withMission(mission(1, 'CHECK_IN', 'earn', { repeat: 'DAILY', maxCompletions: 100 })),
      'Mission 1 of type CHECK_IN must not limit completions',
    ],
    [
      'with spins that run out',
      withMission(mission(2, 'SPIN', 'earn', { maxCompletions: 100 })),
      'Mission 2 of type SPIN must not limit completions',
    ],
    [
      'with a mission that pays without proof',
      withMission(mission(7, 'EARN', 'earn', { repeat: 'ONCE', rewardXp: 10 })),
      'Mission 7 pays without a proof',
    ],
    [
      'with a proof where none is taken',
      withMission(mission(4, 'INVITE', 'earn', { proof: { kind: 'LINK' }, linkUrl: '/x' })),
      'Mission 4 of type INVITE takes no proof',
    ],
    [
      'with a partner of a mission of our own',
      withMission(
        mission(7, 'EARN', 'earn', {
          ...LINK,
          partner: { name: texts('Lumen'), markUrl: null },
        }),
      ),
      'Mission 7 of type EARN has no partner',
    ],
    [
      'with a proven mission without end',
      withMission(mission(7, 'EARN', 'earn', { ...LINK, repeat: 'UNLIMITED' })),
      'Mission 7 can be repeated without limit',
    ],
    [
      'with a proven mission without reward',
      withMission(mission(7, 'EARN', 'earn', { ...LINK, rewardXp: null })),
      'Mission 7 has no reward',
    ],
    [
      'with a link that leads nowhere',
      withMission(mission(7, 'EARN', 'earn', { ...LINK, linkUrl: null })),
      'Mission 7 has no link to open',
    ],
    [
      'with a proof on chain that would hold every day',
      withMission(mission(7, 'EARN', 'earn', { ...LINK, proof: ON_CHAIN, repeat: 'DAILY' })),
      'Mission 7 is proven on chain and can be done once, not daily',
    ],
    [
      'with a code that pays without limit',
      withMission(mission(7, 'EARN', 'earn', { ...LINK, proof: { kind: 'CODE', code: 'SUN' } })),
      'Mission 7 is proven by a code and must limit completions',
    ],
  ])('%s', (_label, change, ...reasons) => {
    expect(textsOf(validateSeasonPlan({ ...plan, ...change }))).toEqual(reasons)
  })

  test.each<[number, MissionType]>([
    [1, 'CHECK_IN'],
    [2, 'SPIN'],
    [3, 'TICKET'],
    [4, 'INVITE'],
    [5, 'PARTNER'],
    [6, 'PURCHASE'],
  ])('without mission %i of type %s is rejected', (missionId, type) => {
    const missions = plan.missions.filter((each) => each.missionId !== missionId)

    expect(textsOf(validateSeasonPlan({ ...plan, missions }))).toEqual([
      `Mission ${missionId} is of type ${type} in every season`,
    ])
  })

  test.each<[number, MissionType, string]>([
    [1, 'CHECK_IN', 'earn'],
    [2, 'SPIN', 'earn'],
    [3, 'TICKET', 'earn'],
    [4, 'INVITE', 'earn'],
    [5, 'PARTNER', 'starlight'],
    [6, 'PURCHASE', 'purchase'],
    [7, 'EARN', 'earn'],
  ])(
    'with mission %i of type %s outside of category %s is rejected',
    (missionId, type, category) => {
      const other = category === 'starlight' ? 'earn' : 'starlight'
      const all = [...plan.missions, mission(7, 'EARN', 'earn', LINK)]
      const missions = all.map((each) =>
        each.missionId === missionId ? ({ ...each, category: other } as const) : each,
      )

      expect(textsOf(validateSeasonPlan({ ...plan, missions }))).toEqual([
        `Mission ${missionId} of type ${type} belongs to ${category}, not to ${other}`,
      ])
    },
  )

  test('returns all problems together', () => {
    const broken = validateSeasonPlan({ ...plan, rounds: [two, one], tiers: [tier(5, 0, 1)] })

    expect(textsOf(broken)).toEqual([
      'Round 2 overlaps round 1',
      'The first round does not begin with the season',
      'The last round does not end with the season',
      'The lowest tier does not begin at 0 XP',
    ])
  })

  test('is rejected if it exceeds its budget', () => {
    const { xp, tickets } = simulateSeason(plan, 1000)
    const budget = { ...plan.budget, xp: xp - 1, tickets: tickets - 1 }

    expect(textsOf(validateSeasonCost({ ...plan, budget }))).toEqual([
      `1000 members would get ${xp} XP, over the budget of ${xp - 1}`,
      `1000 members would get ${tickets} tickets, over the budget of ${tickets - 1}`,
    ])
  })
})
