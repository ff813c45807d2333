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

test('the season asked for wins, even when it is over', () => {
  expect(chooseSeason([running, over], 1)).toBe(over)
})

test('without a wish, or with one that does not exist, the running season is meant', () => {
  expect(chooseSeason([later, over, running], undefined)).toBe(running)
  expect(chooseSeason([later, over, running], 99)).toBe(running)
})

test('of several that run the one last chosen is meant, but none that is over', () => {
  const second = season(5, 'ONGOING', '2026-11-02T00:00:00Z')

  expect(chooseSeason([running, second], undefined, 5)).toBe(second)
  expect(chooseSeason([running, second, over], undefined, 1)).toBe(running)
  expect(chooseSeason([running, second], 2, 5)).toBe(running)
})

test('between seasons the next one to open is meant, not a later one', () => {
  expect(chooseSeason([over, later, soon], undefined)).toBe(soon)
  expect(nextSeason([over, later, soon])).toBe(soon)
})

test('with nothing to come there is no season', () => {
  expect(chooseSeason([over], undefined)).toBeUndefined()
})
