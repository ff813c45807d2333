import { expect, test } from 'vitest'
import {
  FRESH_LOGIN_MS,
  isFreshLogin,
  isReportLinkOpen,
  PAUSING_EVENTS,
  pausedUntil,
  REPORT_LINK_TTL_MS,
  reRegisterAfter,
  SECURITY_EVENTS,
  TAKEOVER_EVENTS,
  WITHDRAWAL_PAUSE_MS,
} from './account.ts'

const noon = new Date('2026-06-23T12:00:00.000Z')

test('the email address of a deleted account is available again after 180 times 24 hours', () => {
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

test('withdrawals are not paused without a pausing event', () => {
  expect(pausedUntil(undefined, noon)).toBeUndefined()
})

test('every event that pauses withdrawals also triggers an email', () => {
  expect(SECURITY_EVENTS).toEqual(expect.arrayContaining([...PAUSING_EVENTS]))
  expect(PAUSING_EVENTS).toEqual(expect.arrayContaining([...TAKEOVER_EVENTS]))
})

test.each([
  [0, true],
  [10 * 60_000 - 1, true],
  [10 * 60_000, false],
])('a login counts as recent %i ms later: %s', (ms, fresh) => {
  expect(FRESH_LOGIN_MS).toBe(10 * 60_000)
  expect(isFreshLogin(noon, new Date(noon.getTime() + ms))).toBe(fresh)
})

test.each([
  [0, null, true],
  [REPORT_LINK_TTL_MS - 1, null, true],
  [REPORT_LINK_TTL_MS, null, false],
  [0, noon, false],
])('the report link of an email works after %i ms, used at %s: %s', (ms, reportedAt, open) => {
  const now = new Date(noon.getTime() + ms)
  expect(isReportLinkOpen({ createdAt: noon, reportedAt }, now)).toBe(open)
})
