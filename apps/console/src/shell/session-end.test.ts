import { expect, test } from 'vitest'
import { sessionEnd } from './session-end.ts'

const NOW = Date.parse('2027-01-17T14:00:00Z')
const MINUTE_MS = 60_000
const ends = { idleUntil: '2027-01-17T14:05:00Z', endsAt: '2027-01-17T20:00:00Z' }

test('a session without calls ends at the idle time that the server reported', () => {
  expect(sessionEnd(ends, 10 * MINUTE_MS, NOW)).toEqual({
    leftMs: 5 * MINUTE_MS,
    isFinal: false,
  })
})

test('a later reply restarts the idle time', () => {
  expect(sessionEnd(ends, MINUTE_MS, NOW).leftMs).toBe(14 * MINUTE_MS)
})

test('activity does not extend a session beyond its longest duration', () => {
  const late = { ...ends, endsAt: '2027-01-17T14:01:00Z' }

  expect(sessionEnd(late, 0, NOW)).toEqual({ leftMs: MINUTE_MS, isFinal: true })
})

test('a token has no session', () => {
  expect(sessionEnd({ idleUntil: null, endsAt: null }, 0, NOW).leftMs).toBe(Infinity)
})
