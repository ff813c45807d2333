import { expect, test } from 'vitest'
import { previewInstant } from './preview-clock.ts'

const SEASON = {
  startAt: new Date('2027-01-01T20:00:00Z'),
  endAt: new Date('2027-01-29T20:00:00Z'),
}

test.each([
  ['before', 1, '2027-01-01T08:00:00.000Z'],
  ['during', 1, '2027-01-02T08:00:00.000Z'],
  ['during', 28, '2027-01-29T08:00:00.000Z'],
  ['after', 28, '2027-01-31T08:00:00.000Z'],
] as const)('shows noon of the programme %s the season, on day %i', (phase, day, instant) => {
  expect(previewInstant(SEASON, { phase, day }).toISOString()).toBe(instant)
})

test('shows the last day for a day after the end', () => {
  const last = previewInstant(SEASON, { phase: 'during', day: 28 })

  expect(previewInstant(SEASON, { phase: 'during', day: 300 })).toEqual(last)
})

test('stays inside a season that is shorter than the hours around noon', () => {
  const season = {
    startAt: new Date('2027-01-01T09:00:00Z'),
    endAt: new Date('2027-01-01T10:00:00Z'),
  }

  expect(previewInstant(season, { phase: 'during', day: 1 })).toEqual(season.startAt)
})
