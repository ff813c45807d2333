import type { APIRequestContext, Page } from '@playwright/test'
import { logIn } from './support/log-in.ts'
import { unlock } from './support/pin.ts'
import { requestsOf } from './support/api.ts'
import { expect, test } from './support/network-proxy.ts'

test.use({ serviceWorkers: 'allow' })

const untilControlled = () =>
  navigator.serviceWorker.ready.then(
    () =>
      new Promise<void>((resolve) => {
        if (navigator.serviceWorker.controller) return resolve()
        navigator.serviceWorker.addEventListener('controllerchange', () => resolve())
      }),
  )

/** Returns the files that the worker of this release caches for a member, beyond the shell. */
async function screensOf(request: APIRequestContext): Promise<string[]> {
  const worker = await (await request.get('/sw.js')).text()
  return JSON.parse(/"screens":(\[.*?\])/.exec(worker)?.[1] ?? '') as string[]
}

const missingOf = (page: Page, files: string[]) =>
  page.evaluate(async (list) => {
    const kept = await Promise.all(list.map((file) => window.caches.match(file)))
    return list.filter((_file, index) => !kept[index])
  }, files)

test('a running session that loses the network keeps its screen and shows the age of its data', async ({
  page,
  request,
  network,
  demo,
  shot,
  expectAccessible,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/Failed to load resource|maintenance flag/)
  await page.goto('/auth/login')
  await logIn(page, demo)
  await page.waitForURL('**/home')
  await expect(page.getByRole('navigation')).toBeVisible()
  const today = page.getByRole('link', { name: /Daily check-in/ })
  await expect(today).toBeVisible()
  const name = await page.getByRole('heading', { level: 1 }).textContent()
  await expect(page.getByText(/^Offline/)).toHaveCount(0)
  const screens = await screensOf(request)
  await expect.poll(() => missingOf(page, screens)).toEqual([])

  network.disconnect()
  await page.getByRole('link', { name: 'Rewards', exact: true }).click()

  await expect(page.getByText(/^Offline\. Last updated \d\d:\d\d$/)).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name ?? '')
  await expect(today).toBeVisible()
  await shot('offline-home')
  await expectAccessible()
  network.restore()
  await expect(page.getByText(/^Offline/)).toHaveCount(0)
})

