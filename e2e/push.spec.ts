import type { Page } from '@playwright/test'
import { CHROMIUM } from './support/chromium.ts'
import { enter } from './support/log-in.ts'
import { navigateInApp } from './support/navigate-in-app.ts'
import { expect, test } from './support/notification-server.ts'
import { requestsFor, settle } from './support/shell-page.ts'
import { ApiSession, pathOf, requestsOf } from './support/api.ts'
import {
  deliverPush,
  fakePushService,
  shownNotifications,
  tapNotification,
} from './support/push-device.ts'

// Headless Chromium shows no notifications, so this uses the full browser.
test.use({ serviceWorkers: 'allow', isPromptedForPush: true, launchOptions: CHROMIUM })
// The tests run one after another on one server.
test.describe.configure({ mode: 'default' })

const stored = (page: Page) =>
  page.evaluate(() =>
    Object.fromEntries(
      ['enabled', 'subscription', 'user-id', 'prompt-shown'].map((name) => [
        name,
        localStorage.getItem(`push-notification-${name}`),
      ]),
    ),
  )

const isPushCall = (url: string) => new URL(url).pathname === pathOf('push.subscribe')

test('an event on the server becomes a push that the device shows and a tap follows, in English and in Korean', async ({
  page,
  context,
  newMember,
  operator,
  pushService,
  checkScreen,
  server,
}) => {
  const member = await newMember()
  const device = pushService.aDevice()
  await context.grantPermissions(['notifications'])
  await fakePushService(page, [device])
  const received = () => pushService.received.filter(({ endpoint }) => endpoint === device.endpoint)
  const publish = async (name: string) => {
    const output = await operator(
      'notices',
      'publish',
      '--title-en',
      `${name} opens`,
      '--title-ko',
      `${name} 시즌이 열려요`,
      '--text-en',
      'Doors open on Friday.',
      '--text-ko',
      '금요일에 만나요.',
    )
    return /Notice (\d+)/.exec(output)?.[1] ?? ''
  }

  await enter(page, member)
  const dialog = page.getByRole('dialog', { name: 'Would you like to receive notifications?' })
  await expect(dialog).toBeVisible()
  await checkScreen('prompt')
  const registering = page.waitForRequest((request) => isPushCall(request.url()))
  await dialog.getByRole('button', { name: 'Turn on', exact: true }).click()
  expect((await registering).postDataJSON()).toEqual(device)
  await expect.poll(async () => (await stored(page))['user-id']).toMatch(/^\d+$/)
  expect(await stored(page)).toMatchObject({
    enabled: 'true',
    subscription: JSON.stringify({
      endpoint: device.endpoint,
      keys: { p256dh: device.p256dh, auth: device.auth },
    }),
    'prompt-shown': 'true',
  })

  // An operator pushes a notice after a dry run.
  const noticeId = await publish('Long Night')
  expect(await operator('campaigns', 'send', '--notice', noticeId, '--dry-run')).toMatch(
    /Devices +1/,
  )
  expect(received()).toEqual([])
  await operator('campaigns', 'send', '--notice', noticeId)
  await expect.poll(received).toHaveLength(1)
  expect(received()[0]).toMatchObject({
    message: { code: 'NOTICE', data: { notificationId: Number(noticeId) }, lang: 'en' },
    vapid: { aud: pushService.origin },
  })

  await deliverPush(page, received()[0]?.text ?? '')
  await expect
    .poll(() => shownNotifications(page))
    .toEqual([{ title: 'Long Night opens', body: 'Doors open on Friday.', lang: 'en' }])
  await tapNotification(context)
  await expect(page).toHaveURL('/more/notification')
  await expect(page.getByRole('tab', { name: /^Announcements/ })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await expect(page.getByRole('button', { name: /Long Night opens/ })).toBeVisible()
  expect(await shownNotifications(page)).toEqual([])

  // For a sign-in on a new device, the worker provides the text.
  const elsewhere = async (agent: string) => {
    const { email, password } = member
    const api = new ApiSession(server.url)
    await api.call('auth.login', { body: { email, password } }, { 'user-agent': agent })
  }
  await elsewhere('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1')
  await expect.poll(received).toHaveLength(2)
  await deliverPush(page, received()[1]?.text ?? '')
  await expect.poll(async () => (await shownNotifications(page))[0]?.title).toBe('New sign-in')
  await tapNotification(context)
  await expect(page).toHaveURL('/home')
  await expect(page.locator('[data-tab-bar] [data-unread]')).toBeVisible()

  // Repeat in Korean.
  await page.getByRole('link', { name: 'More' }).click()
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(page.getByRole('switch', { name: /Push notifications/ })).toBeChecked()
  await checkScreen('settings')
  const saved = page.waitForResponse(requestsOf('users.changeProfile'))
  await page.getByText('한국어').click()
  await saved
  await elsewhere('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')
  await expect.poll(received).toHaveLength(3)
  await deliverPush(page, received()[2]?.text ?? '')
  await expect
    .poll(() => shownNotifications(page))
    .toEqual([
      {
        title: '새 기기 로그인',
        body: '새 기기에서 내 계정에 로그인한 기록이 있어요. 본인이 아니라면 지금 비밀번호를 변경해 주세요.',
        lang: 'ko',
      },
    ])
  await tapNotification(context)
  await expect(page).toHaveURL('/home')

  const koreanNotice = await publish('Thaw')
  await operator('campaigns', 'send', '--notice', koreanNotice, '--language', 'ko')
  await expect.poll(received).toHaveLength(4)
  await deliverPush(page, received()[3]?.text ?? '')
  await expect
    .poll(() => shownNotifications(page))
    .toEqual([{ title: 'Thaw 시즌이 열려요', body: '금요일에 만나요.', lang: 'ko' }])
  await tapNotification(context)
  await expect(page).toHaveURL('/more/notification')
  await expect(page.getByRole('button', { name: /Thaw 시즌이 열려요/ })).toBeVisible()
  await checkScreen('notifications-ko')

  // A payload that cannot be parsed is shown anyway.
  await deliverPush(page, 'no json at all')
  await expect
    .poll(() => shownNotifications(page))
    .toEqual([{ title: 'Solstice', body: 'You have a new update.', lang: 'en' }])
})

test('the subscription follows the member and the device, and is deleted when it is no longer needed', async ({
  page,
  newMember,
  pushService,
  checkScreen,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/push subscription could not be registered|Failed to load resource/)
  const [first, second] = [await newMember(), await newMember()]
  const devices = [pushService.aDevice(), pushService.aDevice()]
  await fakePushService(page, devices)
  const posted: string[] = []
  page.on('request', (request) => {
    if (isPushCall(request.url()))
      posted.push((request.postDataJSON() as { endpoint: string }).endpoint)
  })
  const dialog = page.getByRole('dialog', { name: 'Would you like to receive notifications?' })
  const prompts = requestsFor(page, 'push-prompt')
  await page.clock.install()

  // "No" is final: the app does not prompt again.
  await enter(page, first)
  await dialog.getByRole('button', { name: 'Not now', exact: true }).click()
  await expect(dialog).toBeHidden()
  expect(await stored(page)).toMatchObject({ 'prompt-shown': 'true', enabled: null })
  expect(prompts).toHaveLength(1)
  await enter(page, first)
  await expect(page.getByRole('link', { name: /Daily check-in/ })).toBeVisible()
  await page.clock.runFor(3000)
  await settle(page)
  expect(prompts).toHaveLength(1)
  await expect(dialog).toBeHidden()
  expect(posted).toEqual([])

  // On the test page the server fails once, but the device keeps its subscription.
  await navigateInApp(page, '/test/push-notification')
  await page.getByRole('heading', { name: 'Push notification test' }).waitFor()
  await expect(page.locator('[data-permission]')).toHaveText('default')
  await page.route(requestsOf('push.subscribe'), (route) => route.fulfill({ status: 500 }))
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
  await expect(page.locator('[data-subscription]')).toHaveText(devices[0]?.endpoint ?? '')
  await expect(page.locator('[data-permission]')).toHaveText('granted')
  expect(await stored(page)).toMatchObject({ enabled: 'true', 'user-id': null })
  expect((await stored(page))['subscription']).toContain(devices[0]?.endpoint)
  await expect(page.locator('[data-toast]')).toHaveCount(0)
  await page.unrouteAll()
  await checkScreen('test-page')

  // The next start repeats the registration; the one after it has nothing to do.
  posted.length = 0
  await enter(page, first)
  await expect.poll(async () => (await stored(page))['user-id']).toMatch(/^\d+$/)
  const loads = prompts.length
  await enter(page, first)
  await expect.poll(() => prompts.length).toBe(loads + 1)
  await settle(page)
  expect(posted).toEqual([devices[0]?.endpoint])

  // Another member signs in; then the browser changes its push endpoint.
  const before = (await stored(page))['user-id']
  await enter(page, second)
  await expect.poll(async () => (await stored(page))['user-id']).not.toBe(before)
  await page.evaluate(() => localStorage.setItem('fake-device', '1'))
  const moved = page.waitForRequest(requestsOf('push.unsubscribe'))
  await enter(page, second)
  await expect
    .poll(() => posted)
    .toEqual([devices[0], devices[0], devices[1]].map((each) => each?.endpoint))
  expect((await moved).postDataJSON()).toEqual({ endpoint: devices[0]?.endpoint })

  // A log-out deletes the subscription on the server; the next log-in registers it again without a
  // prompt.
  const leaving = page.waitForRequest(requestsOf('push.unsubscribe'))
  await navigateInApp(page, '/more/my-page')
  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
  expect((await leaving).postDataJSON()).toEqual({ endpoint: devices[1]?.endpoint })
  await expect(page).toHaveURL('/auth/login')
  expect(await stored(page)).toMatchObject({ enabled: 'true', subscription: null, 'user-id': null })
  await enter(page, second)
  await expect.poll(async () => (await stored(page))['user-id']).toMatch(/^\d+$/)
  expect(posted.at(-1)).toBe(devices[1]?.endpoint)

  // A test push reaches the device; afterwards both sides delete the subscription.
  await navigateInApp(page, '/test/push-notification')
  await page.getByRole('button', { name: 'Send test' }).click()
  await expect(page.getByText('Sent: 1, failed: 0')).toBeVisible()
  expect(pushService.received.at(-1)).toMatchObject({
    endpoint: devices[1]?.endpoint,
    message: { code: 'TEST' },
  })
  const unsubscribing = page.waitForRequest(requestsOf('push.unsubscribe'))
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  expect((await unsubscribing).postDataJSON()).toEqual({ endpoint: devices[1]?.endpoint })
  await expect(page.locator('[data-subscription]')).toHaveText('none')
  expect(await stored(page)).toMatchObject({ enabled: 'false', subscription: null })
  await page.getByRole('button', { name: 'Send test' }).click()
  await expect(page.getByText('We couldn’t find that.')).toBeVisible()
})

test('a member whose browser has no push, or denies it, sees that on the test page and in the settings', async ({
  page,
  newMember,
  checkScreen,
}) => {
  const member = await newMember()
  const open = async () => {
    await enter(page, member)
    await navigateInApp(page, '/test/push-notification')
    await page.getByRole('heading', { name: 'Push notification test' }).waitFor()
    await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
  }

  await fakePushService(page, [], 'denied')
  await open()
  await expect(page.getByText('Permission not granted', { exact: true })).toBeVisible()
  await expect(page.locator('[data-permission]')).toHaveText('denied')
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'))
  await open()
  await expect(
    page.getByText('Push notifications are not supported', { exact: true }),
  ).toBeVisible()
  await checkScreen('unsupported')

  await navigateInApp(page, '/rewards/alert-setting')
  await expect(page.getByText('Not available in this browser')).toBeVisible()
  await expect(page.getByRole('switch', { name: /Push notifications/ })).toBeDisabled()
})
