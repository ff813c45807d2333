import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from './duration.ts'
import {
  checkInWindow,
  daysBetween,
  programmeDayOf,
  startOfDay,
  startOfNextDay,
} from './programme-day.ts'

/** Declared only to change the host's time zone; the rules themselves do not depend on a host. */
declare const process: { env: Record<string, string | undefined> }

const instants = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  .filter((date) => !Number.isNaN(date.getTime()))

describe('the programme day', () => {
  test.each([
    ['2026-06-22T19:59:59.999Z', '2026-06-22'],
    ['2026-06-22T20:00:00.000Z', '2026-06-23'],
    ['2026-06-23T19:59:59.999Z', '2026-06-23'],
    ['2026-12-31T20:00:00.000Z', '2027-01-01'],
    ['2028-02-28T20:00:00.000Z', '2028-02-29'],
  ])('%s is on %s', (instant, day) => {
    expect(programmeDayOf(new Date(instant))).toBe(day)
  })

  test('begins at 20:00 UTC of the day before, all year', () => {
    expect(startOfDay('2026-01-15').toISOString()).toBe('2026-01-14T20:00:00.000Z')
    expect(startOfDay('2026-07-15').toISOString()).toBe('2026-07-14T20:00:00.000Z')
  })

  test('contains its own time and lasts 24 hours', () => {
    fc.assert(
      fc.property(instants, (instant) => {
        const start = startOfDay(programmeDayOf(instant))
        expect(start <= instant && instant < startOfNextDay(instant)).toBe(true)
        expect(startOfNextDay(instant).getTime() - start.getTime()).toBe(DAY_MS)
      }),
    )
  })
})

describe('the check-in window', () => {
  test.each([
    ['2026-06-22T20:00:00.000Z', false],
    ['2026-06-22T20:59:59.999Z', false],
    ['2026-06-22T21:00:00.000Z', true],
    ['2026-06-23T19:58:00.000Z', true],
    ['2026-06-23T19:59:30.000Z', true],
    ['2026-06-23T19:59:59.999Z', true],
  ])('at %s is open: %s', (instant, open) => {
    expect(checkInWindow(new Date(instant)).open).toBe(open)
  })

  test('returns when it opens, when it closes and when it opens next', () => {
    const window = checkInWindow(new Date('2026-06-22T20:30:00.000Z'))

    expect(window.opensAt.toISOString()).toBe('2026-06-22T21:00:00.000Z')
    expect(window.closesAt.toISOString()).toBe('2026-06-23T20:00:00.000Z')
    expect(window.opensNextDayAt.toISOString()).toBe('2026-06-23T21:00:00.000Z')
  })

  test('is closed for exactly the first hour of every 24', () => {
    fc.assert(
      fc.property(instants, (instant) => {
        const { open, opensAt, closesAt, opensNextDayAt } = checkInWindow(instant)
        expect(open).toBe(instant >= opensAt && instant < closesAt)
        expect(opensNextDayAt.getTime() - closesAt.getTime()).toBe(HOUR_MS)
        expect(closesAt.getTime() - opensAt.getTime()).toBe(23 * HOUR_MS)
      }),
    )
  })
})

describe.each([
  'UTC',
  'America/Los_Angeles',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Asia/Dubai',
  'Europe/Berlin',
])('on a host in %s', (zone) => {
  // Days on which clocks change somewhere, and one on which none do.
  const edges = ['2026-03-08', '2026-03-29', '2026-04-05', '2026-10-04', '2026-11-01', '2026-06-23']

  test('programme day and window do not change', () => {
    const before = process.env['TZ']
    process.env['TZ'] = zone
    try {
      for (const day of edges) {
        const at = (time: string) => new Date(`${day}T${time}+04:00`)
        expect(programmeDayOf(at('00:00:00.000'))).toBe(day)
        expect(programmeDayOf(at('23:59:59.999'))).toBe(day)
        expect(
          ['00:00:00.000', '00:59:59.999', '01:00:00.000', '23:59:59.999'].map(
            (time) => checkInWindow(at(time)).open,
          ),
        ).toEqual([false, false, true, true])
      }
    } finally {
      process.env['TZ'] = before
    }
  })
})

test.each([
  ['2026-06-22T20:00:00Z', '2026-07-20T20:00:00Z', 28],
  ['2026-06-22T21:00:00Z', '2026-06-22T22:00:00Z', 1],
  ['2026-06-23T19:00:00Z', '2026-06-23T21:00:00Z', 2],
  ['2026-06-23T19:00:00Z', '2026-06-20T21:00:00Z', 0],
])('the time from %s until %s touches %i days', (from, until, days) => {
  expect(daysBetween(new Date(from), new Date(until))).toBe(days)
})
