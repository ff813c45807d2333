import { expect, test } from 'vitest'
import type { SeasonRow } from '#/shell/season/season-queries.ts'
import { conflictsOf, freeDayAfter, monthsOf, overlapsOf } from './season-spans.ts'

const season = (seasonId: number, startAt: string, endAt: string): SeasonRow => ({
  seasonId,
  state: 'DRAFT',
  phase: 'DRAFT',
  revision: 1,
  title: { en: '', ko: '' },
  startAt: `${startAt}T20:00:00.000Z`,
  endAt: `${endAt}T20:00:00.000Z`,
  roundEnds: [],
  publishedAt: null,
  members: null,
  pool: null,
  symbol: null,
  publishAt: null,
  problems: 0,
  paused: false,
})

const january = season(1, '2026-12-31', '2027-01-28')
const february = season(2, '2027-01-28', '2027-02-25')
const late = season(3, '2027-02-20', '2027-03-20')
const undated = season(4, '2027-02-01', '2027-02-01')

test('seasons that follow each other do not conflict', () => {
  expect(conflictsOf([january, february, undated])).toEqual(new Set())
  expect(conflictsOf([january, february, late])).toEqual(new Set([2, 3]))
})

test('finds the seasons in the days of a copy', () => {
  const span = {
    start: Date.parse('2027-02-24T20:00:00Z'),
    end: Date.parse('2027-03-24T20:00:00Z'),
  }

  expect(overlapsOf(span, [january, february, late, undated])).toEqual([february, late])
})

test('the first free day follows the last season', () => {
  expect(freeDayAfter([late, january])).toBe('2027-03-21')
  expect(freeDayAfter([undated])).toBe('')
})

test('lists the months inside of a span', () => {
  const months = monthsOf({ start: Date.UTC(2026, 11, 15), end: Date.UTC(2027, 1, 2) })

  expect(months).toEqual([Date.UTC(2027, 0, 1), Date.UTC(2027, 1, 1)])
})
