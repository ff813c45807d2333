import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { requestsOf } from './support/api.ts'
import { startForeignHost } from './support/foreign-host.ts'
import { settle, stopClock } from './support/shell-page.ts'

const login = (page: Page) => page.getByRole('button', { name: 'Log in' })

test.describe('portrait mode', () => {
  const locks = (page: Page) =>
    page.evaluate(() => (window as unknown as { locks: string[] }).locks)

  async function recordLocks(page: Page, result: 'granted' | 'refused'): Promise<void> {
    await page.addInitScript((outcome) => {
      const requested: string[] = []
      Object.assign(window, { locks: requested })
      Object.assign(window.screen.orientation, {
        lock: (to: string) => {
          requested.push(to)
          return outcome === 'granted' ? Promise.resolve() : Promise.reject(new Error('refused'))
        },
      })
    }, result)
  }

  test('is locked at the start and again on each of the three signals', async ({ page }) => {
    await recordLocks(page, 'granted')
    await page.goto('/auth/login')
    await expect(login(page)).toBeVisible()
    // The prerendered log-in is visible before the app starts.
    await expect.poll(() => locks(page)).toEqual(['portrait-primary'])

    await page.evaluate(() => {
      Object.defineProperty(window.screen.orientation, 'type', { value: 'landscape-primary' })
      window.screen.orientation.dispatchEvent(new Event('change'))
    })
    expect(await locks(page)).toHaveLength(2)
    for (const degrees of [90, -90]) {
      await page.evaluate((value) => {
        Object.defineProperty(window, 'orientation', { value, configurable: true })
        window.dispatchEvent(new Event('orientationchange'))
      }, degrees)
    }
    expect(await locks(page)).toHaveLength(4)
    await page.setViewportSize({ width: 900, height: 600 })
    await expect.poll(async () => (await locks(page)).length).toBeGreaterThan(4)
    expect(new Set(await locks(page))).toEqual(new Set(['portrait-primary']))
  })

  test('may be refused, and the app continues', async ({ page }) => {
    await recordLocks(page, 'refused')
    await page.goto('/auth/login')
    await expect(login(page)).toBeVisible()
    // The prerendered log-in is visible before the app starts.
    await expect.poll(() => locks(page)).toEqual(['portrait-primary'])
  })

  test('is requested by an overlay only while the screen of a phone is low and wide', async ({
    page,
    shot,
    expectAccessible,
  }) => {
    await page.goto('/auth/login')
    const overlay = page.getByRole('dialog', { name: 'Please rotate to portrait mode' })
    for (const [width, height, isShown] of [
      [800, 400, true],
      [400, 800, false],
      [800, 499, true],
      [800, 500, false],
      [400, 450, false],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expect(overlay, `${width}x${height}`).toHaveCount(isShown ? 1 : 0)
    }
    await page.setViewportSize({ width: 800, height: 400 })
    await expect(page.getByText('For a better experience, please use portrait mode')).toBeVisible()
    await shot('rotate')
    await expectAccessible()

    // The on-screen keyboard makes an upright phone just as low and wide, which must not show the
    // overlay.
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(overlay).toHaveCount(0)
    await page.getByLabel('Email').focus()
    await page.evaluate(() =>
      Object.defineProperty(screen.orientation, 'type', { value: 'portrait-primary' }),
    )
    await page.setViewportSize({ width: 390, height: 330 })
    await expect.poll(() => page.evaluate(() => window.innerHeight)).toBe(330)
    await settle(page)
    await expect(overlay).toHaveCount(0)
    await page.getByLabel('Email').blur()
    await page.setViewportSize({ width: 390, height: 340 })
    await expect(overlay).toBeVisible()
  })

  test.describe('on a desktop', () => {
    test.use({ hasTouch: false, isMobile: false, viewport: { width: 800, height: 400 } })

    test('is not requested', async ({ page }) => {
      await page.goto('/auth/login')
      await expect(login(page)).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
  })
})

test('the app shows one toast at a time, 343 px wide, for 3000 ms, and a new one replaces the last', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/status of 500/)
  await stopClock(page)
  const answers = ['First refusal', 'Second refusal']
  await page.route(requestsOf('auth.login'), (route) =>
    route.fulfill({
      status: 500,
      json: { code: 9999, success: false, msg: answers.shift(), data: null },
    }),
  )
  await page.goto('/auth/login')
  await page.getByLabel('Email').fill('mina@harbor.example')
  await page.getByLabel('Password', { exact: true }).fill('Winter-Sun7')
  const toast = page.getByRole('status').filter({ hasText: 'refusal' })

  await login(page).click()
  await expect(toast).toHaveText('First refusal')
  const box = await toast.locator('> *').boundingBox()
  expect(box?.width).toBe(343)
  await page.setViewportSize({ width: 320, height: 640 })
  const narrow = await toast.locator('> *').boundingBox()
  expect(narrow).toMatchObject({ x: 8, width: 304 })
  await page.clock.runFor(2000)
  await login(page).click()
  await expect(toast).toHaveText('Second refusal')
  await expect(toast.locator('> *')).toHaveCount(1)

  await page.clock.runFor(2999)
  await expect(toast).toHaveCount(1)
  await page.clock.runFor(1)
  await expect(toast).toHaveCount(0)
})

test('the app shows a spinner while the session is unknown', async ({
  page,
  context,
  memberState,
}) => {
  await context.setStorageState(memberState)
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(requestsOf('users.me'), async (route) => {
    await held
    await route.continue()
  })

  await page.goto('/home')
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  answer()

  await expect(page).toHaveURL('/pin/unlock')
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
})

test('a link preloads its screen on intent, not before', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  // The last request of the start.
  const flag = page.waitForResponse(/firebase:fetch/)
  await page.goto('/auth/login')
  await flag
  const isLoaded = () =>
    scripts.some((url) => /\/(-sign-up-email|signup|email)[\w-]*\.js/.test(url))
  expect(isLoaded()).toBe(false)

  await page.getByRole('link', { name: 'Create account' }).dispatchEvent('touchstart')

  await expect.poll(isLoaded).toBe(true)
  await expect(page).toHaveURL('/auth/login')
})

