import { expect, test } from 'vitest'
import type { CampaignSeason } from '#/features/notice/api.ts'
import { instantOf, momentsOf, offsetOf, offsetParts } from './moment.ts'

const season: CampaignSeason = {
  seasonId: 4,
  title: { en: 'The Long Night', ko: '긴 밤' },
  startAt: '2027-01-03T20:00:00.000Z',
  endAt: '2027-01-17T20:00:00.000Z',
  rounds: [
    { number: 1, startAt: '2027-01-03T20:00:00.000Z', endAt: '2027-01-10T20:00:00.000Z' },
    { number: 2, startAt: '2027-01-10T20:00:00.000Z', endAt: '2027-01-17T20:00:00.000Z' },
  ],
  tiers: [],
}

test('offers the start and end of a season and of each round', () => {
  expect(momentsOf(season)).toHaveLength(6)
  expect(momentsOf(season)).toContainEqual({ kind: 'ROUND_END', seasonId: 4, round: 2 })
})

test('a moment is a day before its round ends', () => {
  const moment = { kind: 'ROUND_END', seasonId: 4, round: 1, offsetMinutes: -1440 } as const

  expect(instantOf(moment, [season])).toEqual(new Date('2027-01-09T20:00:00.000Z'))
  expect(instantOf({ ...moment, round: 9 }, [season])).toBeUndefined()
  expect(instantOf({ ...moment, seasonId: 5 }, [season])).toBeUndefined()
})

test.each([
  [{ count: '24', unit: 'hours', isBefore: true }, -1440],
  [{ count: '2', unit: 'days', isBefore: false }, 2880],
  [{ count: '0', unit: 'days', isBefore: true }, 0],
  [{ count: '31', unit: 'days', isBefore: true }, undefined],
  [{ count: '1.5', unit: 'hours', isBefore: true }, undefined],
  [{ count: '', unit: 'hours', isBefore: true }, undefined],
] as const)('reads %j as %j minutes', (typed, minutes) => {
  expect(offsetOf(typed)).toBe(minutes)
})

test.each([
  [-1440, { count: 24, unit: 'hours' }],
  [2880, { count: 2, unit: 'days' }],
  [-90, { count: 90, unit: 'minutes' }],
] as const)('writes %i minutes in the largest unit', (minutes, parts) => {
  expect(offsetParts(minutes)).toEqual(parts)
})
