import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, type Page, chromium } from '@playwright/test'
import { requestCode } from './support/request-code.ts'
import { CHROMIUM } from './support/chromium.ts'
import { expect, test } from './support/fixtures.ts'
import { PASSWORD, type TestMember } from './support/members.ts'
import { nonPreviewUrl } from './support/shell-page.ts'

const guide = (page: Page) => page.getByRole('dialog', { name: /home screen/ })

async function codeOf({ api }: TestMember): Promise<string> {
  const mine = await api.call('referral.mine')
  return mine.referralCode
}

/** Returns the number of friends that the server credits to the member. */
async function friendsOf({ api }: TestMember): Promise<number> {
  const { list } = await api.call('referral.history')
  return list.length
}

/** Copies the invitation code from the guide, which covers the page of an invited visitor. */
async function copyCode(page: Page, code: string): Promise<void> {
  await expect(guide(page)).toBeVisible()
  await expect(guide(page).getByText(code, { exact: true })).toBeVisible()
  await guide(page).getByRole('button', { name: 'Copy code' }).click()
  await expect(guide(page).getByRole('button', { name: 'Code copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code)
}

/** Signs up from the log-in of the installed app, which has the code. */
async function signUp(
  app: Page,
  code: string,
  mailbox: (address: string) => Promise<{ code?: string }[]>,
): Promise<void> {
  await expect(app.getByRole('button', { name: `Invited with ${code}` })).toBeVisible()
  const email = `invited-${Date.now()}@example.com`
  await app.getByRole('link', { name: 'Create account' }).click()
  await requestCode(app, email)
  await expect(app).toHaveURL(/\/auth\/signup\/verification$/)
  const [mail] = await mailbox(email)
  await app.getByLabel('Verification code').fill(mail?.code ?? '')
  await app.getByRole('button', { name: 'Verify' }).click()
  await expect(app.getByLabel(/Referral code/)).toHaveValue(code)
  await app.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await app.getByLabel('Confirm password').fill(PASSWORD)
  await app.getByRole('button', { name: 'Create account' }).click()
  await expect(app).toHaveURL(/\/auth\/account-created$/)
  await expect(guide(app)).toHaveCount(0)
}

/** Chromium's CDP domain for installed apps, which Playwright's types do not include yet. */
type AppsDomain = { send: (method: `PWA.${string}`, params: object) => Promise<unknown> }

/** Installs the app that the page offers and opens its window. */
async function installFrom(context: BrowserContext, page: Page): Promise<Page> {
  const manifestId = `${new URL(page.url()).origin}/`
  const apps = (await context.newCDPSession(page)) as unknown as AppsDomain
  await apps.send('PWA.install', { manifestId })
  // By default this command opens the app in a tab.
  await apps.send('PWA.changeAppUserSettings', { manifestId, displayMode: 'standalone' })
  const opened = context.waitForEvent('page')
  await apps.send('PWA.launch', { manifestId })
  return opened
}

test('an invited visitor installs the app, which starts with the code, and the friend is credited', async ({
  server,
  newMember,
  mailbox,
}) => {
  const inviter = await newMember()
  const code = await codeOf(inviter)
  const folder = mkdtempSync(join(tmpdir(), 'solstice-installed-'))
  const context = await chromium.launchPersistentContext(folder, {
    ...CHROMIUM,
    permissions: ['clipboard-read', 'clipboard-write'],
    // Phone emulation would turn the app window back into a page.
    isMobile: false,
    hasTouch: false,
  })
  try {
    const page = context.pages()[0] ?? (await context.newPage())
    await page.goto(`${nonPreviewUrl(server.url)}/auth/signup?ref=${code}`)
    await copyCode(page, code)

    // Only the start URL of the installed app can carry the code.
    await page.evaluate(() => localStorage.clear())
    const app = await installFrom(context, page)

    await signUp(app, code, mailbox)
    expect(await app.evaluate(() => matchMedia('(display-mode: standalone)').matches)).toBe(true)
    expect(await friendsOf(inviter)).toBe(1)
  } finally {
    await context.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

test.describe('on an iPhone', () => {
  const iPhone = {
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    permissions: ['clipboard-read', 'clipboard-write'],
  }
  test.use(iPhone)

  test('a visitor pastes an invitation into an installed app with separate storage, and the friend is credited', async ({
    page,
    browser,
    server,
    newMember,
    mailbox,
    checkScreen,
  }) => {
    const inviter = await newMember()
    const code = await codeOf(inviter)
    const origin = nonPreviewUrl(server.url)
    await page.goto(`${origin}/auth/signup?ref=${code}`)
    await copyCode(page, code)
    await checkScreen('guide-with-code')

    const context = await browser.newContext(iPhone)
    await context.addInitScript(() => Object.assign(navigator, { standalone: true }))
    const app = await context.newPage()
    await app.goto(origin)
    await app.getByRole('button', { name: 'Were you invited?' }).click()
    const sheet = app.getByRole('dialog', { name: 'Were you invited?' })
    await sheet.getByRole('button', { name: 'Paste' }).click()
    await expect(sheet.getByLabel(/Referral code/)).toHaveValue(code)
    await sheet.getByRole('button', { name: 'Use this code' }).click()

    await signUp(app, code, mailbox)
    expect(await friendsOf(inviter)).toBe(1)
    await context.close()
  })
})
