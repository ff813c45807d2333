import { describe, expect, test } from 'vitest'
import { DEFAULT_LEVELS } from './level.ts'
import { validateSeasonPlan, type SeasonPlan } from './season-plan.ts'
import { validateSeasonCost } from './season-simulation.ts'
import { LINK, mission, ON_CHAIN, plan, texts, tier, withMission } from './test-season-plan.ts'

test('a valid plan has no problems', () => {
  expect(validateSeasonPlan(plan)).toEqual([])
  expect(validateSeasonCost(plan)).toEqual([])
})

test('a round may be as short as the three days that its reward requires', () => {
  const [one, two] = plan.rounds
  if (!one || !two) throw new Error('The plan has fewer than two rounds')
  const turn = '2026-06-04T20:00:00Z'
  const rounds = [
    { ...one, endAt: turn },
    { ...two, startAt: turn },
  ]

  expect(validateSeasonPlan({ ...plan, rounds })).toEqual([])
})

describe('a valid season plan', () => {
  const [one, two] = plan.rounds
  if (!one || !two) throw new Error('The plan has fewer than two rounds')
  const longestEnd = '2026-11-28T20:00:00Z'

  test.each<[string, Partial<SeasonPlan>]>([
    ['of exactly 180 days', { endAt: longestEnd, rounds: [one, { ...two, endAt: longestEnd }] }],
    ['with a tier that gives as much as the one below', { tiers: [tier(0, 5, 2), tier(1, 5, 2)] }],
    [
      'with level bonuses from level 100 to the top',
      {
        levels: {
          ...DEFAULT_LEVELS,
          bonuses: [
            { fromLevel: 100, percent: 5 },
            { fromLevel: DEFAULT_LEVELS.topLevel, percent: 5 },
          ],
        },
      },
    ],
    ['whose mean prize meets the budget', { budget: { ...plan.budget, spinXp: 54.5 } }],
    ['with another invite', withMission(mission(7, 'INVITE', 'earn'))],
    ['with another purchase', withMission(mission(7, 'PURCHASE', 'purchase'))],
    ['with another link', withMission(mission(7, 'EARN', 'earn', LINK))],
    [
      'with a daily link of a partner',
      withMission(mission(7, 'PARTNER', 'starlight', { ...LINK, repeat: 'DAILY' })),
    ],
    [
      'with a partner and its mark',
      withMission(
        mission(7, 'PARTNER', 'starlight', {
          ...LINK,
          partner: { name: texts('Lumen'), markUrl: '/art/mark-lumen.svg' },
        }),
      ),
    ],
    [
      'with a mission that pays nothing',
      withMission(mission(7, 'EARN', 'earn', { ...LINK, rewardXp: 0 })),
    ],
    [
      'with a proof on chain, once and without a link',
      withMission(mission(7, 'EARN', 'earn', { ...LINK, proof: ON_CHAIN, linkUrl: null })),
    ],
    [
      'with a code that runs out, without a link',
      withMission(
        mission(7, 'EARN', 'earn', {
          ...LINK,
          proof: { kind: 'CODE', code: 'SUN' },
          linkUrl: null,
          maxCompletions: 10,
        }),
      ),
    ],
    [
      'with tickets that run out',
      withMission(mission(3, 'TICKET', 'earn', { repeat: 'DAILY', maxCompletions: 10 })),
    ],
  ])('is valid %s', (_label, change) => {
    expect(validateSeasonPlan({ ...plan, ...change })).toEqual([])
  })
})
