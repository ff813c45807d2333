import { expect, test } from 'vitest'
import type { Explanation } from './api.ts'
import { holdOf } from './hold.ts'

const START = '2027-06-21T07:00:00.000Z'
const END = '2027-06-23T07:00:00.000Z'

// The functions read only these fields.
const payout = (outcome: string, inputs: Explanation['inputs']) =>
  ({ rule: 'payout', outcome, inputs }) as Explanation

test('spans a pause from its event to its end', () => {
  const hold = holdOf(payout('PAUSED', { eventAt: START, createdAt: END, until: END }))

  expect(hold).toEqual({ startMs: Date.parse(START), endMs: Date.parse(END) })
})

test('spans nothing without a known end, or for another decision', () => {
  expect(holdOf(payout('PAUSED', { eventAt: START }))).toBeUndefined()
  expect(holdOf(payout('PAUSED', { until: END }))).toBeUndefined()
  expect(holdOf(payout('FROZEN', { eventAt: START, until: END }))).toBeUndefined()
})
