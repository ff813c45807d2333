import { expect, test } from 'vitest'
import { cardStatus, seasonProgress, seasonStatus } from './season.ts'

const season = { startAt: new Date('2026-06-01T20:00Z'), endAt: new Date('2026-06-29T20:00Z') }

test.each([
  ['2026-06-01T19:59:59.999Z', 'UPCOMING', 0],
  ['2026-06-01T20:00:00.000Z', 'ONGOING', 0],
  ['2026-06-15T20:00:00.000Z', 'ONGOING', 50],
  ['2026-06-29T19:59:59.999Z', 'ONGOING', 99],
  ['2026-06-29T20:00:00.000Z', 'ENDED', 100],
  ['2027-01-01T00:00:00.000Z', 'ENDED', 100],
])('at %s a season is %s, with a progress of %i percent', (at, status, progress) => {
  expect(seasonStatus(season, new Date(at))).toBe(status)
  expect(seasonProgress(season, new Date(at))).toBe(progress)
})

test.each([
  ['UPCOMING', false, 'IN_PROGRESS'],
  ['ONGOING', false, 'IN_PROGRESS'],
  ['ONGOING', true, 'IN_PROGRESS'],
  ['ENDED', false, 'COMPLETED'],
  ['ENDED', true, 'EXPIRED'],
] as const)(
  'the card of a season that is %s, with an expired reward %s, has the status %s',
  (...row) => {
    const [status, lapsed, card] = row
    expect(cardStatus(status, lapsed)).toBe(card)
  },
)
