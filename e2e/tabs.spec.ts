import type { Page } from '@playwright/test'
import { chooseLanguage } from './support/choose-language.ts'
import { expect, test } from './support/fixtures.ts'
import { logIn } from './support/log-in.ts'

const TABS = [
  ['Home', '/home'],
  ['Rewards', '/rewards'],
  ['Starlight', '/starlight'],
  ['Wallet', '/wallet'],
  ['More', '/more'],
] as const

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link')

test.beforeEach(async ({ page, demo }) => {
  await page.goto('/auth/login')
  await logIn(page, demo)
  await page.waitForURL('**/home')
})

test('five tabs in their order lead to their root screens and appear on no other screen', async ({
  page,
}) => {
  // The last tab may indicate unread notices.
  await expect(tabs(page)).toHaveText(
    TABS.map(([name]) => new RegExp(`^${name}(unread notices)?$`)),
  )

  for (const [name, path] of TABS.toReversed()) {
    await tabs(page).filter({ hasText: name }).click()
    await expect(page).toHaveURL(path)
    await expect(tabs(page).filter({ hasText: name })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  }
  await page.getByRole('link', { name: 'Notices', exact: true }).click()
  await expect(page).toHaveURL(/\/more\/notice/)
  await expect(tabs(page)).toHaveCount(0)
})

/** Drags one finger down from the top of the page. */
async function pullDown(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...ys: number[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: ys.map((y) => ({ x: 200, y })) })
  await touch('touchStart', 120)
  for (const y of [160, 220, 280, 340]) await touch('touchMove', y)
  await touch('touchEnd')
  await client.detach()
}

test('a member refreshes a tab screen by pulling it down from its top, not from further down, and sees a failure', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/status of 500/)
  const indicator = page.locator('[data-pull-indicator]')
  await expect(indicator).toBeAttached()
  await expect(page.getByRole('link', { name: /Daily check-in/ })).toBeVisible()
  const scrollTo = (y: number) => page.evaluate((top) => window.scrollTo(0, top), y)

  await scrollTo(240)
  await pullDown(page)
  await expect(indicator).toHaveText('')
  await scrollTo(0)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await pullDown(page)

  await expect(indicator).toHaveText('Updated')
  await page.route('**/v1/private/seasons/**', (route) => route.fulfill({ status: 500 }))
  await pullDown(page)
  await expect(page.getByText('We couldn’t refresh this. Please try again.')).toBeVisible()
})

test('Back restores the scroll position of a screen', async ({ page }) => {
  await expect(page.getByRole('link', { name: /Daily check-in/ })).toBeVisible()
  // The title receives the focus when the router has rendered; earlier scrolling is not stored.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  // The router stores a scroll position at its event, which fires with the next frame.
  await page.evaluate(async () => {
    const scrolled = new Promise((resolve) => {
      document.addEventListener('scroll', resolve, { once: true })
    })
    window.scrollTo(0, 240)
    await scrolled
  })
  await tabs(page).filter({ hasText: 'More' }).click()
  // The router stores the position again when a screen is left before it was rendered.
  await expect(page.getByRole('link', { name: 'Settings' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)

  await page.goBack()

  await expect(page).toHaveURL('/home')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(240)
})

test('a walk through the app violates no rule of the content security policy', async ({ page }) => {
  await page.evaluate(() => {
    const reports: string[] = []
    Object.assign(window, { reports })
    document.addEventListener('securitypolicyviolation', (event) =>
      reports.push(`${event.violatedDirective} ${event.blockedURI}`),
    )
  })

  for (const [name, path] of TABS) {
    await tabs(page).filter({ hasText: name }).click()
    await expect(page).toHaveURL(path)
  }
  await chooseLanguage(page, '한국어')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ko')
  await chooseLanguage(page, 'English')

  expect(await page.evaluate(() => (window as unknown as { reports: string[] }).reports)).toEqual(
    [],
  )
})
