import { expect, test } from 'vitest'
import { formatDuration } from './duration-text.ts'

const MINUTE_MS = 60_000

test.each([
  [0, '1 minute'],
  [1, '1 minute'],
  [59 * MINUTE_MS + 1, '1 hour'],
  [60 * MINUTE_MS, '1 hour'],
  [61 * MINUTE_MS, '1 hour 1 minute'],
  [24 * 60 * MINUTE_MS, '24 hours'],
])('formats %i ms as %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text)
})
