import { expect, test } from 'vitest'
import { samplePlan as plan } from './sample-plan.ts'
import { checkLive } from '#/features/builder/frame/check-live.ts'

const codes = (draft: object) =>
  checkLive({ ...draft }).problems.map(({ path, code }) => `${path} ${code}`)

test('a complete plan without problems has none', () => {
  expect(codes(plan)).toEqual([])
})

test('judges the wheel although a text is missing', () => {
  const spin = { ...plan.spin, prizes: [{ xp: 10, weight: 9999 }] }

  expect(codes({ ...plan, title: { en: '', ko: '밤' }, spin })).toEqual([
    'title.en MISSING',
    'spin.prizes SPIN_ODDS_SUM',
  ])
})

test('an empty draft lacks its parts, and nothing else is judged', () => {
  expect(new Set(checkLive({}).problems.map(({ code }) => code))).toEqual(new Set(['MISSING']))
})

test('does not compare rounds with dates that are not written yet', () => {
  expect(codes({ ...plan, startAt: '' })).toEqual(['startAt MISSING'])
})
