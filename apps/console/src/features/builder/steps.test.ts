import type { PlanProblem } from '@solstice/rules/plan-problem'
import { expect, test } from 'vitest'
import { problemsOf, stateOf, stepOf } from './steps.ts'

const problem = (path: string): PlanProblem => ({ path, code: 'MISSING', values: {}, text: path })

test.each([
  ['startAt', 'calendar'],
  ['rounds.1.endAt', 'calendar'],
  ['rounds.1.pool', 'pools'],
  ['title.ko', 'story'],
  ['banners.0.title.en', 'story'],
  ['levels.bonuses.0.percent', 'rewards-per-day'],
  ['tiers.2.minXp', 'tiers'],
  ['spin.prizes.5.weight', 'wheel'],
  ['budget.spinXp', 'wheel'],
  ['budget.xp', 'pools'],
  ['missions.3.proof.code', 'missions'],
  ['products.0.price', 'shop'],
  ['unknown', 'start'],
])('%s is edited in %s', (path, step) => {
  expect(stepOf(path)).toBe(step)
})

test('a step is empty without content, has problems, or is done', () => {
  const spin = { freePerDay: 1 }

  expect(stateOf('wheel', {}, [problem('spin')], false)).toBe('empty')
  expect(stateOf('wheel', { spin: { prizes: [] } }, [], false)).toBe('empty')
  expect(stateOf('wheel', { spin }, [problem('spin.prizes')], false)).toBe('problem')
  expect(stateOf('wheel', { spin }, [problem('title')], false)).toBe('done')
})

test('a season is published only by publishing it', () => {
  expect(stateOf('publish', { title: 'x' }, [], false)).toBe('empty')
  expect(stateOf('publish', { title: 'x' }, [], true)).toBe('done')
})

test('Texts repeats the problems of texts in all other steps', () => {
  const found = problemsOf('texts', [problem('missions.0.title.ko'), problem('spin.prizes')])

  expect(found.map(({ path }) => path)).toEqual(['missions.0.title.ko'])
})
