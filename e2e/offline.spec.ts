import { expect, test } from './fixtures.ts'
import { logIn } from './log-in.ts'

test.use({ serviceWorkers: 'allow', deviceScaleFactor: 1 })

const untilControlled = () =>
  navigator.serviceWorker.ready.then(
    () =>
      new Promise<void>((resolve) => {
        if (navigator.serviceWorker.controller) return resolve()
        navigator.serviceWorker.addEventListener('controllerchange', () => resolve())
      }),
  )

test('a running session that loses the network keeps its screen and says how old it is', async ({
  page,
  context,
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
  const name = await page.getByRole('heading', { level: 1 }).textContent()
  await expect(page.getByText(/^Offline/)).toHaveCount(0)

  await context.setOffline(true)

  await expect(page.getByText(/^Offline — as of \d\d:\d\d$/)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name ?? '')
  await shot('offline-home')
  await expectAccessible()
  await context.setOffline(false)
  await expect(page.getByText(/^Offline/)).toHaveCount(0)
})

test('started without a network, the log-in shows from the device, says so, and forgets nobody', async ({
  page,
  context,
  demo,
  shot,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(
    /Failed to load resource|maintenance flag|Maintenance checks|part of the shell/,
  )
  await page.goto('/auth/login')
  await logIn(page, { ...demo, keepLoggedIn: true })
  await page.waitForURL('**/home')
  await page.evaluate(untilControlled)

  await context.setOffline(true)
  await page.goto('/rewards')

  await expect(page).toHaveURL('/auth/login')
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  await expect(
    page.getByText('You are offline. Log in once you are connected again.'),
  ).toBeVisible()
  await shot('offline-login')
  expect(await page.evaluate(() => localStorage.getItem('keepLoggedIn'))).toBe('true')

  // Back on the network the member comes in without typing anything but the PIN.
  await context.setOffline(false)
  await expect(page).toHaveURL('/pin/unlock')
})

test('the worker keeps the shell, and neither fonts, Korean nor calls', async ({ page, demo }) => {
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
