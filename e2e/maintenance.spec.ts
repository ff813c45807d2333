import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { storedByLibrary, stubRemoteFlag } from './support/remote-flag.ts'
import type { RemoteFlag } from './support/remote-flag.ts'
import { changeSettings, settle, stopClock, setPageVisibility } from './support/shell-page.ts'

const CHECK_EVERY_MS = 300_000
const FAULT = /Reading the maintenance flag failed/
/** A jump of the clock may pass the time limit of a check that is still reading. */
const LATE_CHECK = /Reading the maintenance flag failed Error: No response within/
const DESCRIPTION =
  "We're upgrading the product for better performance. Sorry for the inconvenience, and please check back soon!"

const headline = (page: Page, name = 'System Maintenance') => page.getByRole('heading', { name })
const login = (page: Page) => page.getByRole('button', { name: 'Log in' })

/**
 * Advances from check to check until the page shows the locator, with real time for each response,
 * because a pending one would arrive five minutes late. The first check after a start may fall into
 * the library's minimum interval of 300 s.
 */
async function checkUntilVisible(page: Page, flag: RemoteFlag, sign: Locator): Promise<void> {
  await expect(async () => {
    await expect.poll(flag.waiting).toBe(0)
    await page.clock.fastForward(CHECK_EVERY_MS)
    await expect(sign).toBeVisible({ timeout: 3000 })
  }).toPass()
}

/** The library measures its 300 s from this point. */
async function untilFirstAnswerIsStored(page: Page, flag: RemoteFlag): Promise<void> {
  await expect.poll(() => flag.fetches.length).toBe(1)
  await expect.poll(() => storedByLibrary(page, 'active_config')).toBeDefined()
}

/** Collects the app's log lines about the flag, each once. */
function faultsOf(page: Page): string[] {
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  return faults
}

type Throttle = { backoffCount: number; throttleEndTimeMillis: number }

/** Returns the library's failure count and the remaining back-off time. */
async function backOffOf(page: Page): Promise<{ count: number; remainingMs: number } | undefined> {
  // The library's own record.
  const kept = (await storedByLibrary(page, 'throttle_metadata')) as Throttle | undefined
  const now = await page.evaluate(() => Date.now())
  return kept && { count: kept.backoffCount, remainingMs: kept.throttleEndTimeMillis - now }
}

test('every route shows only the maintenance screen at / while the flag is on', async ({
  page,
  shot,
  expectAccessible,
}) => {
  await page.addInitScript(() => localStorage.setItem('i18nextLng', 'ko'))
  await stubRemoteFlag(page, {
    enabled: true,
    title: { en: 'Back at nine', ko: '아홉 시에 만나요' },
    description: { en: 'A new season is being built.', ko: '새 시즌을 준비하고 있어요.' },
    scheduled_time: null,
    estimated_duration: 90,
  })

  for (const path of ['/auth/signup', '/home', '/rewards/dashboard/7/ranking']) {
    await page.goto(path)
    await expect(headline(page, 'Back at nine')).toBeVisible()
    await expect(page).toHaveURL('/')
  }

  await expect(page.getByText('A new season is being built.')).toBeVisible()
  await expect(page.getByText('Estimated time: 1h 30m')).toBeVisible()
  await expect(
    page.getByRole('img', { name: 'A crane lifts the sun over the horizon' }),
  ).toBeVisible()
  await expect(page.getByText(/[가-힣]/)).toHaveCount(0)
  for (const role of ['navigation', 'button', 'textbox'] as const) {
    await expect(page.getByRole(role)).toHaveCount(0)
  }
  await expect(page.getByRole('link')).toHaveCount(2)
  await shot('maintenance')
  await expectAccessible()
  await page.getByRole('link', { name: 'Open your wallet without our servers' }).click()
  await expect(page).toHaveURL('/recovery/')
})

test('the maintenance screen shows the default texts and no time for a flag without texts and duration', async ({
  page,
}) => {
  await stubRemoteFlag(page, { enabled: true })

  await page.goto('/')

  await expect(headline(page)).toBeVisible()
  await expect(page.getByText(DESCRIPTION)).toBeVisible()
  await expect(page.getByText('Estimated time')).toHaveCount(0)
})

test('maintenance goes on and off while the app runs, and the store on the device reflects it', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(LATE_CHECK)
  await page.clock.install()
  const flag = await stubRemoteFlag(page)
  await page.goto('/auth/signup')
  await expect.poll(() => flag.fetches.length).toBe(1)

  flag.set({ enabled: true })
  await checkUntilVisible(page, flag, headline(page))
  await expect(page).toHaveURL('/')
  const kept = () => page.evaluate(() => localStorage.getItem('maintenance-store'))
  expect(JSON.parse((await kept()) ?? '')).toMatchObject({
    isMaintenanceMode: true,
    maintenanceConfig: { enabled: true, title: { en: 'System Maintenance', ko: '' } },
    source: 'remote',
  })

  flag.set({ enabled: false })
  await checkUntilVisible(page, flag, login(page))
  await expect(page).toHaveURL('/auth/login')
  expect(JSON.parse((await kept()) ?? '')).toMatchObject({
    isMaintenanceMode: false,
    maintenanceConfig: null,
  })
})

