import type { ConsoleMessage, Page } from '@playwright/test'
import { startServer } from '../tools/server.ts'
import { expect, test } from './support/fixtures.ts'
import { DEMO, logIn } from './support/log-in.ts'
import { startSentryEndpoint } from './support/sentry-endpoint.ts'
import { requestsOf } from './support/api.ts'
import { changeSettings, settle, stopClock } from './support/shell-page.ts'

/** Logs in with a response whose name is not a string and opens the screen that shows it. */
async function breakScreen(page: Page, origin = ''): Promise<void> {
  await page.route(requestsOf('auth.login'), async (route) => {
    const response = await route.fetch()
    const reply = (await response.json()) as { data: object }
    const data = { ...reply.data, hasPin: true, nickname: { 'mina@harbor.example': 1 } }
    await route.fulfill({ response, json: { ...reply, data } })
  })
  await page.goto(`${origin}/auth/login`)
  await logIn(page, DEMO)
  await page.waitForURL('**/home')
  await page.getByRole('link', { name: 'More' }).click()
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
}

test('a screen that crashes becomes the error screen, which reloads the app after 200 ms', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/./)
  await stopClock(page)
  await breakScreen(page)

  await expect(page.getByText('We encountered an unexpected error.')).toBeVisible()
  await expect(page.getByText('Please try refreshing the app.')).toBeVisible()
  await page.evaluate(() => Object.assign(window, { isOldPage: true }))
  await page.getByRole('button', { name: 'Refresh App' }).click()
  await expect(page.getByRole('button', { name: 'Refreshing...' })).toBeVisible()
  await page.clock.runFor(199)
  await settle(page)
  expect(await page.evaluate(() => 'isOldPage' in window)).toBe(true)
  await page.clock.runFor(1)

  // Without keepLoggedIn every start is signed out, including this one.
  await expect(page).toHaveURL('/auth/login')
  expect(await page.evaluate(() => 'isOldPage' in window)).toBe(false)
})

test('the reporting service receives the error of the error screen and nothing about the member', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/./)
  const sentry = await startSentryEndpoint()
  // Use a server with this setting because its content security policy must allow the call too.
  const supportEmail = 'support@harbor.example'
  const server = await startServer({ SENTRY_DSN: sentry.dsn, SUPPORT_EMAIL: supportEmail })
  const reports: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(sentry.origin)) reports.push(request.url())
  })

  await breakScreen(page, server.url)
  await expect.poll(() => sentry.envelopes.length).toBe(1)
  const settings = await page.locator('meta[name="settings"]').getAttribute('content')
  expect(JSON.parse(settings ?? '')).toMatchObject({ supportEmail })
  await settle(page)
  expect(reports).toHaveLength(1)
  await server.stop()
  sentry.stop()

  expect(sentry.envelopes).toHaveLength(1)
  const [item] = sentry.envelopes[0]?.items ?? []
  expect(item?.type).toBe('event')
  expect(item?.body).toMatchObject({
    release: '1.0.14',
    exception: {
      values: [
        {
          value: expect.stringContaining('React error #31'),
          stacktrace: { frames: expect.any(Array) },
        },
      ],
    },
    sdk: { settings: { infer_ip: 'never' } },
  })
  expect(item?.body).not.toHaveProperty('user')
  expect(item?.body).not.toHaveProperty('request')
  expect(item?.body).not.toHaveProperty('breadcrumbs')
  expect(sentry.raw.join()).not.toMatch(/mina@|demo@solstice|userId|cookie/i)
})

test('the app loads no reporting code without a reporting service', async ({
  page,
  shot,
  expectAccessible,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/./)
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))

  await breakScreen(page)
  await shot('error')
  await expectAccessible()

  expect(scripts.filter((url) => url.includes('sentry'))).toEqual([])
})

test('an uncaught error is logged to the console with seven fields and sent nowhere', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/./)
  const sentry = await startSentryEndpoint()
  await changeSettings(page, { errorReportingDsn: sentry.dsn }, [sentry.origin])
  const records: ConsoleMessage[] = []
  page.on('console', (message) => {
    if (message.text().startsWith('Unhandled:')) records.push(message)
  })
  // The last request of the start.
  const flag = page.waitForResponse(/firebase:fetch/)
  await page.goto('/auth/login')
  await flag
  await settle(page)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))

  const wasPrevented = await page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        window.addEventListener('unhandledrejection', (event) => resolve(event.defaultPrevented))
        setTimeout(() => {
          throw new Error('Thrown late')
        })
        void Promise.reject(new Error('Never caught'))
      }),
  )
  await expect.poll(() => records.length).toBe(2)
  await settle(page)

  expect(wasPrevented).toBe(true)
  const entries = await Promise.all(
    records.map(async (record): Promise<unknown> => record.args()[1]?.jsonValue()),
  )
  for (const [type, message] of [
    ['error', 'Thrown late'],
    ['unhandledrejection', 'Never caught'],
  ]) {
    const entry = entries.find((found) => (found as { type: string }).type === type) as object
    expect(Object.keys(entry).toSorted()).toEqual([
      'message',
      'source',
      'stack',
      'timestamp',
      'type',
      'url',
      'userAgent',
    ])
    expect(entry).toMatchObject({
      message: expect.stringContaining(message ?? ''),
      url: expect.stringContaining('/auth/login'),
      stack: expect.stringContaining(message ?? ''),
    })
  }
  expect(requests).toEqual([])
  expect(sentry.envelopes).toEqual([])
  sentry.stop()
})

test('parts of the start that fail are logged, and the app starts anyway', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/./)
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  await page.addInitScript(() => {
    Object.defineProperty(window.screen, 'orientation', {
      get: () => {
        throw new Error('No orientation here')
      },
    })
    navigator.serviceWorker.register = () => Promise.reject(new Error('No worker here'))
  })
  await page.route(/\/assets\/remote-flag/, (route) => route.abort())

  await page.goto('/auth/login')

  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  for (const fault of [
    'Locking the portrait orientation failed',
    'The service worker could not be registered',
    'Setting up maintenance checks failed',
  ]) {
    await expect.poll(() => logged.filter((line) => line.startsWith(fault))).toHaveLength(1)
  }
})
