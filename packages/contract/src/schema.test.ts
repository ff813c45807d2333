import { expect, test } from 'vitest'
import { time } from './schema.ts'

test.each([
  ['2026-06-23T08:00:00.000Z', true],
  ['1970-01-01T00:00:00Z', true],
  ['2999-12-31T23:59:59.999Z', true],
  ['1969-12-31T23:59:59Z', false],
  ['3000-01-01T00:00:00Z', false],
  // The calendar of databases has no year 0.
  ['0000-02-29T04:45:10Z', false],
  // The database formats this year in a way that JavaScript cannot parse.
  ['0018-02-05T12:00:04Z', false],
  ['2026-06-23T08:00:00+09:00', false],
  ['2026-02-30T08:00:00Z', false],
  ['2026-06-23', false],
])('accepts %s as a time: %s', (text, expected) => {
  expect(time.safeParse(text).success).toBe(expected)
})
