import { expect, test } from 'vitest'
import type { Explanation } from './api.ts'
import { withoutPast } from './without-past.ts'

const NOW = Date.parse('2027-06-21T08:00:00.000Z')
const PAST = '2027-06-03T08:00:00.000Z'
const LATER = '2027-06-24T08:00:00.000Z'

const explained = (rule: Explanation['rule'], at: string | null): Explanation => ({
  entryId: 'refusal:1',
  rule,
  ruleVersion: 1,
  outcome: 'WAITING',
  seasonVersion: null,
  seasonId: null,
  name: null,
  at: PAST,
  inputs: { claimableAt: at },
  sums: [],
  steps: [],
  days: [],
  next: { kind: 'TIME', at, inputs: {} },
  ledgerTransactionId: null,
})

test.each(['check-in', 'payout', 'friend'] as const)('keeps a time of %s to come', (rule) => {
  expect(withoutPast(explained(rule, LATER), NOW)).toEqual(explained(rule, LATER))
  expect(withoutPast(explained(rule, null), NOW)).toEqual(explained(rule, null))
})

test('offers no next chance at a time that is over', () => {
  expect(withoutPast(explained('check-in', PAST), NOW).next).toBeNull()
})

test('keeps what happens without a known time', () => {
  expect(withoutPast(explained('payout', PAST), NOW).next).toMatchObject({ kind: 'TIME', at: null })
})

test('promises no past day for the reward of a friend', () => {
  const { inputs, next } = withoutPast(explained('friend', PAST), NOW)

  expect(inputs).toEqual({})
  expect(next?.at).toBeNull()
})
