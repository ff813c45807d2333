import { expect, test } from 'vitest'
import { chooseSeason, nextSeason } from './choose-season.ts'

const season = (seasonId: number, status: 'UPCOMING' | 'ONGOING' | 'ENDED', startAt: string) => ({
  seasonId,
  status,
  startAt,
})

const later = season(4, 'UPCOMING', '2027-03-01T00:00:00Z')
const soon = season(3, 'UPCOMING', '2027-01-01T00:00:00Z')
const running = season(2, 'ONGOING', '2026-11-01T00:00:00Z')
const over = season(1, 'ENDED', '2026-08-01T00:00:00Z')

test('prefers the requested season, even when it has ended', () => {
  expect(chooseSeason([running, over], 1)).toBe(over)
})

test('chooses the running season without a request or when the requested one does not exist', () => {
  expect(chooseSeason([later, over, running], undefined)).toBe(running)
  expect(chooseSeason([later, over, running], 99)).toBe(running)
})

test('chooses among several running seasons the last chosen one, but never one that has ended', () => {
  const second = season(5, 'ONGOING', '2026-11-02T00:00:00Z')

  expect(chooseSeason([running, second], undefined, 5)).toBe(second)
  expect(chooseSeason([running, second, over], undefined, 1)).toBe(running)
  expect(chooseSeason([running, second], 2, 5)).toBe(running)
})

test('chooses between seasons the next one to start', () => {
  expect(chooseSeason([over, later, soon], undefined)).toBe(soon)
  expect(nextSeason([over, later, soon])).toBe(soon)
})

test('returns nothing when no season is running or upcoming', () => {
  expect(chooseSeason([over], undefined)).toBeUndefined()
})
