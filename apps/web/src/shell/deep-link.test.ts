import { expect, test } from 'vitest'
import {
  isStillValid,
  parseNotification,
  receiveDeepLink,
  routeOf,
  takeDeepLink,
} from './deep-link.ts'

const NOW = Date.parse('2026-11-15T12:00:00.000Z')
const MINUTES_5 = 300_000
const SEASON = '/rewards/dashboard/7'

test.each([
  ['PURCHASE_SUCCESS', `${SEASON}/history/?tab=Purchased`],
  ['PURCHASE_FAIL', `${SEASON}/history/?tab=Purchased`],
  ['REFUND_COMPLETE', `${SEASON}/history/?tab=Purchased`],
  ['REFUND_SUBMIT', `${SEASON}/history/31/`],
  ['REFUND_REJECTED', `${SEASON}/history/31/`],
  ['PURCHASE', `${SEASON}/missions/6/`],
  ['TICKET', `${SEASON}/missions/3/`],
  ['CHECK_IN', `${SEASON}/missions/1/`],
  ['RANDOM_XP', `${SEASON}/missions/2/`],
  ['SEASON_OPEN', `${SEASON}/`],
  ['RECAP_READY', `${SEASON}/recap/`],
  ['SEASON_PAUSED', `${SEASON}/`],
  ['SEASON_RESUMED', `${SEASON}/`],
  ['REWARD', '/wallet'],
  ['REWARD_WAITING', '/wallet'],
  ['REWARD_READY', '/rewards/claims/'],
  ['FUNDS_RECEIVED', '/wallet/history/'],
  ['HOLD_OPENED', '/more/holds/?hold=5'],
  ['HOLD_APPEALED', '/more/holds/?hold=5'],
  ['HOLD_UPHELD', '/more/holds/?hold=5'],
  ['HOLD_RELEASED', '/more/holds/?hold=5'],
  ['HOLD_LAPSED', '/more/holds/?hold=5'],
  ['MAINTENANCE_START', '/more/notification'],
  ['MAINTENANCE_END', '/more/notification'],
  ['NOTICE', '/more/notification'],
])('%s leads to %s', (code, route) => {
  expect(routeOf({ code, data: { seasonId: 7, historyId: '31', holdId: 5 } })).toBe(route)
})

test.each(['XYZ', '', 'purchase', 'toString', '__proto__', 'constructor'])(
  'leads home for an unknown code: %s',
  (code) => {
    expect(routeOf({ code, data: { seasonId: 7, historyId: 31 } })).toBe('/home')
  },
)

test.each([
  ['PURCHASE_SUCCESS', {}],
  ['REFUND_SUBMIT', { seasonId: 7 }],
  ['REFUND_SUBMIT', { historyId: 31 }],
  ['HOLD_OPENED', { holdId: '5&write=true' }],
  ['CHECK_IN', { seasonId: 0 }],
  ['CHECK_IN', { seasonId: -1 }],
  ['CHECK_IN', { seasonId: '{historyId}' }],
  ['CHECK_IN', { seasonId: '../../auth/login' }],
  ['SEASON_OPEN', { seasonId: '//evil.example' }],
  ['SEASON_OPEN', { seasonId: 'javascript:alert(1)' }],
  ['SEASON_OPEN', { seasonId: { toString: 1 } }],
])('leads home if a placeholder cannot be filled: %s %o', (code, data) => {
  expect(routeOf({ code, data })).toBe('/home')
})

test.each(['//evil.example', 'javascript:alert(1)', 'https://evil.example'])(
  'uses only the route table, so that %s leads home',
  (code) => {
    expect(routeOf({ code, data: {} })).toBe('/home')
  },
)

test('parses a payload of code, data with ids, and the time in epoch milliseconds', () => {
  const payload = { code: 'REFUND_SUBMIT', data: { seasonId: 7, historyId: 31 }, timestamp: NOW }
  expect(parseNotification(JSON.stringify(payload))).toEqual(payload)
})

test.each([
  null,
  '',
  '{',
  'null',
  '7',
  '{"code":"REWARD"}',
  '{"code":"REWARD","timestamp":"soon"}',
  '{"code":"REWARD","timestamp":null}',
])('rejects broken text or a missing time: %s', (text) => {
  expect(parseNotification(text)).toBeUndefined()
})

test('accepts a link for exactly 5 minutes, and one from the future', () => {
  const sentAt = (ageMs: number) => ({ timestamp: NOW - ageMs })
  expect(isStillValid(sentAt(MINUTES_5), NOW)).toBe(true)
  expect(isStillValid(sentAt(MINUTES_5 + 1), NOW)).toBe(false)
  expect(isStillValid(sentAt(-60_000), NOW)).toBe(true)
})

function openAt(href: string) {
  const page = {
    location: { href },
    history: {
      state: { key: 'first' },
      replaceState: (_state: unknown, _title: string, url: URL) => {
        page.location.href = url.href
      },
    },
  }
  receiveDeepLink(page as unknown as Window, NOW)
  return page.location.href
}

function address(notification: object, rest = ''): string {
  return `https://app.example/?notification=${encodeURIComponent(JSON.stringify(notification))}${rest}`
}

test('removes the link from the URL and returns it once', () => {
  const link = { code: 'REWARD', data: {}, timestamp: NOW }

  expect(openAt(address(link, '&ref=ABC'))).toBe('https://app.example/?ref=ABC')
  expect(takeDeepLink(NOW)).toBe('/wallet')
  expect(takeDeepLink(NOW)).toBeUndefined()
})

test('ignores a link that is too old or becomes too old while it waits', () => {
  openAt(address({ code: 'REWARD', data: {}, timestamp: NOW - MINUTES_5 - 1 }))
  expect(takeDeepLink(NOW)).toBeUndefined()

  openAt(address({ code: 'REWARD', data: {}, timestamp: NOW - MINUTES_5 }))
  expect(takeDeepLink(NOW + 1)).toBeUndefined()
})

test('leaves a URL without a link unchanged', () => {
  expect(openAt('https://app.example/home?tab=a%20b')).toBe('https://app.example/home?tab=a%20b')
  expect(takeDeepLink(NOW)).toBeUndefined()
})
