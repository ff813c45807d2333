import { describe, expect, test } from 'vitest'
import {
  formatHours,
  formatProgrammeClock,
  formatProgrammeDay,
  formatProgrammeMinute,
  spanOf,
} from './programme-time.ts'

const MINUTE_MS = 60_000

describe('programme time', () => {
  test.each([
    ['2026-06-23T20:59:59.999Z', '2026-06-24 00:59', '24 Jun', '00:59'],
    ['2026-06-23T21:00:00.000Z', '2026-06-24 01:00', '24 Jun', '01:00'],
    ['2026-06-23T19:59:59.999Z', '2026-06-23 23:59', '23 Jun', '23:59'],
    ['2026-12-31T20:00:00.000Z', '2027-01-01 00:00', '1 Jan', '00:00'],
    // Clocks in Europe change on this day; the programme's do not.
    ['2026-03-29T01:30:00.000Z', '2026-03-29 05:30', '29 Mar', '05:30'],
  ])('formats %s as %s (UTC+4)', (instant, minute, day, clock) => {
    expect(formatProgrammeMinute(instant)).toBe(minute)
    expect(formatProgrammeDay(instant)).toBe(day)
    expect(formatProgrammeClock(instant)).toBe(clock)
  })

  test('counts down in whole seconds and stops at zero', () => {
    expect(formatHours(19 * 3_600_000 + 18 * MINUTE_MS + 38_001)).toBe('19:18:39')
    expect(formatHours(-5)).toBe('00:00:00')
  })

  test('expresses a span in its two largest units', () => {
    expect(spanOf((12 * 1440 + 19 * 60) * MINUTE_MS)).toEqual({
      unit: 'days',
      values: { days: 12, hours: 19, minutes: 0 },
    })
    expect(spanOf(78 * MINUTE_MS).unit).toBe('hours')
    expect(spanOf(17 * MINUTE_MS + 1)).toMatchObject({ unit: 'minutes', values: { minutes: 18 } })
    expect(spanOf(-1)).toMatchObject({ unit: 'minutes', values: { minutes: 0 } })
  })
})
