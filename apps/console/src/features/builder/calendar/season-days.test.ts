import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listAt, setIn, textAt } from '#/lib/season-draft.ts'
import {
  dayAt,
  daysFrom,
  hasGaps,
  parseDay,
  withCalendar,
  withFirstDay,
  withMovedEdge,
  withoutGaps,
} from './season-days.ts'

const january = { firstDay: '2027-01-01', days: 28, roundDays: 7 } as const
const season = withCalendar({ rounds: [{ pool: '2500' }] }, january)

test('a season begins at midnight of the programme, which is 20:00 UTC of the day before', () => {
  expect(season['startAt']).toBe('2026-12-31T20:00:00.000Z')
  expect(season['endAt']).toBe('2027-01-28T20:00:00.000Z')
  expect(listAt(season, 'rounds')).toHaveLength(4)
  expect(listAt(season, 'rounds')[3]).toEqual({
    startAt: '2027-01-21T20:00:00.000Z',
    endAt: '2027-01-28T20:00:00.000Z',
    pool: '2500',
  })
})

test('the last round is shorter if the days do not divide', () => {
  const odd = withCalendar({}, { ...january, days: 30 })

  expect(listAt(odd, 'rounds')).toHaveLength(5)
  expect(daysFrom(textAt(odd, 'rounds.4.startAt'), textAt(odd, 'rounds.4.endAt'))).toBe(2)
})

test('rounds of a computed calendar cover the season without gaps', () => {
  const calendar = fc.record({
    firstDay: fc.constantFrom('2027-01-01', '2028-02-29', '2026-12-31'),
    days: fc.integer({ min: 1, max: 180 }),
    roundDays: fc.integer({ min: 1, max: 60 }),
  })
  fc.assert(
    fc.property(calendar, (each) => {
      const draft = withCalendar({}, { ...each, firstDay: parseDay(each.firstDay) ?? '2027-01-01' })
      expect(hasGaps(draft)).toBe(false)
      expect(dayAt(draft, 'startAt')).toBe(each.firstDay)
      expect(daysFrom(textAt(draft, 'startAt'), textAt(draft, 'endAt'))).toBe(each.days)
    }),
  )
})

test('another first day moves every instant by the same time', () => {
  const moved = withFirstDay(withMovedEdge(season, 0, 2), '2027-03-01')

  expect(moved['startAt']).toBe('2027-02-28T20:00:00.000Z')
  expect(textAt(moved, 'rounds.0.endAt')).toBe('2027-03-09T20:00:00.000Z')
  expect(moved['endAt']).toBe('2027-03-28T20:00:00.000Z')
})

test('a moved edge lengthens one round and shortens the next one', () => {
  const moved = withMovedEdge(season, 1, -1)

  expect(textAt(moved, 'rounds.1.endAt')).toBe('2027-01-13T20:00:00.000Z')
  expect(textAt(moved, 'rounds.2.startAt')).toBe('2027-01-13T20:00:00.000Z')
  expect(withMovedEdge(season, 1, 7)).toBe(season)
  expect(withMovedEdge(season, 1, -7)).toBe(season)
})

test('the edge of the last round is the end of the season', () => {
  expect(withMovedEdge(season, 3, 2)['endAt']).toBe('2027-01-30T20:00:00.000Z')
})

test('closes gaps between rounds and after the last one', () => {
  const longer = setIn(season, 'endAt', '2027-01-30T20:00:00.000Z')
  const broken = setIn(longer, 'rounds.2.startAt', '2027-01-15T20:00:00.000Z')

  expect(hasGaps(season)).toBe(false)
  expect(hasGaps(broken)).toBe(true)
  const closed = withoutGaps(broken)
  expect(hasGaps(closed)).toBe(false)
  expect(textAt(closed, 'rounds.2.startAt')).toBe('2027-01-14T20:00:00.000Z')
  expect(textAt(closed, 'rounds.3.endAt')).toBe('2027-01-30T20:00:00.000Z')
})

test.each(['2027-02-31', '2027-1-1', '', 'soon'])('%j is no programme day', (text) => {
  expect(parseDay(text)).toBeUndefined()
})
