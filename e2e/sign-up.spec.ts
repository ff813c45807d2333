import { requestCode } from './support/request-code.ts'
import { expect, test } from './support/fixtures.ts'
import { logIn } from './support/log-in.ts'
import { PASSWORD, PIN } from './support/members.ts'
import { confirmPin, enterPin } from './support/pin.ts'

test('a visitor signs up with a mailed code, reaches home, logs out and logs in again', async ({
  page,
  mailbox,
  checkScreen,
}) => {
  const email = `newcomer-${Date.now()}@example.com`

  await page.goto('/')
  await expect(page).toHaveURL('/auth/login')
  await checkScreen('login')

  await page.getByRole('link', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/auth\/signup\/?$/)
  // Wait for this screen, because the log-in screen has the same field.
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  await checkScreen('sign-up')
  await page.getByLabel('Email').fill(email)
  await page
    .getByRole('checkbox', {
      name: 'I am 18 or older and agree to the Terms of Service',
      exact: true,
    })
    .check()
  await page.getByLabel('agree to the Privacy Policy').check()
  await checkScreen('sign-up-filled')
  await page.getByRole('button', { name: 'Send code' }).click()

  await expect(page).toHaveURL('/auth/signup/verification')
  await checkScreen('code')
  const [mail] = await mailbox(email)
  await page.getByLabel('Verification code').fill(mail?.code ?? '')
  await page.getByRole('button', { name: 'Verify' }).click()

  await expect(page).toHaveURL('/auth/signup/password')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await checkScreen('password')
  await page.getByRole('button', { name: 'Create account' }).click()

  await expect(page).toHaveURL('/auth/account-created')
  await checkScreen('account-created')
  await page.getByRole('button', { name: 'Continue' }).click()

  await expect(page).toHaveURL('/pin/setup')
  await checkScreen('pin-setup')
  await enterPin(page, PIN)
  await expect(page.getByRole('heading', { name: 'Confirm your PIN' })).toBeVisible()
  await checkScreen('pin-confirm')
  await confirmPin(page, PIN)

  await expect(page).toHaveURL('/wallet/create/')
  await checkScreen('wallet')
  await page.getByRole('link', { name: 'Later' }).click()

  await expect(page).toHaveURL('/home')
  await checkScreen('home')

  await page.getByRole('link', { name: /^More/ }).click()
  await page.getByRole('link', { name: new RegExp(email) }).click()
  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Log out?' })
  await expect(sheet).toBeVisible()
  await sheet.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/auth/login')

  await logIn(page, { email: email.toUpperCase(), password: PASSWORD })
  await expect(page).toHaveURL('/home')
  await checkScreen('home-again')
})

test('a visitor signs up in two tabs with one address: the second tab sees that it is taken', async ({
  page,
  context,
  clock,
  mailbox,
}) => {
  const email = `twice-${Date.now()}@example.com`
  const second = await context.newPage()
  for (const tab of [page, second]) {
    await tab.goto('/auth/signup')
    await requestCode(tab, email)
    await expect(tab).toHaveURL('/auth/signup/verification')
    const [mail] = await mailbox(email)
    const code = mail?.code ?? ''
    await tab.getByLabel('Verification code').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
    await tab.getByRole('button', { name: 'Verify' }).click()
    await expect(tab).toHaveURL('/auth/signup/password')
    await tab.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await tab.getByLabel('Confirm password').fill(PASSWORD)
    await clock.advance(60_000)
  }
  // The second tab's code invalidated the first tab's proof, so the first tab restarts from the
  // code.
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL('/auth/signup/verification')

  await second.getByRole('button', { name: 'Create account' }).click()
  await expect(second).toHaveURL('/auth/account-created')
  await page.getByRole('button', { name: 'Resend code' }).click()
  await expect(page).toHaveURL(/\/auth\/signup\/?$/)
  await expect(page.getByText('This email already has an account. Log in instead.')).toBeVisible()
})

test('a visitor goes back through the steps of a sign-up and finds the entered values', async ({
  page,
  clock,
  mailbox,
}) => {
  const email = `back-${Date.now()}@example.com`
  await page.goto('/auth/signup')
  await requestCode(page, email)
  await expect(page).toHaveURL('/auth/signup/verification')

  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL(/\/auth\/signup\/?$/)
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('agree to the Terms of Service')).toBeChecked()
  // The previous code is still valid, so no new one is sent.
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page).toHaveURL('/auth/signup/verification')
  expect(await mailbox(email)).toHaveLength(1)

  const [mail] = await mailbox(email)
  await clock.advance(5 * 60_000)
  await page.getByLabel('Verification code').fill(mail?.code ?? '')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('Verification code has expired.')).toBeVisible()
  await page.getByRole('button', { name: 'Resend code' }).click()
  await expect(page.getByText('New code sent')).toBeVisible()
  const [fresh] = await mailbox(email)
  await page.getByLabel('Verification code').fill(fresh?.code ?? '')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL('/auth/signup/password')
  await page.goBack()
  await expect(page).toHaveURL('/auth/signup/verification')
  await page.goForward()
  await expect(page).toHaveURL('/auth/signup/password')
})
