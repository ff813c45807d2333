import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import {
  APP_SCRIPTS,
  emailField as email,
  holdApp,
  openEarly as open,
  prerendered,
} from './support/held-app.ts'

declare global {
  interface Window {
    reportSubmit: (method: string) => void
  }
}

const button = (page: Page) => page.getByRole('button', { name: 'Log in', exact: true })
const password = (page: Page) => page.getByLabel('Password', { exact: true })

test('a form that a script submits before the app has loaded sends nothing', async ({
  page,
  policyWatch,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/form-action/)
  await holdApp(page)
  await open(page)
  await email(page).fill('mina@harbor.example')
  await password(page).fill('Solstice1!')

  // Some password managers do this, which runs no listener of the page. Playwright waits for the end
  // of the refused navigation, which never comes, so the page itself reports its state.
  const state = await page.locator('form').evaluate(async (form: HTMLFormElement) => {
    const refused = new Promise<SecurityPolicyViolationEvent>((resolve) =>
      document.addEventListener('securitypolicyviolation', resolve, { once: true }),
    )
    form.submit()
    return [(await refused).effectiveDirective, form.method, location.pathname + location.search]
  })

  expect(state).toEqual(['form-action', 'post', '/auth/login'])
  await expect.poll(() => policyWatch.violations.length).toBe(1)
  expect(policyWatch.violations.splice(0)).toEqual([expect.stringContaining('form-action')])
})

test('the log-in sends nothing by itself while another screen replaces it', async ({ page }) => {
  const submitted: string[] = []
  await page.exposeFunction('reportSubmit', (method: string) => submitted.push(method))
  const release = await holdApp(page)
  await open(page)
  await expect(prerendered(page)).toHaveCount(1)
  await page.evaluate(() => {
    const form = document.querySelector('form')
    const press = () => form?.querySelector<HTMLElement>('[type=submit]')?.click()
    addEventListener('submit', (event) => {
      if (!event.defaultPrevented) window.reportSubmit(form?.method ?? '')
    })
    // Presses as soon as the page no longer marks the log-in, however short its elements stay.
    new MutationObserver(press).observe(document, {
      attributeFilter: ['data-prerendered'],
      subtree: true,
    })
    // As a link does that opens the app at another screen.
    history.replaceState(undefined, '', '/auth/signup')
  })

  release()

  await expect(page.getByRole('heading', { level: 1, name: 'Create your account' })).toBeVisible()
  expect(submitted).toEqual([])
})

test('buttons pressed before the app has loaded are pressed again in their order', async ({
  page,
}) => {
  const release = await holdApp(page)
  await open(page)
  await password(page).fill('12345')
  await page.getByRole('button', { name: 'Show password' }).click()
  await button(page).click()

  release()

  await expect(email(page)).toHaveAccessibleDescription(/./)
  await expect(password(page)).toHaveAttribute('type', 'text')
})

test('a pressed button shows that the app is still loading', async ({ page }) => {
  const release = await holdApp(page)
  await open(page)

  await button(page).click()

  await expect(button(page)).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(prerendered(page)).toHaveCount(0)
  await expect(email(page)).toHaveAccessibleDescription(/./)
  await expect(button(page)).not.toHaveAttribute('aria-busy')
})

test('typed text stays when React renders the log-in anew', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/The prerendered log-in differs|Minified React error/)
  const release = await holdApp(page)
  await open(page)
  await email(page).fill('mina@harbor')
  await password(page).fill('12345')
  await page.getByLabel('Keep me logged in').check()
  await button(page).click()
  // An extension of the browser changes the page.
  await page.getByRole('link', { name: 'Forgot password?' }).evaluate((each) => each.remove())

  release()
  await expect(page.getByRole('link', { name: 'Forgot password?' })).toBeVisible()

  await expect(email(page)).toHaveValue('mina@harbor')
  await expect(password(page)).toHaveValue('12345')
  await expect(page.getByLabel('Keep me logged in')).toBeChecked()
  await expect(email(page)).toHaveAccessibleDescription('Invalid email format')
})

const NOTICES = {
  en: { text: 'Solstice couldn’t load', reload: 'Reload' },
  ko: { text: '앱을 불러오지 못했어요', reload: '새로고침' },
} as const

for (const language of ['en', 'ko'] as const) {
  test(`a notice offers to reload when the app does not load: ${language}`, async ({
    page,
    shot,
    expectAccessible,
    allowConsoleErrors,
  }) => {
    allowConsoleErrors(/ERR_FAILED|dynamically imported module/)
    const { text, reload } = NOTICES[language]
    await page.addInitScript((chosen) => localStorage.setItem('i18nextLng', chosen), language)
    await page.route(APP_SCRIPTS, (route) => route.abort())

    await open(page)
    await page.locator('form button[type=submit]').click()

    await expect(page.getByRole('alert')).toContainText(text)
    await expect(page.locator('[aria-busy]')).toHaveCount(0)
    await shot(`not-loaded-${language}`)
    await expectAccessible()
    await page.unroute(APP_SCRIPTS)
    await page.getByRole('link', { name: reload }).click()
    await expect(prerendered(page)).toHaveCount(0)
    await expect(email(page)).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
}

test('a member who stays logged in receives the notice as well', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/ERR_FAILED|dynamically imported module/)
  await page.addInitScript(() => localStorage.setItem('keepLoggedIn', 'true'))
  await page.route(APP_SCRIPTS, (route) => route.abort())

  await open(page, '/home')

  await expect(page.getByRole('alert')).toContainText(NOTICES.en.text)
})

const WINDOWS = [
  { path: '/auth/login', width: 390 },
  { path: '/auth/login?ref=ABCD2345', width: 390 },
  { path: '/auth/login', width: 320 },
]
for (const { path, width } of WINDOWS) {
  test(`the invitation moves nothing in a low window ${width} px wide: ${path}`, async ({
    page,
  }) => {
    // The keyboard of a phone leaves this height.
    await page.setViewportSize({ width, height: 400 })
    const release = await holdApp(page)
    await open(page, path)
    const early = await button(page).boundingBox()
    const invitation = page.getByRole('button', { name: /Were you invited|Invited with ABCD2345/ })

    release()
    await expect(invitation).toBeVisible()

    expect(await button(page).boundingBox()).toEqual(early)
  })
}
