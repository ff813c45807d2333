import type { JSHandle, Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import {
  APP_SCRIPTS,
  emailField as email,
  holdApp,
  openEarly as open,
  prerendered,
} from './support/held-app.ts'
import { nonPreviewUrl, requestsFor } from './support/shell-page.ts'

/** Returns the positions of elements that are still part of the page. */
const positions = (elements: JSHandle<Element[]>) =>
  elements.evaluate((all) =>
    all.map((each) => {
      const { x, y, width, height } = each.getBoundingClientRect()
      return [each.isConnected, each.tagName, ...[x, y, width, height].map(Math.round)].join(' ')
    }),
  )

/** Waits until everything is loaded that changes the size of the log-in. */
async function expectLoaded(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    await Promise.all(Array.from(document.images, (image) => image.decode().catch(() => {})))
  })
}

const TEXTS = {
  en: {
    title: 'Log in',
    password: 'Password',
    create: /Create account/,
    keep: 'Keep me logged in',
    invitation: /Were you invited/,
  },
  ko: {
    title: '로그인',
    password: '비밀번호',
    create: /회원가입/,
    keep: '로그인 유지',
    invitation: /초대받으셨나요/,
  },
} as const

for (const language of ['en', 'ko'] as const) {
  test(`a visitor sees and fills in the log-in while no script of the app has loaded: ${language}`, async ({
    page,
    shot,
    expectAccessible,
    allowConsoleErrors,
  }) => {
    allowConsoleErrors(/ERR_FAILED|dynamically imported module/)
    await page.addInitScript((chosen) => localStorage.setItem('i18nextLng', chosen), language)
    await page.route(APP_SCRIPTS, (route) => route.abort())
    const texts = TEXTS[language]

    await open(page)

    await expect(page.getByRole('button', { name: texts.title, exact: true })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await email(page).fill('mina@harbor.example')
    await page.getByLabel(texts.password, { exact: true }).fill('Solstice1!')
    await page.getByLabel(texts.keep).check()
    await page.getByRole('button', { name: texts.title, exact: true }).click()
    // A form without its script would send the password in the address.
    await expect(page).toHaveURL('/auth/login')
    await expect(page.getByRole('link', { name: texts.create })).toHaveAttribute(
      'href',
      '/auth/signup',
    )
    await expect(prerendered(page)).toHaveCount(1)
    await shot(`prerendered-${language}`)
    await expectAccessible()
  })

  test(`nothing in the log-in moves when React takes it over: ${language}`, async ({
    page,
    allowConsoleErrors,
  }) => {
    // The app loads its fonts later, which changes the widths of texts at another moment.
    allowConsoleErrors(/ERR_FAILED/)
    await page.route(/\.woff2$/, (route) => route.abort())
    await page.addInitScript((chosen) => localStorage.setItem('i18nextLng', chosen), language)
    const release = await holdApp(page)
    await open(page)
    await email(page).focus()
    await expect(prerendered(page)).toHaveCount(1)
    await expectLoaded(page)
    const form = page.locator('form')
    const elements = await form.evaluateHandle((root) => Array.from(root.querySelectorAll('*')))
    const before = await positions(elements)

    release()
    await expect(prerendered(page)).toHaveCount(0)
    // The last part of the screen to appear, in space that is reserved for it.
    await expect(page.getByRole('button', { name: TEXTS[language].invitation })).toBeVisible()
    await expectLoaded(page)

    // React uses the same elements, so the focus stays as well.
    expect(await positions(elements)).toEqual(before)
    await expect(email(page)).toBeFocused()
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) if ('value' in entry) sum += Number(entry.value)
          }).observe({ type: 'layout-shift', buffered: true })
          requestAnimationFrame(() => setTimeout(() => resolve(sum)))
        }),
    )
    expect(shift).toBeLessThan(0.02)
  })
}

for (const [language, added] of [
  ['en', 'loaded'],
  // The font of Korean texts has Latin letters too.
  ['ko', 'unloaded'],
] as const) {
  test(`the page gets the Latin font once, ${added}: ${language}`, async ({ page }) => {
    await page.addInitScript((chosen) => {
      localStorage.setItem('i18nextLng', chosen)
      const { fonts } = document
      const add = fonts.add.bind(fonts)
      fonts.add = (font) => {
        performance.mark(`font ${font.family}: ${font.status}`)
        return add(font)
      }
    }, language)
    await page.goto('/auth/login')
    const marks = () =>
      page.evaluate(() => {
        const entries = performance.getEntriesByType('mark')
        return entries.map(({ name }) => name).filter((name) => name.startsWith('font'))
      })

    await expect.poll(marks).toHaveLength(1)
    expect((await marks())[0]).toMatch(new RegExp(`Inter Variable.*: ${added}$`))
    // A rule in a style sheet would be a second way to the same font.
    const families = await page.evaluate(() =>
      [...document.fonts].map(({ family }) => family.replaceAll('"', '')),
    )
    expect(families.filter((family) => family === 'Inter Variable')).toHaveLength(1)
  })
}

