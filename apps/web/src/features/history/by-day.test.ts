import { expect, test } from 'vitest'
import { byDay } from './by-day.ts'

test('groups entries by programme day, which begins at 20:00 UTC', () => {
  const entries = [
    '2026-06-23T20:00:00.000Z',
    '2026-06-23T19:59:59.999Z',
    '2026-06-22T21:00:00.000Z',
  ].map((createdAt) => ({ createdAt }))

  expect(byDay(entries).map(({ day, entries: ofDay }) => [day, ofDay.length])).toEqual([
    ['2026-06-24', 1],
    ['2026-06-23', 2],
  ])
})
