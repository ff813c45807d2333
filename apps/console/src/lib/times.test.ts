import { expect, test } from 'vitest'
import { formatMinute, rangeOfDay, spanOf, timesOf, unbroken } from './times.ts'

test('formats instants at UTC+4 and says so', () => {
  expect(formatMinute('2027-01-17T14:12:00Z')).toBe(unbroken('17 Jan 18:12 UTC+4'))
})

test('shows an instant on three clocks, with the day of UTC where it differs', () => {
  expect(timesOf('2027-01-17T14:12:05Z', 'second')).toMatchObject({
    programme: unbroken('17 Jan 18:12:05 UTC+4'),
    utc: '14:12:05',
  })
  expect(timesOf('2027-01-17T21:30:00Z', 'minute')).toMatchObject({
    programme: unbroken('18 Jan 01:30 UTC+4'),
    utc: '17 Jan 21:30',
  })
})

test('a programme day begins at 20:00 UTC of the day before', () => {
  expect(rangeOfDay('2027-01-17')).toEqual({
    from: '2027-01-16T20:00:00.000Z',
    to: '2027-01-17T20:00:00.000Z',
  })
  expect(rangeOfDay('yesterday')).toBeUndefined()
})

test.each([
  [59_999, 'seconds', 59],
  [38 * 60_000, 'minutes', 38],
  [26 * 3_600_000, 'hours', 26],
  [71 * 3_600_000, 'hours', 71],
  [72 * 3_600_000, 'days', 3],
  [-5, 'seconds', 0],
] as const)('%s ms are %s %s', (ms, unit, count) => {
  expect(spanOf(ms)).toEqual({ unit, count })
})
