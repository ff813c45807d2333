import { expect, test } from 'vitest'
import { isRecentExport } from './backup.ts'

const DAY_MS = 24 * 60 * 60_000
const MADE = '2026-05-03T10:00:00.000Z'

test.each([
  ['was never made', false, undefined, 0],
  ['was made a moment ago', true, MADE, 0],
  ['was made 30 days ago', true, MADE, 30 * DAY_MS],
  ['is older than 30 days', false, MADE, 30 * DAY_MS + 1],
  ['has a future date because the clock was set back', false, MADE, -1],
  ['has a date that cannot be read', false, 'soon', 0],
])('checks an export file that %s; recent: %s', (_name, isRecent, exportedAt, ageMs) => {
  expect(isRecentExport(exportedAt, Date.parse(MADE) + ageMs)).toBe(isRecent)
})
