import { DAY_MS } from '@solstice/rules/duration'
import { startServer } from '../tools/server.ts'
import { PHONE } from './support/chromium.ts'
import { expect, test } from './support/fixtures.ts'
import { navigateInApp } from './support/navigate-in-app.ts'
import { enter } from './support/log-in.ts'
import { createMember } from './support/members.ts'
import { enterPin } from './support/pin.ts'

type Mail = { text: string; code?: string }

/** Returns the link of the newest mail about an event on the account. */
function linkIn(mails: readonly Mail[]): string {
  const link = mails.flatMap(({ text }) => /http\S+\/security-alert#\S+/.exec(text)?.[0] ?? [])[0]
  if (link === undefined) throw new Error('No mail has a link')
  return new URL(link).pathname + new URL(link).hash
}

test('a member freezes payouts with the link of a security mail, without a session, in both languages', async ({
  page,
  browser,
  newMember,
  mailbox,
  checkScreen,
}) => {
  const member = await newMember()
  await expect.poll(async () => (await mailbox(member.email)).some(({ code }) => !code)).toBe(true)
  const link = linkIn(await mailbox(member.email))
  const other = await browser.newContext({ ...PHONE, serviceWorkers: 'block' })
  const phone = await other.newPage()
  await enter(phone, member)

  await page.goto('/auth/login')
  await page.evaluate(() => localStorage.setItem('i18nextLng', 'ko'))
  await page.goto(link)
  await expect(page.getByRole('heading', { name: '직접 하신 일인가요?' })).toBeVisible()
  await checkScreen('question-ko')
  await page.evaluate(() => localStorage.setItem('i18nextLng', 'en'))
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Was this you?' })).toBeVisible()
  await expect(page.getByText(/^A PIN was set on /)).toBeVisible()
  await checkScreen('question')

  // Opening the page alone has no effect.
  expect(await member.api.call('freeze.hold')).toMatchObject({ hold: { reason: 'PIN_SET' } })
  await page.getByRole('button', { name: 'This wasn’t me' }).click()
  await expect(page.getByRole('heading', { name: 'Your payouts are frozen' })).toBeVisible()
  await checkScreen('frozen')

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your payouts are frozen' })).toBeVisible()
  await navigateInApp(phone, '/more/my-page')
  await expect(phone).toHaveURL('/auth/login')
  await other.close()
})

test('a visitor sees an error for a forged link', async ({
  page,
  checkScreen,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/status of 404/)
  await page.goto('/security-alert#1.made-up')
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await checkScreen('invalid')
  await page.getByRole('link', { name: 'Go to log in' }).click()
  await expect(page).toHaveURL('/auth/login')
})

test.describe('more than a week after the PIN was set', () => {
  // Use a separate server because its clock advances.
  test.use({
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern.
    baseURL: async ({}, use) => {
      const server = await startServer()
      await use(server.url)
      await server.stop()
    },
  })

  test('a member unfreezes payouts with the mailed code and the PIN', async ({
    page,
    baseURL,
    mailbox,
    checkScreen,
    allowConsoleErrors,
  }) => {
    allowConsoleErrors(/status of 40[01]/)
    const member = await createMember(baseURL ?? '')
    await page.request.post('/dev/clock', { data: { advanceMs: 8 * DAY_MS } })
    // A mail reports a sign-in on an unknown device.
    const before = (await mailbox(member.email)).length
    await enter(page, member)
    await expect.poll(async () => (await mailbox(member.email)).length).toBeGreaterThan(before)
    await page.goto(linkIn(await mailbox(member.email)))
    await page.getByRole('button', { name: 'This wasn’t me' }).click()
    await expect(page.getByRole('heading', { name: 'Your payouts are frozen' })).toBeVisible()
    await enter(page, member)

    await navigateInApp(page, '/more/withdraw')
    await expect(page.getByText('Your payouts are frozen')).toBeVisible()
    await checkScreen('withdraw-frozen')
    await page.getByRole('link', { name: 'Unfreeze payouts' }).click()
    await page.getByRole('button', { name: 'Email me a code' }).click()
    const field = page.getByLabel('Code from the email')
    await expect(field).toBeVisible()
    await checkScreen('unfreeze')
    await expect.poll(async () => (await mailbox(member.email))[0]?.code !== undefined).toBe(true)
    const code = (await mailbox(member.email))[0]?.code ?? ''
    await field.fill(code === '000000' ? '000001' : '000000')
    await page.getByRole('button', { name: 'Confirm with PIN' }).click()
    await enterPin(page, member.pin)
    await expect(page.getByText('Invalid verification code.')).toBeVisible()
    await field.fill(code)
    await page.getByRole('button', { name: 'Confirm with PIN' }).click()
    await enterPin(page, member.pin)
    await expect(page.getByText('Your payouts are no longer frozen.')).toBeVisible()
    await expect(page).toHaveURL('/more/withdraw')
    await expect(page.getByText(/^Payouts are paused/)).toHaveCount(0)
  })
})
