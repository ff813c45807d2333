import { expect, test } from './support/fixtures.ts'
import { logIn } from './support/log-in.ts'
import { navigateInApp } from './support/navigate-in-app.ts'

const NEW_PASSWORD = 'Summer-Moon8'
const MINUTE_MS = 60_000

const draftOf = () => JSON.parse(localStorage.getItem('passwordReset') ?? 'null') as unknown

test('a member who forgot the password sets a new one with a mailed code', async ({
  page,
  newMember,
  mailbox,
  checkScreen,
}) => {
  const member = await newMember()
  await page.goto('/auth/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page).toHaveURL(/\/auth\/forgot-password\/?$/)
  await checkScreen('email')

  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await page.getByLabel('Email').fill('mina@harbor')
  await page.getByLabel('Email').blur()
  await expect(page.getByText('Please enter a valid email format')).toBeVisible()
  await page.getByLabel('Email').fill('nobody@nowhere.example')
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText('We couldn’t find an account with these details.')).toBeVisible()
  await checkScreen('unknown')

  await page.getByLabel('Email').fill(` ${member.email.toUpperCase()} `)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page).toHaveURL('/auth/forgot-password/verification')
  expect(await page.evaluate(draftOf)).toEqual({
    email: member.email,
    isEmailVerified: false,
    completeCode: '',
    password: '',
  })
  await checkScreen('code')
  const verifications: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/verification/verify')) verifications.push(request)
  })
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('Enter the 6-digit code', { exact: true })).toBeVisible()
  const [mail] = await mailbox(member.email)
  const code = mail?.code ?? ''
  const wrong = code === '000000' ? '111111' : '000000'
  await page.getByLabel('Verification code').fill(wrong)
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('Invalid verification code.', { exact: true })).toBeVisible()
  // Only the wrong code was sent; the empty field sent no request.
  expect(verifications).toHaveLength(1)
  await checkScreen('code-wrong')
  // Simulates a code that is pasted from a mail.
  await page.getByLabel('Verification code').fill(` ${code.slice(0, 3)} ${code.slice(3)} `)
  await page.getByRole('button', { name: 'Verify' }).click()

  await expect(page).toHaveURL('/auth/forgot-password/new-password')
  await page.getByLabel('New password').fill('short')
  await page.getByLabel('Confirm password').fill('other')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('Wrong password format')).toBeVisible()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await checkScreen('new-password')
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByLabel('Confirm password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Set password' }).click()

  await expect(page).toHaveURL('/auth/forgot-password/completed')
  await checkScreen('completed')
  expect(await page.evaluate(draftOf)).toMatchObject({ password: 'SET' })
  await page.getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/auth/login')
  await expect.poll(() => page.evaluate(draftOf)).toBeNull()

  await logIn(page, member)
  await expect(page.getByText('The email or password is incorrect.')).toBeVisible()
  await logIn(page, { ...member, password: NEW_PASSWORD })
  await expect(page).toHaveURL('/home')
})

test('each step requires the previous one, even with a draft of an earlier visit', async ({
  page,
  newMember,
}) => {
  const { email } = await newMember({ pin: null })
  const keep = (draft: Record<string, unknown>) =>
    page.evaluate((kept) => localStorage.setItem('passwordReset', JSON.stringify(kept)), draft)
  await page.goto('/auth/login')

  // Watch while navigating, because the toast disappears by itself.
  await Promise.all([
    expect(page.getByText('Email information not found.')).toBeVisible(),
    navigateInApp(page, '/auth/forgot-password/verification'),
  ])
  await expect(page).toHaveURL(/\/auth\/forgot-password\/?$/)

  await keep({ email, isEmailVerified: false, completeCode: '', password: '' })
  await navigateInApp(page, '/auth/forgot-password/new-password')
  await expect(page).toHaveURL('/auth/forgot-password/verification')
  await keep({ email, isEmailVerified: true, completeCode: '', password: '' })
  await navigateInApp(page, '/auth/forgot-password/completed')
  await expect(page).toHaveURL('/auth/forgot-password/verification')
  await keep({ email, isEmailVerified: true, completeCode: 'long-gone', password: '' })
  await navigateInApp(page, '/auth/forgot-password/completed')
  await expect(page).toHaveURL('/auth/forgot-password/new-password')

  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByLabel('Confirm password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(
    page.getByText('Session has expired. Please try again from the beginning.'),
  ).toBeVisible()
  await expect(page).toHaveURL(/\/auth\/forgot-password\/?$/)
  expect(await page.evaluate(draftOf)).toBeNull()
})

test('an expired code and a failing server are reported on the step where they occur', async ({
  page,
  newMember,
  mailbox,
  clock,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/status of 500/)
  const member = await newMember({ pin: null })
  const failing = (path: string) =>
    page.route(path, (route) =>
      route.fulfill({ status: 500, json: { code: 9999, success: false, msg: '', data: null } }),
    )

  await failing('**/auth/reset/email/check')
  await page.goto('/auth/forgot-password')
  await page.getByLabel('Email').fill(member.email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText('Failed to send password reset link.', { exact: true })).toBeVisible()
  await page.unroute('**/auth/reset/email/check')
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page).toHaveURL('/auth/forgot-password/verification')

  const [old] = await mailbox(member.email)
  await clock.advance(5 * MINUTE_MS)
  await page.getByLabel('Verification code').fill(old?.code ?? '')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('Verification code has expired.', { exact: true })).toBeVisible()

  await failing('**/auth/reset/email/check')
  await page.getByRole('button', { name: 'Resend code' }).click()
  await expect(page.getByText('Failed to resend verification code.', { exact: true })).toBeVisible()
  await page.unroute('**/auth/reset/email/check')
  await page.getByRole('button', { name: 'Resend code' }).click()
  await expect(page.getByText('New code sent', { exact: true })).toBeVisible()
  const [fresh] = await mailbox(member.email)

  await failing('**/auth/verification/verify')
  await page.getByLabel('Verification code').fill(fresh?.code ?? '')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('Verification failed.', { exact: true })).toBeVisible()
  await page.unroute('**/auth/verification/verify')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL('/auth/forgot-password/new-password')

  // Go back in each step and forward again.
  await page.goBack()
  await expect(page).toHaveURL('/auth/forgot-password/verification')
  await page.goBack()
  await expect(page).toHaveURL(/\/auth\/forgot-password\/?$/)
  await expect(page.getByLabel('Email')).toHaveValue(member.email)
  await page.goForward()
  await page.goForward()
  await expect(page).toHaveURL('/auth/forgot-password/new-password')

  await failing('**/auth/reset/password')
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByLabel('Confirm password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('Failed to reset password.', { exact: true })).toBeVisible()
})
