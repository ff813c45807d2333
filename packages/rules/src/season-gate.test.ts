import { describe, expect, test } from 'vitest'
import { planProblem } from './plan-problem.ts'
import { openConditions, publishGate, type GateFacts, type GateKey } from './season-gate.ts'
import { simulateSeason } from './season-simulation.ts'
import { plan } from './test-season-plan.ts'

const generous = { ...plan, budget: { ...plan.budget, xp: 1e9, tickets: 1e9 } }
const READY: GateFacts = {
  plan: generous,
  problems: [],
  available: '2000.5',
  invites: null,
  previewed: { en: true, ko: true },
}
const stateOf = (key: GateKey, change: Partial<GateFacts>) =>
  publishGate({ ...READY, ...change }).find((item) => item.key === key)
const openKeys = (change: Partial<GateFacts>, confirmed: GateKey[] = []) =>
  openConditions(publishGate({ ...READY, ...change }), confirmed).map(({ key }) => key)

describe('the publish gate', () => {
  test('is open for a complete season that was previewed and can be paid', () => {
    const gate = publishGate(READY)

    expect(gate.map(({ key, state }) => [key, state])).toEqual([
      ['PROBLEMS', 'OK'],
      ['LANGUAGES', 'OK'],
      ['BUDGET', 'OK'],
      ['BUDGET_150', 'OK'],
      ['COVER', 'OK'],
      ['PREVIEW_EN', 'OK'],
      ['PREVIEW_KO', 'OK'],
    ])
    expect(openConditions(gate, [])).toEqual([])
  })

  test('counts missing texts apart from other problems, and each problem once', () => {
    const problems = [
      planProblem('title.ko', 'MISSING', 'title.ko is missing'),
      planProblem('rounds', 'ROUNDS_NONE', 'A season has at least one round'),
      planProblem('budget.xp', 'XP_OVER_BUDGET', 'Too much'),
    ]

    expect(stateOf('PROBLEMS', { problems })).toMatchObject({ state: 'FAIL', values: { count: 1 } })
    expect(stateOf('LANGUAGES', { problems })).toMatchObject({
      state: 'FAIL',
      values: { count: 1 },
    })
  })

  test('fails over the budget, and cannot be confirmed away', () => {
    const { xp } = simulateSeason(plan, 1000)
    const over = { ...generous, budget: { ...generous.budget, xp: xp - 1 } }

    expect(stateOf('BUDGET', { plan: over })).toMatchObject({
      state: 'FAIL',
      values: { members: 1000, xp, budgetXp: xp - 1 },
    })
    expect(openKeys({ plan: over }, ['BUDGET', 'BUDGET_150'])).toEqual(['BUDGET'])
  })

  test('counts missions that are switched off, because one person can switch them on', () => {
    const all = simulateSeason(plan, 1000)
    const missions = plan.missions.map((mission) => ({ ...mission, enabled: false }))
    const budget = { ...generous.budget, xp: all.xp - 1 }

    expect(stateOf('BUDGET', { plan: { ...generous, missions, budget } })).toMatchObject({
      state: 'FAIL',
      values: { xp: all.xp, tickets: all.tickets },
    })
  })

  test('does not simulate a season that is longer than allowed', () => {
    const endAt = '2026-11-29T20:00:00Z'

    expect(stateOf('BUDGET', { plan: { ...generous, endAt } })).toEqual({
      key: 'BUDGET',
      state: 'FAIL',
      values: {},
    })
  })

  test('counts the XP of invites under the present terms', () => {
    const { xp } = simulateSeason(plan, 1000)
    const exact = { ...generous, budget: { ...generous.budget, xp } }
    const invites = { firstInviteXp: 100, totalInviteXp: 500 }

    expect(stateOf('BUDGET', { plan: exact })).toMatchObject({
      state: 'OK',
      values: { xp, inviteXp: 0 },
    })
    // A fifth of 1,000 members get 100 XP, and one in fifty gets 500 XP.
    expect(stateOf('BUDGET', { plan: exact, invites })).toMatchObject({
      state: 'FAIL',
      values: { inviteXp: 30_000, budgetXp: xp, ...invites },
    })
    expect(stateOf('BUDGET', { plan: null, invites })?.values).toEqual(invites)
  })

  test('fails over the ticket budget', () => {
    const { tickets } = simulateSeason(plan, 1000)
    const over = { ...generous, budget: { ...generous.budget, tickets: tickets - 1 } }

    expect(stateOf('BUDGET', { plan: over })?.state).toBe('FAIL')
  })

  test('warns if half as many members again would exceed the budget, until it is confirmed', () => {
    const { xp } = simulateSeason(plan, 1000)
    const tight = { ...generous, budget: { ...generous.budget, xp } }

    expect(stateOf('BUDGET', { plan: tight })?.state).toBe('OK')
    expect(stateOf('BUDGET_150', { plan: tight })).toMatchObject({
      state: 'WARN',
      values: { members: 1500 },
    })
    expect(openKeys({ plan: tight })).toEqual(['BUDGET_150'])
    expect(openKeys({ plan: tight }, ['BUDGET_150'])).toEqual([])
  })

  test.each([
    ['too little', '2000.4'],
    ['an unknown amount', null],
  ])('warns if the treasury has %s for the pools', (_label, available) => {
    expect(stateOf('COVER', { available })).toMatchObject({
      state: 'WARN',
      values: { pools: '2000.5', symbol: 'USDS' },
    })
    expect(openKeys({ available })).toEqual(['COVER'])
    expect(openKeys({ available }, ['COVER'])).toEqual([])
  })

  test('needs the preview in both languages', () => {
    expect(openKeys({ previewed: { en: true, ko: false } }, ['PREVIEW_KO'])).toEqual(['PREVIEW_KO'])
    expect(openKeys({ previewed: { en: false, ko: true } })).toEqual(['PREVIEW_EN'])
  })

  test('is closed for a draft that is no plan yet or cannot be simulated', () => {
    expect(openKeys({ plan: null })).toEqual(['BUDGET', 'BUDGET_150', 'COVER'])
    expect(openKeys({ plan: { ...plan, tiers: [] } })).toEqual(['BUDGET', 'BUDGET_150'])
  })
})
