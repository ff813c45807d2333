import type { Page } from '@playwright/test'
import { enter, logIn } from './support/log-in.ts'
import { navigateInApp } from './support/navigate-in-app.ts'
import { requestsOf } from './support/api.ts'
import { operatorOf } from './support/operator-steps.ts'
import { expect, OPERATOR_TOKEN, test } from './support/notification-server.ts'

test.use({ serviceWorkers: 'allow' })
// The tests run one after another on one server.
test.describe.configure({ mode: 'default' })

const badges = (page: Page) =>
  page.evaluate(() => (window as unknown as { shownBadges: number[] }).shownBadges)

const NOTHING = {
  list: [],
  page: 1,
  size: 20,
  totalCount: null,
  hasNext: false,
  nextCursor: null,
  unreadCount: 0,
  unreadNoticeCount: 0,
}

test('a member reads alerts and notices one by one or all at once, page by page, and sees when they fail to load', async ({
  page,
  context,
  newMember,
  operator,
  checkScreen,
  request,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/Failed to load resource|maintenance flag/)
  const member = await newMember()
  await page.addInitScript(() => {
    const shown: number[] = []
    Object.assign(window, { shownBadges: shown })
    Object.assign(navigator, { setAppBadge: async (count: number) => void shown.push(count) })
  })
  await enter(page, member)
  // The app badge matches the dot and is not set before the first count.
  await expect(page.locator('[data-tab-bar] [data-unread]')).toBeVisible()
  await expect.poll(() => badges(page)).not.toEqual([])
  expect(await badges(page)).not.toContain(0)
  await page.route(requestsOf('alert.list'), (route) =>
    route.fulfill({ json: { code: 0, success: true, msg: '', data: NOTHING } }),
  )
  await page.getByRole('link', { name: 'Notices', exact: true }).first().click()
  await expect(page).toHaveURL('/more/notice')
  const alerts = page.getByRole('tab', { name: /^Alerts/ })
  const notifications = page.getByRole('tab', { name: /^Announcements/ })
  await expect(alerts).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('heading', { name: 'No alerts yet' })).toBeVisible()
  await checkScreen('alerts-empty')
  await page.unrouteAll()

  const operate = operatorOf(request, OPERATOR_TOKEN)
  // Publish more notices than a page holds; the alert is about this unknown device itself.
  for (let count = 1; count <= 20; count += 1) {
    const text = { en: `Old news ${count}`, ko: `지난 소식 ${count}` }
    await operate('notice.publish', { body: { title: text, content: text } })
  }
  await operator(
    'notices',
    'publish',
    '--type',
    'EVENT',
    '--title-en',
    'Meteor night',
    '--title-ko',
    '유성의 밤',
    '--text-en',
    'Look up at ten.\nDouble XP until midnight.',
    '--text-ko',
    '열 시에 하늘을 보세요.',
  )
  await page.goBack()
  await expect(page.locator('[data-tab-bar] [data-unread]')).toBeVisible()
  await page.getByRole('link', { name: 'Notices', exact: true }).first().click()
  await notifications.click()
  const notice = page.getByRole('button', { name: /Meteor night/ })
  await expect(notice.locator('[data-unread]')).toBeVisible()
  await checkScreen('notifications')
  await notice.click()
  await expect(notice).toHaveAttribute('aria-expanded', 'true')
  await expect(notice.locator('[data-unread]')).toHaveCount(0)
  await checkScreen('notice-open')
  const rows = page.getByRole('tabpanel').getByRole('listitem')
  await expect(rows).toHaveCount(20)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(() => rows.count()).toBeGreaterThan(20)
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByRole('tabpanel').locator('[data-unread]')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0)

  await notifications.press('ArrowLeft')
  const alert = page.getByRole('button', { name: /^New sign-in/ })
  await expect(alert.locator('[data-unread]')).toBeVisible()
  await checkScreen('alerts')
  await alert.click()
  await expect(alert.locator('[data-unread]')).toHaveCount(0)
  await page.goBack()
  await expect(page.locator('[data-tab-bar] [data-unread]')).toHaveCount(0)
  await page.getByRole('link', { name: 'Notices', exact: true }).first().click()

  // When the server fails, the screen shows the catalogue text and a retry button.
  await page.route(requestsOf('notice.list'), (route) => route.fulfill({ status: 500 }))
  await page.route(requestsOf('alert.list'), (route) => route.fulfill({ status: 500 }))
  await page.reload()
  await expect(page).toHaveURL('/auth/login')
  await logIn(page, member)
  await page.waitForURL('**/more/notice')
  await expect(page.getByText('Failed to load notices.')).toBeVisible()
  await checkScreen('failed')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await notifications.click()
  await expect(notice).toBeVisible()

  // Without a network the loaded data stays.
  await context.setOffline(true)
  await expect(page.getByText(/^Offline/)).toBeVisible()
  await expect(notice).toBeVisible()
  await context.setOffline(false)
})

test('a member selects alerts and quiet hours in the alert settings, and they are saved', async ({
  page,
  newMember,
  checkScreen,
  allowConsoleErrors,
}) => {
  // The change that is rejected at the end causes this error.
  allowConsoleErrors(/status of 500/)
  const member = await newMember()
  await enter(page, member)
  await page.getByRole('link', { name: 'Notices', exact: true }).first().click()
  await page.getByRole('link', { name: 'Alert settings' }).click()
  await expect(page).toHaveURL('/rewards/alert-setting/')
  const tickets = page.getByRole('switch', { name: /Tickets/ })
  await expect(page.getByRole('switch')).toHaveCount(10)
  await expect(tickets).toBeChecked()
  await checkScreen('alert-settings')

  const saving = page.waitForRequest(
    (request) => request.method() === 'PATCH' && request.url().endsWith('/alarms/settings/3'),
  )
  await page.getByText('Tickets', { exact: true }).click()
  expect((await saving).postDataJSON()).toEqual({ enabled: false })
  const quietHoursSaved = page.waitForResponse(
    (reply) => reply.request().method() === 'PATCH' && reply.url().endsWith('/alarms/quiet-hours'),
  )
  await page.getByLabel('Until').fill('07:30')
  expect((await quietHoursSaved).request().postDataJSON()).toEqual({ to: '07:30', timeZone: 'UTC' })

  await enter(page, member)
  await navigateInApp(page, '/rewards/alert-setting')
  await expect(tickets).not.toBeChecked()
  await expect(page.getByLabel('Until')).toHaveValue('07:30')
  await expect(page.getByText('UTC time')).toBeVisible()

  // A change that the server rejects is reverted.
  await page.route('**/alarms/settings/*', (route) => route.fulfill({ status: 500 }))
  await page.getByText('Tickets', { exact: true }).click()
  await expect(page.getByText('We couldn’t save this change. Please try again.')).toBeVisible()
  await expect(tickets).not.toBeChecked()
})
