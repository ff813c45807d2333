import { expect, test } from 'vitest'
import { elapsedShare } from './elapsed-share.ts'

const START = '2027-06-21T07:00:00.000Z'
const END = '2027-06-23T07:00:00.000Z'

test.each([
  ['before its start', '2027-06-21T06:00:00.000Z', 0],
  ['after a quarter', '2027-06-21T19:00:00.000Z', 0.25],
  ['after its end', '2027-06-24T07:00:00.000Z', 1],
])('returns the share that is over %s', (_, now, share) => {
  const span = { startMs: Date.parse(START), endMs: Date.parse(END) }

  expect(elapsedShare(span, Date.parse(now))).toBe(share)
})
