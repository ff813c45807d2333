import { afterEach, expect, test, vi } from 'vitest'
import {
  monotonicServerNow,
  formatCountdown,
  noteServerTime,
  partOfDay,
  serverNow,
} from './time.ts'

const PHONE = Date.parse('2026-06-23T05:00:00.000Z')

afterEach(() => vi.useRealTimers())

test('is certain of the time only after a reply, and ignores later changes of the device clock', () => {
  vi.useFakeTimers({ now: PHONE })
  noteServerTime(null, PHONE)
  expect(monotonicServerNow()).toBeUndefined()

  noteServerTime('2026-06-23T05:10:00.000Z', PHONE)
  vi.setSystemTime('2031-01-01T00:00:00.000Z')
  vi.advanceTimersByTime(60_000)

  expect(new Date(monotonicServerNow() ?? 0).toISOString()).toBe('2026-06-23T05:11:00.000Z')
})

test('follows the server clock when the device clock is wrong, and ignores an invalid header', () => {
  vi.useFakeTimers({ now: PHONE })

  noteServerTime('2026-06-23T05:10:00.000Z', PHONE)
  noteServerTime('soon', PHONE)
  noteServerTime(null, PHONE)

  expect(new Date(serverNow()).toISOString()).toBe('2026-06-23T05:10:00.000Z')
})

test.each([
  [252_000, '4:12'],
  [59_001, '1:00'],
  [12_000, '0:12'],
  [1, '0:01'],
  [0, '0:00'],
  [-5000, '0:00'],
])('formats a countdown of %d ms as %s', (remainingMs, expected) => {
  expect(formatCountdown(remainingMs)).toBe(expected)
})

test.each([
  [4, 'evening'],
  [5, 'morning'],
  [11, 'morning'],
  [12, 'afternoon'],
  [17, 'afternoon'],
  [18, 'evening'],
])('calls %d o’clock %s', (hour, expected) => {
  expect(partOfDay(hour)).toBe(expected)
})
