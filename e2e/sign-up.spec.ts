import { expect, test } from './fixtures.ts'
import { logIn } from './log-in.ts'

const PASSWORD = 'Winter-Sun7'

test('a newcomer signs up with a mailed code, reaches home, logs out and logs in again', async ({
  page,
  mailbox,
  shot,
  expectAccessible,
}) => {
  const email = `newcomer-${Date.now()}@example.com`
  const look = async (name: string) => {
    await shot(name)
    await expectAccessible()
  }

  await page.goto('/')
  await expect(page).toHaveURL('/auth/login')
  await look('login')

  await page.getByRole('link', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/auth\/signup\/?$/)
  await look('sign-up')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('agree to the Terms of Service').check()
  await page.getByLabel('agree to the Privacy Policy').check()
  await look('sign-up-filled')
  await page.getByRole('button', { name: 'Send code' }).click()

  await expect(page).toHaveURL('/auth/signup/verification')
  await look('code')
  const [mail] = await mailbox(email)
  await page.getByLabel('Verification code').fill(mail?.code ?? '')
  await page.getByRole('button', { name: 'Verify' }).click()

  await expect(page).toHaveURL('/auth/signup/password')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await look('password')
  await page.getByRole('button', { name: 'Create account' }).click()

  await expect(page).toHaveURL('/auth/account-created')
  await look('account-created')
  await page.getByRole('button', { name: 'Continue' }).click()

  await expect(page).toHaveURL('/pin/setup')
  await look('pin-setup')
  await page.getByRole('link', { name: 'Go to Home' }).click()

  await expect(page).toHaveURL('/home')
  await look('home')

  await page.getByRole('link', { name: 'More' }).click()
  await look('more')
  await page.getByRole('button', { name: 'Log out' }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet).toBeVisible()
  await look('log-out')
  await sheet.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/auth/login')

  await logIn(page, { email, password: PASSWORD })
  await expect(page).toHaveURL('/home')
  await look('home-again')
})
