import { startServer } from '../tools/server.ts'
import { requestCode } from './support/request-code.ts'
import { expect, test } from './support/fixtures.ts'
import { logIn } from './support/log-in.ts'
import { navigateInApp } from './support/navigate-in-app.ts'
import { createMember } from './support/members.ts'
import { enterPin } from './support/pin.ts'
import { pathOf, requestsOf } from './support/api.ts'
import { readStored } from './support/wallet-steps.ts'

const DAY_MS = 24 * 60 * 60_000

test('a member deletes the account step by step with the PIN, and the address is blocked', async ({
  page,
  newMember,
  checkScreen,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/status of 500/)
  const member = await newMember()
  await page.goto('/auth/login')
  await logIn(page, { ...member, keepLoggedIn: true })
  await expect(page).toHaveURL('/home')
  const step = (name: string) => `/more/delete-account?step=${name}`

  // A later step cannot be opened directly.
  for (const name of ['agreement', 'confirm', 'deleted']) {
    await navigateInApp(page, step(name))
    await expect(page).toHaveURL(step('reason'))
  }
  await navigateInApp(page, '/more')
  await page.getByRole('link', { name: 'Delete account' }).click()
  await expect(page).toHaveURL('/more/delete-account')
  const next = page.getByRole('button', { name: 'Next' })
  await expect(next).toBeDisabled()
  await page.getByText('Something else').click()
  await page.getByLabel('Tell us more (optional)').fill('달이 더 좋아요 🌙')
  await checkScreen('reason')
  await next.click()

  await expect(page).toHaveURL(step('agreement'))
  const proceed = page.getByRole('button', { name: 'Continue with PIN' })
  await expect(proceed).toBeDisabled()
  await checkScreen('agreement')
  await page.goBack()
  await expect(page.getByLabel('Tell us more (optional)')).toHaveValue('달이 더 좋아요 🌙')
  await page.goForward()
  await page.getByLabel('I’ve read and agree to this').check()
  await proceed.click()
  const prompt = page.getByRole('dialog', { name: 'Enter your PIN' })
  await expect(prompt).toBeVisible()
  await checkScreen('pin')
  await enterPin(page, '000000')
  await expect(prompt.getByRole('alert')).toHaveText('Incorrect PIN (1/5)')
  await enterPin(page, member.pin)

  await expect(page).toHaveURL(step('confirm'))
  await checkScreen('confirm')
  await page.route(requestsOf('account.delete'), (route) =>
    route.fulfill({ status: 500, json: { code: 9999, success: false, msg: '', data: null } }),
  )
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByText('An error occurred while processing account deletion.')).toBeVisible()
  // A server error is not a rejection: the account may be deleted.
  await expect(page.getByText('Your account may already be deleted.')).toBeVisible()
  await page.unroute(requestsOf('account.delete'))
  const deleted = page.waitForRequest(
    (request) => request.method() === 'DELETE' && request.url().endsWith(pathOf('account.delete')),
  )
  await page.getByRole('button', { name: 'Delete my account' }).click()
  expect((await deleted).postDataJSON()).toEqual({
    reason: 'OTHER',
    reasonText: '달이 더 좋아요 🌙',
    agreed: true,
  })

  await expect(page).toHaveURL(step('deleted'))
  await checkScreen('deleted')
  expect(await page.evaluate(() => localStorage.getItem('keepLoggedIn'))).toBeNull()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page).toHaveURL('/auth/login')
  await logIn(page, member)
  await expect(page.getByText('The email or password is incorrect.')).toBeVisible()

  await page.getByRole('link', { name: 'Create account' }).click()
  await requestCode(page, member.email)
  await expect(
    page.getByText(
      'This email belonged to a deleted account. You can sign up with it again 180 days after deletion.',
    ),
  ).toBeVisible()
  await checkScreen('blocked')
})

for (const [way, leave] of [
  ['back', 'back'],
  ['another screen', '/home'],
  ['a reload', 'reload'],
] as const) {
  test(`a member leaves the confirmation by ${way}, is signed out, and no member data remains`, async ({
    page,
    newMember,
  }) => {
    const member = await newMember()
    const { userId } = await member.api.call('users.me')
    await page.goto('/auth/login')
    await logIn(page, { ...member, keepLoggedIn: true })
    await expect(page).toHaveURL('/home')
    // Stored on an earlier day by parts of the app that are not open today.
    const written = [
      `spin-journal_${userId}_1`,
      `wallet_sent_${userId}`,
      `order_payments_${userId}`,
    ]
    await page.evaluate((keys) => {
      for (const key of keys) localStorage.setItem(key, '[]')
    }, written)
    await navigateInApp(page, '/more/delete-account')
    await page.getByText('I use another service').click()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel('I’ve read and agree to this').check()
    await page.getByRole('button', { name: 'Continue with PIN' }).click()
    await enterPin(page, member.pin)
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await expect(page.getByRole('heading', { name: 'Account deleted' })).toBeVisible()

    if (leave === 'back') await page.goBack()
    else if (leave === 'reload') await page.reload()
    else await navigateInApp(page, leave)

    await expect(page).toHaveURL('/auth/login')
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
    for (const key of [`user_${userId}`, 'current_server_user_id']) {
      await expect.poll(() => readStored(page, key)).toBeUndefined()
    }
    const left = await page.evaluate(() => Object.keys(localStorage))
    for (const key of written) expect(left).not.toContain(key)
  })
}

test('a visitor cannot sign up with the address on day 179 and can on day 181', async ({
  browser,
}) => {
  // Use a separate server because its clock advances by half a year.
  const server = await startServer()
  try {
    const member = await createMember(server.url)
    const context = await browser.newContext({ baseURL: server.url, hasTouch: true })
    const page = await context.newPage()
    const advance = (days: number) =>
      page.request.post('/dev/clock', { data: { advanceMs: days * DAY_MS } })
    await page.goto('/auth/login')
    await logIn(page, member)
    await expect(page).toHaveURL('/home')
    await navigateInApp(page, '/more/delete-account')
    await page.getByText('I worry about my data').click()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel('I’ve read and agree to this').check()
    await page.getByRole('button', { name: 'Continue with PIN' }).click()
    await enterPin(page, member.pin)
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await page.getByRole('button', { name: 'OK' }).click()
    await expect(page).toHaveURL('/auth/login')

    await advance(179)
    await page.getByRole('link', { name: 'Create account' }).click()
    await requestCode(page, member.email)
    await expect(
      page.getByText(
        'This email belonged to a deleted account. You can sign up with it again 180 days after deletion.',
      ),
    ).toBeVisible()

    await advance(2)
    await page.getByRole('button', { name: 'Send code' }).click()
    await expect(page).toHaveURL('/auth/signup/verification')
    await context.close()
  } finally {
    await server.stop()
  }
})
