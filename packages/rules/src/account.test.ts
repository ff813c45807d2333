import { expect, test } from 'vitest'
import {
  PAUSING_EVENTS,
  pausedUntil,
  reRegisterAfter,
  SECURITY_EVENTS,
  WITHDRAWAL_PAUSE_MS,
} from './account.ts'

const noon = new Date('2026-06-23T12:00:00.000Z')

test('the address of a deleted account is free again after 180 times 24 hours', () => {
  expect(reRegisterAfter(noon).getTime() - noon.getTime()).toBe(180 * 24 * 60 * 60_000)
})

test.each([
  [0, true],
  [WITHDRAWAL_PAUSE_MS - 1, true],
  [WITHDRAWAL_PAUSE_MS, false],
])('withdrawals are paused %i ms after the change: %s', (ms, paused) => {
  const until = pausedUntil(noon, new Date(noon.getTime() + ms))

  expect(until).toEqual(paused ? new Date(noon.getTime() + 48 * 60 * 60_000) : undefined)
})

test('withdrawals are not paused when nothing happened', () => {
  expect(pausedUntil(undefined, noon)).toBeUndefined()
})

test('what pauses withdrawals is told by mail', () => {
  expect(SECURITY_EVENTS).toEqual(expect.arrayContaining([...PAUSING_EVENTS]))
})
