import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { logIn } from './support/log-in.ts'
import { unlock } from './support/pin.ts'
import { settle, stopClock } from './support/shell-page.ts'

const NOW = new Date('2026-11-15T09:00:00.000Z')
const SEASON = '/rewards/dashboard/7'

type Link = { code: string; data?: object; timestamp?: unknown }

function linkTo({ code, data = { seasonId: 7, historyId: 31 }, timestamp }: Link): string {
  const payload = { code, data, timestamp: timestamp ?? NOW.getTime() }
  return `/?notification=${encodeURIComponent(JSON.stringify(payload))}`
}

const pathOf = (page: Page) => {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}

test('a member follows a link 100 ms after the start, and the address no longer contains it', async ({
  page,
  context,
  memberState,
  demo,
}) => {
  await context.setStorageState(memberState)
  await stopClock(page, NOW)
  await page.goto(linkTo({ code: 'REFUND_SUBMIT' }))
  await unlock(page, demo.pin)
  await expect(page).toHaveURL('/home')

  await page.clock.runFor(99)
  await settle(page)
  expect(pathOf(page)).toBe('/home')
  await page.clock.runFor(1)

  await expect(page).toHaveURL(`${SEASON}/history/31/`)
})

test('a member follows each code to its route, even when the PIN is required first', async ({
  page,
  context,
  memberState,
  demo,
}) => {
  await context.setStorageState(memberState)
  await stopClock(page, NOW)

  // Unit tests cover the full table; this tests the path through the app.
  for (const [code, route] of [
    ['PURCHASE_SUCCESS', `${SEASON}/history/?tab=Purchased`],
    ['MAINTENANCE_START', '/more/notification'],
    ['CHECK_IN', `${SEASON}/missions/1/`],
  ] as const) {
    await page.goto(linkTo({ code }))
    await page.waitForURL('**/pin/unlock')
    // The link is followed while the PIN prompt is open.
    await page.clock.runFor(100)
    await unlock(page, demo.pin)
    await expect(page).toHaveURL(route)
    await expect(page.getByText('Page not found')).toHaveCount(0)
  }
})

test('a member lands on home after an unknown code, a missing id or a URL instead of a code', async ({
  page,
  demo,
}) => {
  await page.clock.setFixedTime(NOW)
  for (const link of [
    { code: 'XYZ' },
    { code: 'PURCHASE_SUCCESS', data: {} },
    { code: '//evil.example' },
    { code: 'javascript:alert(1)' },
    { code: 'SEASON_OPEN', data: { seasonId: '//evil.example' } },
  ]) {
    await page.goto(linkTo(link))
    await logIn(page, demo)
    await expect(page).toHaveURL('/home')
  }
})

test('a visitor opens a link, logs in and then follows it from memory', async ({ page, demo }) => {
  await page.clock.setFixedTime(NOW)
  await page.goto(linkTo({ code: 'TICKET' }))
  await expect(page).toHaveURL('/auth/login')

  await logIn(page, demo)

  await expect(page).toHaveURL(`${SEASON}/missions/3/`)
})

test('a link older than 5 minutes is ignored, even if it expired during the log-in', async ({
  page,
  demo,
}) => {
  const old = NOW.getTime() - 300_001
  await page.clock.setFixedTime(NOW)
  await page.goto(linkTo({ code: 'TICKET', timestamp: old }))
  await expect(page).toHaveURL('/auth/login')
  await logIn(page, demo)
  await expect(page).toHaveURL('/home')

  await page.goto(linkTo({ code: 'TICKET', timestamp: NOW.getTime() - 299_000 }))
  await expect(page).toHaveURL('/auth/login')
  await page.clock.setFixedTime(new Date(NOW.getTime() + 2000))
  await logIn(page, demo)
  await expect(page).toHaveURL('/home')
})

test('a visitor opens a broken link and the app starts as usual', async ({ page }) => {
  for (const broken of ['{', 'null', '{"code":"REWARD"}', '{"code":"REWARD","timestamp":"now"}']) {
    await page.goto(`/auth/signup?notification=${encodeURIComponent(broken)}`)
    await expect(page).toHaveURL('/auth/signup')
    await expect(page.getByRole('heading').first()).toBeVisible()
  }
})
