import { expect, test } from 'vitest'
import { upheldUntil } from './uphold-spans.ts'

const NOW = Date.parse('2027-01-17T14:00:00.000Z')
const LATEST = '2027-03-01T00:00:00.000Z'

test.each([
  ['14', '2027-01-31T14:00:00.000Z'],
  ['90', LATEST],
  ['latest', LATEST],
] as const)('upholds for %s days, but never beyond the latest time', (span, until) => {
  expect(upheldUntil(span, NOW, LATEST)).toBe(until)
})
