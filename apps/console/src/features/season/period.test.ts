import { expect, test } from 'vitest'
import { againstPlan, daysOf, plannedUntil, runningSums, valuesOf } from './period.ts'

const season = {
  rounds: [
    { number: 1, firstDay: 1, lastDay: 7 },
    { number: 2, firstDay: 8, lastDay: 14 },
  ],
  round: { number: 2, endsAt: '2027-01-14T20:00:00.000Z' },
  totalDays: 28,
  days: [],
  today: 10,
}

test.each([
  ['season' as const, { first: 1, last: 28 }],
  ['round' as const, { first: 8, last: 14 }],
  ['week' as const, { first: 4, last: 10 }],
])('shows the days of the %s', (period, span) => {
  expect(daysOf(season, period)).toEqual(span)
})

test('shows the whole season between rounds, and its last week after the end', () => {
  expect(daysOf({ ...season, round: null }, 'round')).toEqual({ first: 1, last: 28 })
  expect(daysOf({ ...season, today: null }, 'week')).toEqual({ first: 22, last: 28 })
  const late = [{ day: 31 }]
  expect(daysOf({ ...season, today: null, days: late }, 'season')).toEqual({ first: 1, last: 31 })
  expect(daysOf({ ...season, today: 3 }, 'week')).toEqual({ first: 1, last: 3 })
})

test('leaves days without statistics empty', () => {
  const rows = [
    { day: 2, xp: 5 },
    { day: 4, xp: 7 },
  ]

  expect(valuesOf(rows, { first: 1, last: 4 }, ({ xp }) => xp)).toEqual([null, 5, null, 7])
})

test('compares with a plan if there is one', () => {
  expect(againstPlan(104, 100)).toBeCloseTo(4)
  expect(againstPlan(5, 0)).toBeUndefined()
})

test('counts the present day of the plan by its hours', () => {
  const plan = [
    { day: 1, xp: 100 },
    { day: 2, xp: 40 },
    { day: 3, xp: 20 },
  ]
  const startAt = '2027-01-01T20:00:00.000Z'
  const until = (asOf: string | null) => plannedUntil({ plan, startAt, asOf }, ({ xp }) => xp)

  expect(until(null)).toBe(0)
  expect(until('2027-01-01T20:00:00.000Z')).toBe(0)
  expect(until('2027-01-03T08:00:00.000Z')).toBe(120)
  expect(until('2027-02-01T20:00:00.000Z')).toBe(160)
})

test('adds up what was made and spent until each day', () => {
  const sums = runningSums([
    { day: 1, xpMade: 5, xpSpent: 1 },
    { day: 2, xpMade: 3, xpSpent: 0 },
  ])

  expect([...sums.values()]).toEqual([
    { made: 5, spent: 1 },
    { made: 8, spent: 1 },
  ])
})
