import { expect, test } from 'vitest'
import { maxLengthAt } from './contract-limits.ts'

test.each([
  ['title.en', 60],
  ['description.ko', 500],
  ['tiers.3.name.en', 40],
  ['missions.7.title.ko', 80],
  ['missions.7.partner.name.en', 40],
  ['missions.7.proof.code', 100],
  ['missions.7.proof.requirement.en', 300],
  ['missions.13.terms.questions.2.options.1.ko', 120],
  ['banners.0.title.en', 80],
])('the contract allows %s at most %i letters', (path, most) => {
  expect(maxLengthAt(path)).toBe(most)
})

test.each(['startAt', 'spin.prizes.0.xp', 'nothing.here', ''])('%j has no length', (path) => {
  expect(maxLengthAt(path)).toBeUndefined()
})