test('the app fetches the flag at most every 300 s, with the ETag of the stored one', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(LATE_CHECK)
  await page.clock.install()
  const flag = await stubRemoteFlag(page)
  await page.goto('/auth/login')
  await untilFirstAnswerIsStored(page, flag)

  await setPageVisibility(page, 'visible')
  await page.clock.runFor(1000)
  await setPageVisibility(page, 'visible')
  await page.clock.runFor(1000)
  expect(flag.fetches).toHaveLength(1)

  await page.clock.fastForward(CHECK_EVERY_MS)
  // A check that is still running replaces the one that would start on becoming visible.
  await expect(async () => {
    await setPageVisibility(page, 'visible')
    expect(flag.fetches).toHaveLength(2)
  }).toPass()
  expect(flag.fetches[0]?.headers()['if-none-match']).toBe('*')
  expect(flag.fetches[1]?.headers()['if-none-match']).toBe('etag-1')
  await expect(login(page)).toBeVisible()
})

test('a scheduled flag takes effect at its time', async ({ page, allowConsoleErrors }) => {
  allowConsoleErrors(LATE_CHECK)
  await page.clock.install({ time: new Date('2026-11-15T08:30:00.000Z') })
  const flag = await stubRemoteFlag(page, {
    enabled: true,
    scheduled_time: '2026-11-15T09:00:00.000Z',
  })
  await page.goto('/auth/login')
  await expect.poll(() => flag.fetches.length).toBe(1)
  await expect(login(page)).toBeVisible()
  await expect(headline(page)).toHaveCount(0)

  await page.clock.fastForward('31:00')

  await expect(async () => {
    await setPageVisibility(page, 'visible')
    await expect(headline(page)).toBeVisible({ timeout: 1000 })
  }).toPass()
})

test('a manually set flag stays, whatever the remote flag is', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(LATE_CHECK)
  await page.addInitScript(() =>
    localStorage.setItem(
      'maintenance-store',
      JSON.stringify({ isMaintenanceMode: true, maintenanceConfig: null }),
    ),
  )
  await page.clock.install()
  const flag = await stubRemoteFlag(page, { enabled: false })

  await page.goto('/auth/login')
  await untilFirstAnswerIsStored(page, flag)
  // The app fetches again only after it has processed the first response.
  await expect(async () => {
    await page.clock.fastForward(2 * CHECK_EVERY_MS)
    expect(flag.fetches.length).toBeGreaterThan(1)
  }).toPass()

  await expect(headline(page)).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('a remote “on” of an earlier visit ends with the first “off”', async ({ page }) => {
  await page.addInitScript(() => {
    if (localStorage.getItem('maintenance-store')) return
    localStorage.setItem(
      'maintenance-store',
      JSON.stringify({ isMaintenanceMode: true, maintenanceConfig: null, source: 'remote' }),
    )
  })
  await stubRemoteFlag(page, { enabled: false })

  await page.goto('/auth/login')

  await expect(login(page)).toBeVisible()
})

test('the app calls the two services with the vendor’s protocol at the configured URLs', async ({
  page,
}) => {
  const flag = await stubRemoteFlag(page)
  await changeSettings(
    page,
    {
      remoteConfig: {
        projectId: 'winter',
        apiKey: 'key-1',
        appId: '1:2:web:3',
        remoteConfigUrl: 'https://config.vendor.example',
        installationsUrl: 'https://installations.vendor.example',
      },
    },
    ['https://config.vendor.example', 'https://installations.vendor.example'],
  )

  await page.goto('/auth/login')
  await expect.poll(() => flag.fetches.length).toBe(1)

  expect(flag.installations[0]?.url()).toBe(
    'https://installations.vendor.example/v1/projects/winter/installations',
  )
  expect(flag.installations[0]?.postDataJSON()).toMatchObject({
    fid: expect.stringMatching(/^[\w-]{22}$/),
    authVersion: 'FIS_v2',
    appId: '1:2:web:3',
    sdkVersion: expect.stringMatching(/^w:/),
  })
  expect(flag.fetches[0]?.url()).toBe(
    'https://config.vendor.example/v1/projects/winter/namespaces/firebase:fetch?key=key-1',
  )
  expect(flag.fetches[0]?.postDataJSON()).toEqual({
    sdk_version: expect.any(String),
    app_instance_id: expect.stringMatching(/^[\w-]{22}$/),
    app_instance_id_token: 'token',
    app_id: '1:2:web:3',
    language_code: 'en-US',
    custom_signals: { language: 'en', release: '1.0.14' },
  })
})

test('the flag comes from our own server in the embedded default and is off', async ({ page }) => {
  const responses: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (!pathname.startsWith('/assets/')) responses.push(`${response.status()} ${pathname}`)
  })

  await page.goto('/auth/login')
  await expect
    .poll(() => responses)
    .toContain('200 /remote-config/v1/projects/solstice/namespaces/firebase:fetch')

  expect(responses).toContain('200 /remote-config/installations/v1/projects/solstice/installations')
  expect(responses.filter((path) => /\/v1\/(public|private)/.test(path))).toEqual([])
  await expect(login(page)).toBeVisible()
})

