import { expect, test } from 'vitest'
import type { TimelineEntry } from '#/features/member/api.ts'
import { dayOf, daysAgo, groupByDay } from './days.ts'

const entry = (entryId: string, at: string): TimelineEntry => ({
  entryId,
  explained: true,
  group: 'XP',
  source: 'HISTORY',
  kind: 'CHECK_IN',
  at,
  seasonId: 4,
  name: null,
  amounts: [],
  state: null,
  refusal: null,
  operator: null,
})

test('a programme day begins at 20:00 UTC', () => {
  expect(dayOf('2027-01-16T19:59:59.999Z')).toBe('2027-01-16')
  expect(dayOf('2027-01-16T20:00:00.000Z')).toBe('2027-01-17')
})

test('groups entries by programme day in their order', () => {
  const days = groupByDay([
    entry('history:3', '2027-01-17T10:00:00.000Z'),
    entry('history:2', '2027-01-16T20:00:00.000Z'),
    entry('history:1', '2027-01-16T19:00:00.000Z'),
  ])

  expect(days.map(({ day, entries }) => [day, entries.map(({ entryId }) => entryId)])).toEqual([
    ['2027-01-17', ['history:3', 'history:2']],
    ['2027-01-16', ['history:1']],
  ])
})

test('today is zero days ago, and yesterday one', () => {
  const now = Date.parse('2027-01-17T19:59:00Z')

  expect(daysAgo('2027-01-17', now)).toBe(0)
  expect(daysAgo('2027-01-16', now)).toBe(1)
})
