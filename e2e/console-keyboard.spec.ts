import type { Page } from '@playwright/test'
import { OWNER, signInWithCode, test } from './support/console-operators.ts'
import { pressByKeyboard } from './support/console-steps.ts'
import { expect } from './support/fixtures.ts'

test.use({ consoleOf: 'keyboard', viewport: { width: 1280, height: 800 }, isMobile: false })
test.describe.configure({ mode: 'serial' })

/** The pages of an owner, by what is typed in the command menu, and their titles. */
const PAGES = {
  en: [
    ['approvals', 'Approvals'],
    ['members', 'Members'],
    ['treasury', 'Treasury'],
    ['operators', 'Operators'],
    ['policy', 'Approval limits'],
    ['audit', 'Audit'],
    ['jobs', 'Jobs'],
    ['health', 'Health'],
    ['me', 'demo.owner'],
  ],
  ko: [
    ['승인', '승인'],
    ['회원', '회원'],
    ['treasury', '자금'],
    ['operators', '운영자'],
    ['policy', '승인 한도'],
    ['audit', '감사 기록'],
    ['jobs', '작업'],
    ['health', '상태'],
    ['me', 'demo.owner'],
  ],
} as const

/** Opens a page with the command menu, by keystrokes alone. */
async function goTo(page: Page, typed: string, title: string): Promise<void> {
  await page.keyboard.press('Control+K')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.type(typed)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeFocused()
  await expect(page.getByText(/^(Loading|불러오는 중)$/)).toHaveCount(0)
}

test('an owner opens every page by keyboard, in English and light, then in Korean and dark', async ({
  page,
  expectAccessible,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await signInWithCode(page, OWNER)
  await expectAccessible()
  for (const [typed, title] of PAGES.en) {
    await goTo(page, typed, title)
    await expectAccessible()
  }

  await pressByKeyboard(page.getByLabel('Language'))
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByLabel('언어')).toBeVisible()
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const [typed, title] of PAGES.ko) {
    await goTo(page, typed, title)
    await expectAccessible()
  }
})

test('an action of the command menu opens its dialog, and Escape closes both', async ({
  page,
  server,
  expectAccessible,
}) => {
  // Every code works once, and the next one begins half a minute later.
  await page.request.post(`${server.url}/dev/clock`, { data: { advanceMs: 30_000 } })
  await signInWithCode(page, OWNER)
  await page.keyboard.press('/')
  await expect(page.getByRole('dialog', { name: 'Command menu' })).toBeVisible()
  await expectAccessible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.keyboard.press('Control+K')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.type('>freeze treasury')
  await page.keyboard.press('Enter')

  await expect(page.getByRole('dialog', { name: 'Freeze all payouts?' })).toBeVisible()
  await expectAccessible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/$/)
})

test('an inline style is blocked, and a journey that causes one fails', async ({
  page,
  policyWatch,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/Content Security Policy/)
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Operator console' })).toBeVisible()
  expect(policyWatch.violations).toEqual([])

  await page.evaluate(() => document.body.setAttribute('style', 'color: red'))

  await expect.poll(() => policyWatch.violations).toHaveLength(1)
  expect(policyWatch.violations[0]).toMatch(/^style-src-attr inline on /)
  // The violation of this journey is on purpose.
  policyWatch.violations.length = 0
})
