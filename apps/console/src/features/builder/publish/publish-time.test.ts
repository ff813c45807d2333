import { afterEach, expect, test } from 'vitest'
import { noteServerTime } from '@solstice/ui/time.ts'
import { publishTimeOf } from './publish-time.ts'

const now = Date.parse('2027-01-01T00:00:00Z')
const startAt = '2027-02-01T20:00:00Z'

afterEach(() => noteServerTime(new Date().toISOString(), Date.now()))

test.each([
  ['', { kind: 'empty' }],
  ['soon', { kind: 'empty' }],
  ['2027-01-01T04:00', { kind: 'past' }],
  ['2027-01-01T04:01', { kind: 'valid', publishAt: '2027-01-01T00:01:00.000Z' }],
  ['2027-02-01T23:59', { kind: 'valid', publishAt: '2027-02-01T19:59:00.000Z' }],
  ['2027-02-02T00:00', { kind: 'late' }],
])('reads %o in programme time as %o', (typed, expected) => {
  expect(publishTimeOf(typed, startAt, now)).toEqual(expected)
})

test('compares with the time of the server, whatever the device shows', () => {
  noteServerTime('2027-01-01T00:00:00Z', Date.now())

  expect(publishTimeOf('2027-01-01T03:59', startAt)).toEqual({ kind: 'past' })
  expect(publishTimeOf('2027-01-01T04:10', startAt)).toMatchObject({ kind: 'valid' })
})