test('the first Tab offers a skip link to the content, and a new screen moves the focus to its title', async ({
  page,
}) => {
  await page.goto('/auth/login')
  await expect(login(page)).toBeVisible()
  await page.locator('body').press('Tab')
  const skip = page.getByRole('button', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()

  await page.getByRole('link', { name: 'Create account' }).click()

  await expect(page).toHaveURL(/signup/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('the app explains on a plain screen that the connection lacks cryptography', async ({
  page,
  shot,
}) => {
  await page.addInitScript(() => Object.defineProperty(crypto, 'subtle', { value: undefined }))
  await page.goto('/auth/login')

  await expect(page.getByRole('heading', { name: 'This connection isn’t secure' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open secure version' })).toHaveAttribute(
    'href',
    /^https:/,
  )
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await shot('insecure')
})

test('a script in the page can neither write markup, evaluate text nor call a foreign host', async ({
  page,
  context,
  policyWatch,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/./)
  const foreign = await startForeignHost()
  await page.goto('/auth/login')
  await expect(login(page)).toBeVisible()

  const outcomes = await page.evaluate(async (foreignUrl) => {
    // Playwright's own evaluation may evaluate text; code after a timer may not.
    await new Promise((resolve) => setTimeout(resolve))
    const attempt = async (action: () => unknown) => {
      try {
        await action()
        return 'done'
      } catch (error) {
        return error instanceof Error ? error.name : 'refused'
      }
    }
    return {
      markup: await attempt(() => {
        document.createElement('div').innerHTML = '<img src=x>'
      }),
      script: await attempt(() => {
        document.createElement('script').src = '/sw.js'
      }),
      worker: await attempt(() => new Worker('/sw.js')),
      // oxlint-disable-next-line no-implied-eval, typescript/no-implied-eval -- the policy must block this
      timer: await attempt(() => new Function('return 1')),
      policy: await attempt(() =>
        (
          window as unknown as {
            trustedTypes: { createPolicy: (name: string, rules: object) => void }
          }
        ).trustedTypes.createPolicy('mine', {}),
      ),
      fetch: await attempt(() => fetch(`${foreignUrl}/fetch`)),
      beacon: await attempt(() => void navigator.sendBeacon(`${foreignUrl}/beacon`, 'stolen')),
      image: await attempt(
        () =>
          new Promise((resolve, reject) => {
            const image = new Image()
            image.addEventListener('load', resolve)
            image.addEventListener('error', reject)
            image.src = `${foreignUrl}/image`
          }),
      ),
    }
  }, foreign.url)
  // A page without the policy reaches the same host, which proves that the policy blocked the calls
  // above.
  const elsewhere = await context.newPage()
  const answer = await elsewhere.evaluate(
    async (url) => (await fetch(`${url}/from-elsewhere`)).text(),
    foreign.url,
  )
  await elsewhere.close()
  await foreign.close()

  expect(outcomes).toEqual({
    markup: 'TypeError',
    script: 'TypeError',
    worker: 'TypeError',
    timer: 'EvalError',
    policy: 'TypeError',
    fetch: 'TypeError',
    beacon: 'done',
    image: 'refused',
  })
  expect(answer).toBe('received')
  expect(foreign.requests).toEqual(['/from-elsewhere'])
  await expect.poll(() => policyWatch.violations).toHaveLength(Object.keys(outcomes).length)
  // The violations of this journey are on purpose.
  policyWatch.violations.length = 0
})

test.describe('the app with its service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('is installable: it has a manifest in two languages, icons and a worker at /sw.js', async ({
    page,
    request,
  }) => {
    await page.goto('/auth/login')
    expect(await page.title()).toContain('Solstice')
    const href = await page.locator('link[rel=manifest]').getAttribute('href')
    for (const file of [href ?? '', '/manifest.ko.webmanifest']) {
      const reply = await request.get(file)
      expect(reply.headers()['content-type']).toContain('application/manifest+json')
      const manifest = (await reply.json()) as {
        name: string
        icons: { src: string }[]
        shortcuts: { url: string; icons: { src: string }[] }[]
      }
      expect(manifest.name).toBe('Solstice')
      expect(manifest.shortcuts.map(({ url }) => url)).toEqual([
        '/rewards?mission=1',
        '/rewards?mission=2',
        '/wallet',
      ])
      const pictures = [...manifest.icons, ...manifest.shortcuts.flatMap(({ icons }) => icons)]
      for (const { src } of pictures) expect((await request.get(src)).status(), src).toBe(200)
    }

    const registered = await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      return { url: registration.active?.scriptURL, scope: registration.scope }
    })
    expect(new URL(registered.url ?? '').pathname).toBe('/sw.js')
    expect(new URL(registered.scope).pathname).toBe('/')
    const worker = await request.get('/sw.js')
    expect(worker.headers()['content-type']).toContain('javascript')
  })

  test('logs a failed worker registration and continues', async ({
    page,
    context,
    allowConsoleErrors,
  }) => {
    allowConsoleErrors(/service worker could not be registered|bad HTTP response code/)
    const faults: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text())
    })
    await context.route('**/sw.js', (route) => route.fulfill({ status: 404, body: '' }))

    await page.goto('/auth/login')

    await expect(login(page)).toBeVisible()
    await expect
      .poll(() => faults.filter((fault) => /could not be registered/.test(fault)))
      .toHaveLength(1)
  })
})
