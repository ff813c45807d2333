import { expect, test } from 'vitest'
import { beginningOf, memberLimitOf } from './campaign.ts'

const at = new Date('2026-06-23T20:00:00.000Z')

test('begins at its time, shifted by the offset from its moment', () => {
  const publishedAt = new Date('2026-06-01T00:00:00.000Z')

  expect(beginningOf({ at, publishedAt })).toEqual(at)
  expect(beginningOf({ at, offsetMinutes: -24 * 60, publishedAt })).toEqual(
    new Date('2026-06-22T20:00:00.000Z'),
  )
  expect(beginningOf({ at, offsetMinutes: 30, publishedAt })).toEqual(
    new Date('2026-06-23T20:30:00.000Z'),
  )
})

test('does not begin before its notice can be read', () => {
  const publishedAt = new Date('2026-06-23T21:00:00.000Z')

  expect(beginningOf({ at, publishedAt })).toEqual(publishedAt)
  expect(beginningOf({ at, offsetMinutes: 120, publishedAt })).toEqual(
    new Date('2026-06-23T22:00:00.000Z'),
  )
})

test.each([
  [1, 10_000],
  [10_000, 10_000],
  [10_001, 11_002],
  [20_000, 22_000],
])('an audience of %i members may grow to %i until it is sent', (members, most) => {
  expect(memberLimitOf({ members, limit: 10_000 })).toBe(most)
})
