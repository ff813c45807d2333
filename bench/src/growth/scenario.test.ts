import { expect, test } from 'vitest'
import { endpoints } from '../../../packages/contract/src/catalogue.ts'
import { jobKinds } from '../../../apps/server/src/job-kinds.ts'
import { callScenarios } from './calls.ts'
import { jobScenarios } from './jobs.ts'
import { LISTED } from './listed.ts'

test('the growth benchmark makes every call of the contract', () => {
  const made = new Set(callScenarios().map(({ name }) => name.split(',', 1).join()))

  expect([...made]).toEqual(Object.keys(endpoints))
})

test('the growth benchmark runs a job of every kind', () => {
  expect(new Set(jobScenarios().keys())).toEqual(new Set(jobKinds.map(({ kind }) => kind)))
})

test('every listed statement has a reason', () => {
  for (const { startsWith, reason } of LISTED) {
    expect(startsWith.length).toBeGreaterThan(10)
    expect(reason).toMatch(/^[A-Z].+\.$/)
  }
})
