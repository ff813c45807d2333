import { expect, test } from 'vitest'
import { ageTone, waitedMs } from './age.ts'

const HOUR_MS = 3_600_000
const NOW = Date.parse('2027-01-17T14:00:00.000Z')
const opened = { state: 'OPEN', openedAt: '2027-01-15T14:00:00.000Z', appealedAt: null }

test.each([
  [23, 'plain'],
  [24, 'warn'],
  [47, 'warn'],
  [48, 'bad'],
] as const)('marks a wait of %i hours as %s', (hours, tone) => {
  expect(ageTone(hours * HOUR_MS)).toBe(tone)
})

test('counts from the appeal if there is one, and not at all once it is decided', () => {
  expect(waitedMs(opened, NOW)).toBe(48 * HOUR_MS)
  expect(waitedMs({ ...opened, appealedAt: '2027-01-17T12:00:00.000Z' }, NOW)).toBe(2 * HOUR_MS)
  expect(waitedMs({ ...opened, state: 'UPHELD' }, NOW)).toBeUndefined()
})
