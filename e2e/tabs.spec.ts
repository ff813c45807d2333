import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { logIn } from './log-in.ts'

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

test('five tabs in their order lead to their roots, and stand on no other screen', async ({
  page,
}) => {
  // The last one may say that there is news.
  await expect(tabs(page)).toHaveText(TABS.map(([name]) => new RegExp(`^${name}(unread news)?$`)))

  for (const [name, path] of TABS.toReversed()) {
    await tabs(page).filter({ hasText: name }).click()
    await expect(page).toHaveURL(path)
    await expect(tabs(page).filter({ hasText: name })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  }
  await page.getByRole('link', { name: 'Notices' }).click()
  await expect(page).toHaveURL(/\/more\/notice/)
  await expect(tabs(page)).toHaveCount(0)
})

test('Back restores where a screen was scrolled to', async ({ page }) => {
  await expect(page.getByRole('link', { name: /Daily check-in/ })).toBeVisible()
  // The title takes the focus when the router has rendered; scrolling before that is not kept.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  // The router notes a scrolled element at its event, which comes with the next frame.
  await page.evaluate(async () => {
    const scrolled = new Promise((resolve) => {
      document.addEventListener('scroll', resolve, { once: true })
    })
    window.scrollTo(0, 240)
    await scrolled
  })
  await tabs(page).filter({ hasText: 'More' }).click()
  // The router notes the position again when a screen is left before it was rendered.
  await expect(page.getByRole('link', { name: 'Settings' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)

  await page.goBack()

  await expect(page).toHaveURL('/home')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(240)
})

test('a walk through the app breaks no rule of the content policy', async ({ page }) => {
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
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByText('한국어').click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ko')

  expect(await page.evaluate(() => (window as unknown as { reports: string[] }).reports)).toEqual(
    [],
  )
})