test('the remote flag and the service worker wait for two seconds after the first screen', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const { serviceWorker } = navigator
    const register = serviceWorker.register.bind(serviceWorker)
    serviceWorker.register = (...args) => {
      performance.mark('worker')
      return register(...args)
    }
  })
  await page.goto('/auth/login')
  /** Returns how long after the first screen each of them started. */
  const delays = () =>
    page.evaluate(() => {
      const [screen] = performance.getEntriesByName('first-screen')
      const [worker] = performance.getEntriesByName('worker')
      const files = performance.getEntriesByType('resource')
      const flag = files.find(({ name }) => name.includes('/remote-flag-'))
      if (!screen || !worker || !flag) return []
      return [worker, flag].map(({ startTime }) => startTime - screen.startTime)
    })

  await expect.poll(delays).toHaveLength(2)
  expect(Math.min(...(await delays()))).toBeGreaterThanOrEqual(2000)
})

test('the scripts of the app leave the connection to the styles and the logo of the first paint', async ({
  page,
}) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  const priorities = new Map<string, string>()
  devtools.on('Network.requestWillBeSent', ({ request }) => {
    const name = new URL(request.url).pathname
    if (!priorities.has(name)) priorities.set(name, request.initialPriority)
  })

  await page.goto('/auth/login')
  await expect(prerendered(page)).toHaveCount(0)

  const of = (pattern: RegExp) =>
    Array.from(priorities).flatMap(([name, priority]) => (pattern.test(name) ? [priority] : []))
  expect(new Set(of(/^\/assets\/(?:base|main|form|login)-[\w-]+\.css$/))).toEqual(
    new Set(['VeryHigh']),
  )
  expect(new Set(of(/^\/assets\/(?:react|base|main|form|login)-[\w-]+\.js$/))).toEqual(
    new Set(['Low']),
  )
  // The logo is decoded before the paint, not after it.
  await expect(page.getByAltText('Solstice')).toHaveAttribute('decoding', 'sync')
})

test('a visitor logs in with what they typed and pressed before the app had loaded', async ({
  page,
  newMember,
}) => {
  const member = await newMember()
  const release = await holdApp(page)
  await open(page, '/')
  await email(page).fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByLabel('Keep me logged in').check()
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(prerendered(page)).toHaveCount(1)

  release()

  await expect(page).toHaveURL('/home')
  expect(await page.evaluate(() => localStorage.getItem('keepLoggedIn'))).toBe('true')
})

test('typed text stays in the fields when React takes over the log-in', async ({ page }) => {
  const release = await holdApp(page)
  await open(page)
  await email(page).fill('mina@harbor')
  await page.getByLabel('Password', { exact: true }).fill('12345')
  await page.getByLabel('Keep me logged in').check()

  release()
  await expect(prerendered(page)).toHaveCount(0)

  await expect(email(page)).toHaveValue('mina@harbor')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('12345')
  await expect(page.getByLabel('Keep me logged in')).toBeChecked()
  // The form knows the values, not only the page.
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(email(page)).toHaveAccessibleDescription('Invalid email format')
})

test.describe('the prerendered log-in is not shown', () => {
  test('to a member who stays logged in, at home or at the log-in', async ({
    page,
    memberState,
  }) => {
    await page.context().addCookies(memberState.cookies)
    await page.addInitScript(() => localStorage.setItem('keepLoggedIn', 'true'))
    const release = await holdApp(page)

    for (const path of ['/home', '/', '/auth/login']) {
      await open(page, path)
      await expect(page.locator('.splash')).toBeVisible()
      await expect(email(page)).toHaveCount(0)
    }

    release()
    await expect(page).toHaveURL('/pin/unlock')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

  test('during maintenance', async ({ page }) => {
    await page.addInitScript(() =>
      localStorage.setItem('maintenance-store', JSON.stringify({ isMaintenanceMode: true })),
    )
    await holdApp(page)

    await open(page)

    await expect(page.locator('.splash')).toBeVisible()
    await expect(email(page)).toHaveCount(0)
  })

  test('where the guide to the installation covers it', async ({ page, server }) => {
    await holdApp(page)

    await open(page, `${nonPreviewUrl(server.url)}/auth/login`)

    await expect(page.locator('.splash')).toBeVisible()
    await expect(email(page)).toHaveCount(0)
  })

  test('on another screen of a visitor', async ({ page }) => {
    const loaded = requestsFor(page, 'login')
    await holdApp(page)

    await open(page, '/auth/signup')

    await expect(page.locator('.splash')).toBeVisible()
    await expect(email(page)).toHaveCount(0)
    // Its styles are part of every page, because the first paint of the log-in needs them.
    expect(loaded.filter((url) => url.endsWith('.js'))).toEqual([])
  })
})
