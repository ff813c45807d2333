import { expect, test } from './support/fixtures.ts'
import { logIn } from './support/log-in.ts'
import { navigateInApp } from './support/navigate-in-app.ts'

const reply = (status: number, code: number, msg = '') => ({
  status,
  json: { code, success: false, msg, data: null },
})

const OK = { code: 0, success: true, msg: '' }

test('a visitor sees login errors at the field and rejections of the server', async ({
  page,
  newMember,
  checkScreen,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/status of 500|ERR_FAILED/)
  const member = await newMember()
  await page.goto('/auth/login')
  await expect(page.getByLabel('Keep me logged in')).not.toBeChecked()
  const submit = page.getByRole('button', { name: 'Log in' })

  await submit.click()
  const email = page.getByLabel('Email')
  const password = page.getByLabel('Password', { exact: true })
  await expect(page.getByText('Email is required', { exact: true })).toBeVisible()
  await expect(email).toHaveAccessibleDescription('Email is required')
  await expect(password).toHaveAccessibleDescription('Password is required')
  await email.fill('mina@harbor')
  await password.fill('12345')
  await expect(email).toHaveAccessibleDescription('Invalid email format')
  await expect(password).toHaveAccessibleDescription('Password must be at least 6 characters')
  await checkScreen('problems')

  await logIn(page, { email: member.email, password: 'Wrong-Word9' })
  await expect(page.getByText('The email or password is incorrect.')).toBeVisible()
  await page.route('**/auth/login', (route) => route.fulfill(reply(500, 9999)))
  await submit.click()
  // A failed action shows a toast and marks no field.
  const toast = page.getByRole('status')
  await expect(toast.getByText('Login failed.', { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText('Login failed.')).toHaveCount(0)

  // When the response lacks the member, the app fetches the member, and the screen explains why
  // that failed.
  await page.route('**/auth/login', (route) => route.fulfill({ json: { ...OK, data: null } }))
  await page.route('**/users/me', (route) => route.fulfill(reply(500, 9999, 'Back in a minute.')))
  await submit.click()
  await expect(toast.getByText('Back in a minute.', { exact: true })).toBeVisible()
  await page.unroute('**/users/me')
  await page.route('**/users/me', (route) => route.abort())
  await submit.click()
  await expect(toast.getByText('Failed to fetch user information.', { exact: true })).toBeVisible()
  await page.unroute('**/users/me')
  await page.unroute('**/auth/login')

  await logIn(page, { ...member, email: ` ${member.email.toUpperCase()} ` })
  await expect(page).toHaveURL('/home')
  expect(await page.evaluate(() => localStorage.getItem('keepLoggedIn'))).toBeNull()
  await page.reload()
  await expect(page).toHaveURL('/auth/login')
})

test('a session that cannot be refreshed ends with a message', async ({
  page,
  newMember,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/ERR_FAILED/)
  const member = await newMember()
  await page.goto('/auth/login')
  await logIn(page, { ...member, keepLoggedIn: true })
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
  await page.route('**/v1/private/**', (route) => route.fulfill(reply(401, 9993)))
  await page.route('**/auth/reissue', (route) => route.fulfill(reply(400, 9992, 'Invalid.')))

  const toast = page.getByRole('status').filter({ hasText: 'Please login again' })
  // Wait for the button while navigating, because the toast disappears after five seconds.
  await Promise.all([
    toast.getByRole('button', { name: 'Close' }).click(),
    navigateInApp(page, '/more'),
  ])
  await expect(toast).toHaveCount(0)
  await expect(page).toHaveURL('/auth/login')
  expect(await page.evaluate(() => localStorage.getItem('keepLoggedIn'))).toBeNull()

  await page.unroute('**/v1/private/**')
  await logIn(page, member)
  // The member returns to the screen on which the session was lost.
  await expect(page).toHaveURL('/more')
  await expect(page.getByRole('heading', { name: 'My referral code' })).toBeVisible()
  await page.route('**/auth/reissue', (route) => route.abort())
  await page.route('**/v1/private/**', (route) => route.fulfill(reply(401, 9993)))
  // Watch while navigating, because the toast disappears by itself.
  await Promise.all([
    expect(page.getByText('Please sign in again')).toBeVisible(),
    navigateInApp(page, '/home'),
  ])
  await expect(page).toHaveURL('/auth/login')
})