test('a member without a network opens screens for the first time, and is still logged in when it is back', async ({
  page,
  request,
  network,
  newMember,
  shot,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/Failed to load resource|maintenance flag/)
  const member = await newMember()
  await page.goto('/auth/login')
  await logIn(page, member)
  await page.waitForURL('**/home')
  const screens = await screensOf(request)
  expect(screens.filter((file) => /firebase|sentry|woff2|pretendard/i.test(file))).toEqual([])
  await expect.poll(() => missingOf(page, screens)).toEqual([])

  network.disconnect()
  await page.getByRole('link', { name: 'More' }).click()
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  await page.getByText('한국어').click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ko')
  await page.getByText('English').click()
  await page.goBack()
  await page.getByRole('link', { name: 'Account management' }).click()
  await expect(page.getByRole('heading', { name: 'Account management' })).toBeVisible()
  await page.getByRole('link', { name: 'My Page' }).click()
  await expect(page.getByText(member.email)).toBeVisible()
  await expect(page.getByText('We couldn’t load your devices.')).toBeVisible()
  await page.goBack()
  await page.goBack()
  await page.getByRole('link', { name: 'Rewards', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Rewards' })).toBeVisible()
  await shot('offline-unvisited')

  network.restore()
  await page.getByRole('link', { name: 'More' }).click()
  await expect(page.getByText(member.email)).toBeVisible()
})

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('a screen that fails to load shows an error in its place, and opens on Retry or when the network is back', async ({
    page,
    network,
    demo,
    checkScreen,
    allowConsoleErrors,
  }) => {
    allowConsoleErrors(/Failed to (load resource|fetch)|maintenance flag|No texts for|MissingPart/)
    const prefetched = page.waitForResponse(/\/assets\/missing-part-screen-[\w-]+\.js$/)
    await page.goto('/auth/login')
    await logIn(page, demo)
    await expect(page.getByRole('link', { name: /Daily check-in/ })).toBeVisible()
    // Resolves after the app's own import of the same file.
    await page.evaluate(`import(${JSON.stringify((await prefetched).url())}).then(() => {})`)
    const title = page.getByRole('heading', { name: 'This screen isn’t downloaded yet' })

    // On a weak network the device reports that it is online.
    await page.route('**/assets/**', (route) => route.abort())
    await page.getByRole('link', { name: 'More' }).click()
    await expect(title).toBeVisible()
    await checkScreen('missing-part')
    await page.unroute('**/assets/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('link', { name: 'Settings' })).toBeVisible()

    network.disconnect()
    await page.getByRole('link', { name: 'Settings' }).click()
    await expect(title).toBeVisible()
    network.restore()
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  })

  test('a member sees that the server does not respond, and reaches the requested screen as soon as it does', async ({
    page,
    newMember,
    shot,
    allowConsoleErrors,
  }) => {
    allowConsoleErrors(/Failed to load resource/)
    const member = await newMember()
    await page.goto('/auth/login')
    await logIn(page, { ...member, keepLoggedIn: true })
    await page.waitForURL('**/home')

    await page.route(requestsOf('users.me'), (route) => route.abort())
    await page.goto('/rewards')
    await expect(page).toHaveURL('/auth/login')
    await expect(
      page.getByText('We can’t reach Solstice. We’ll log you in again as soon as it responds.'),
    ).toBeVisible()
    await shot('unreachable')
    await page.unroute(requestsOf('users.me'))

    await unlock(page, member.pin)
    await expect(page).toHaveURL('/rewards')
    await expect(
      page.getByText('We can’t reach Solstice. We’ll log you in again as soon as it responds.'),
    ).toHaveCount(0)
  })
})

test('a member starts without a network and sees the stored log-in with a message, and stays signed in', async ({
  page,
  network,
  newMember,
  clock,
  shot,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(
    /Failed to load resource|maintenance flag|maintenance checks|part of the app|No texts for/,
  )
  const member = await newMember()
  await page.goto('/auth/login')
  await logIn(page, { ...member, keepLoggedIn: true })
  await page.waitForURL('**/home')
  await expect(page.getByRole('navigation')).toBeVisible()
  await page.evaluate(untilControlled)

  network.disconnect()
  await page.goto('/rewards')

  await expect(page).toHaveURL('/auth/login')
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  await expect(page.getByText('You’re offline. Reconnect to log in.')).toBeVisible()
  await shot('offline-login')
  expect(await page.evaluate(() => localStorage.getItem('keepLoggedIn'))).toBe('true')

  // Meanwhile the access token has expired. Back online it is refreshed once, and the member
  // reaches the requested screen with the PIN alone.
  const refreshes: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/reissue')) refreshes.push(request.url())
  })
  await clock.advance(16 * 60_000)
  network.restore()
  await unlock(page, member.pin)
  await expect(page).toHaveURL('/rewards')
  expect(refreshes).toHaveLength(1)
})

test('the worker caches the shell, but no fonts, Korean texts or calls', async ({ page, demo }) => {
  await page.goto('/auth/login')
  await logIn(page, demo)
  await page.waitForURL('**/home')
  await page.evaluate(untilControlled)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()

  const caches = await page.evaluate(async () => {
    const kept: Record<string, string[]> = {}
    for (const name of await window.caches.keys()) {
      const requests = await (await window.caches.open(name)).keys()
      kept[name] = requests.map((request) => new URL(request.url).pathname)
    }
    return kept
  })

  const [shell = ''] = Object.keys(caches).filter((name) => name.startsWith('shell-'))
  expect(caches[shell]).toContain('/index.html')
  expect(caches[shell]?.some((path) => /^\/assets\/index-.*\.js$/.test(path))).toBe(true)
  expect(caches[shell]?.filter((path) => /woff2|pretendard|firebase|sentry/i.test(path))).toEqual(
    [],
  )
  const all = Object.values(caches).flat()
  expect(all.filter((path) => /^\/(v1|dev|remote-config)/.test(path))).toEqual([])
})