test.describe('a failing flag service: the app starts, maintenance is off, and one line is logged', () => {
  test('the service is down', async ({ page, allowConsoleErrors }) => {
    allowConsoleErrors(FAULT)
    allowConsoleErrors(/Failed to load resource/)
    const faults = faultsOf(page)
    await page.clock.install()
    await page.route(/\/remote-config\//, (route) => route.abort('connectionrefused'))

    await page.goto('/auth/login')

    await expect(login(page)).toBeVisible()
    await expect.poll(() => faults.filter((fault) => FAULT.test(fault))).toHaveLength(1)
    await page.clock.runFor(1000)
    await settle(page)
    expect(faults.filter((fault) => !/Failed to load resource/.test(fault))).toHaveLength(1)
  })

  test('the response is not JSON', async ({ page, allowConsoleErrors }) => {
    allowConsoleErrors(FAULT)
    const faults = faultsOf(page)
    const flag = await stubRemoteFlag(page)
    flag.answer((route) => route.fulfill({ contentType: 'application/json', body: '<html>' }))

    await page.goto('/auth/login')

    await expect.poll(() => faults).toHaveLength(1)
    expect(faults[0]).toMatch(FAULT)
    await expect(login(page)).toBeVisible()
  })

  test('the flag itself is invalid', async ({ page, allowConsoleErrors }) => {
    allowConsoleErrors(FAULT)
    const faults = faultsOf(page)
    const flag = await stubRemoteFlag(page)
    flag.set({ enabled: true, scheduled_time: 'tomorrow-ish' })

    await page.goto('/auth/login')

    await expect.poll(() => faults).toHaveLength(1)
    await expect(login(page)).toBeVisible()
  })

  test('the service returns 429, 500, 503 and 504, each with a longer back-off in which no check sends a request', async ({
    page,
    allowConsoleErrors,
  }) => {
    allowConsoleErrors(FAULT)
    allowConsoleErrors(/Failed to load resource/)
    // The library varies each wait by up to half; with a fixed random value the waits are 1, 2, 4,
    // 8, 16 and 32 s.
    await page.addInitScript(() => {
      Math.random = () => 0.5
    })
    await page.clock.install()
    const faults = faultsOf(page)
    const flag = await stubRemoteFlag(page)
    const statuses = [429, 500, 503, 504]
    let release = () => {}
    const isPaused = new Promise<void>((resolve) => (release = resolve))
    flag.answer(async (route) => {
      await isPaused
      const status = statuses.shift() ?? 503
      await route.fulfill({ status, headers: { 'access-control-allow-origin': '*' } })
    })
    await page.goto('/auth/login')
    await expect.poll(() => flag.fetches.length).toBe(1)
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
    release()

    for (const [retry, waitMs] of [1000, 2000, 4000, 8000].entries()) {
      await expect.poll(() => backOffOf(page)).toEqual({ count: retry + 1, remainingMs: waitMs })
      await page.clock.runFor(waitMs - 1)
      expect(flag.fetches).toHaveLength(retry + 1)
      await page.clock.runFor(1)
      await expect.poll(() => flag.fetches.length).toBe(retry + 2)
    }

    // The check gives up before a back-off of 32 s ends; the next check respects it.
    await expect.poll(() => backOffOf(page)).toEqual({ count: 5, remainingMs: 16_000 })
    await page.clock.runFor(16_000)
    await expect.poll(() => backOffOf(page)).toEqual({ count: 6, remainingMs: 32_000 })
    await page.clock.runFor(30_000)
    await expect.poll(() => faults.filter((fault) => FAULT.test(fault))).toHaveLength(1)
    await setPageVisibility(page, 'visible')
    await page.clock.runFor(1999)
    await settle(page)
    expect(flag.fetches).toHaveLength(6)
    await expect(login(page)).toBeVisible()
    await expect(headline(page)).toHaveCount(0)
    await page.clock.runFor(1)
    await expect.poll(() => flag.fetches.length).toBe(7)
    await expect.poll(() => backOffOf(page)).toEqual({ count: 7, remainingMs: 64_000 })
  })

  test('the service does not respond and the check gives up after 60 s', async ({
    page,
    allowConsoleErrors,
  }) => {
    allowConsoleErrors(FAULT)
    await stopClock(page)
    const faults = faultsOf(page)
    const flag = await stubRemoteFlag(page)
    flag.answer(() => new Promise(() => {}))
    await page.goto('/auth/login')
    await expect(login(page)).toBeVisible()
    // Run the first screen and the work after it, up to the request that gets no response.
    await page.clock.runFor(3000)
    await expect(async () => {
      await page.clock.runFor(20)
      expect(flag.fetches).toHaveLength(1)
    }).toPass({ intervals: [100] })

    await page.clock.fastForward(55_000)
    expect(faults).toEqual([])
    await page.clock.fastForward(6000)

    await expect.poll(() => faults).toHaveLength(1)
    expect(faults[0]).toMatch(FAULT)
    await expect(login(page)).toBeVisible()
  })
})
