import { TRACE_OUTCOMES } from '@solstice/rules/trace'
import type { TraceRule } from '@solstice/rules/trace'
import { expect, test } from 'vitest'
import { texts as en } from '#/locales/en.ts'
import { proofOf, verdictOf } from './verdict.ts'

// TypeScript does not infer the keys of the object.
const rules = Object.keys(TRACE_OUTCOMES) as TraceRule[]

test.each(rules)('every outcome of %s has a verdict with words', (rule) => {
  for (const outcome of TRACE_OUTCOMES[rule]) {
    expect(en.why.verdicts).toHaveProperty(verdictOf({ rule, outcome, sums: [] }))
  }
})

test('a credit is credited, a refusal refused, a cap holds, and too few days give nothing', () => {
  expect([
    verdictOf({ rule: 'mission', outcome: 'GRANTED', sums: [] }),
    verdictOf({ rule: 'refusal', outcome: 'REFUSED', sums: [] }),
    verdictOf({ rule: 'payout', outcome: 'DAY_CAP', sums: [] }),
    verdictOf({ rule: 'round', outcome: 'TOO_FEW_DAYS', sums: [] }),
  ]).toEqual(['credited', 'refused', 'held', 'nothing'])
})

test.each([
  [true, true, 'both'],
  [null, true, 'ledger'],
  [true, null, 'replay'],
  [null, null, 'none'],
  [false, true, 'differs'],
  [true, false, 'differs'],
] as const)('replayed %s and equal to the ledger %s is %s', (replayed, equalsLedger, proof) => {
  expect(proofOf({ replayed, equalsLedger })).toBe(proof)
})
