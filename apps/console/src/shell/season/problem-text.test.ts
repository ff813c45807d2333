import { PLAN_PROBLEM_CODES } from '@solstice/rules/plan-problem'
import { expect, test } from 'vitest'
import { texts as en } from '#/locales/en.ts'
import { texts as ko } from '#/locales/ko.ts'

test.each(PLAN_PROBLEM_CODES)('%s has a text in both languages', (code) => {
  expect(en.planProblems[code]).toMatch(/\w/)
  expect(ko.planProblems[code]).toMatch(/[가-힣]/)
})
