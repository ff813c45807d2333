import { expect, test } from 'vitest'
import { simulateSeason, validateSeasonCost } from '@solstice/rules/season-simulation'
import { demoSeason, THEMES } from './season-plan.ts'

const plan = demoSeason(THEMES[0], new Date('2026-12-31T20:00:00Z'))

test('the demo season costs what the command line prints', () => {
  expect(simulateSeason(plan, 10_000)).toMatchObject({
    xp: 51_116_000,
    tickets: 251_000,
    spins: 375_000,
    checkIns: 124_000,
    reward: '10000',
  })
  expect(validateSeasonCost(plan)).toEqual([])
})

test('the demo season without the quiz and without limits keeps its earlier figures', () => {
  const missions = plan.missions
    .filter(({ terms }) => terms === null)
    .map((mission) => ({ ...mission, maxCompletions: null }))

  expect(simulateSeason({ ...plan, missions }, 10_000)).toMatchObject({
    xp: 47_551_000,
    tickets: 242_000,
    spins: 366_000,
    checkIns: 124_000,
  })
})

test('a check-in of 250 XP takes the demo season over its budget', () => {
  const generous = { ...plan, checkIn: { ...plan.checkIn, baseXp: 250 } }

  expect(validateSeasonCost(generous)).toMatchObject([
    { code: 'XP_OVER_BUDGET', values: { value: 81_879_000, budget: 60_000_000 } },
  ])
})
