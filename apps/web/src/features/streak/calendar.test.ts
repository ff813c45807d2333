import { expect, test } from 'vitest'
import { chainShare, weeksOf } from './calendar.ts'

const streak = {
  firstDay: '2026-06-17',
  lastDay: '2026-06-23',
  today: '2026-06-21',
  days: [
    { day: '2026-06-17', mark: 'LIT' },
    { day: '2026-06-18', mark: 'MISSED' },
    { day: '2026-06-19', mark: 'LIT' },
    { day: '2026-06-20', mark: 'EXCUSED' },
    { day: '2026-06-21', mark: 'OPEN' },
  ],
  current: 2,
  longest: 2,
  freezes: { perSeason: 2, earned: 0, left: 0, checkInsToNext: 3 },
  excused: [],
  nextCheckInAt: null,
} as const

test('lists whole weeks, with the days of the season and of the chain that continues', () => {
  const weeks = weeksOf({ ...streak, days: [...streak.days] })

  expect(weeks.map((week) => week.map(({ mark }) => mark))).toEqual([
    [null, null, 'LIT', 'MISSED', 'LIT', 'EXCUSED', 'OPEN'],
    ['AHEAD', 'AHEAD', null, null, null, null, null],
  ])
  const [first = []] = weeks
  expect(first.map(({ isInChain }) => isInChain)).toEqual([
    false,
    false,
    false,
    false,
    true,
    true,
    false,
  ])
  expect(first.flatMap(({ day, isLinked }) => (isLinked ? [day] : []))).toEqual(['2026-06-19'])
})

test('draws the chain to the scale of the season', () => {
  expect(chainShare({ ...streak, days: [], excused: [] })).toBeCloseTo(2 / 7)
})
