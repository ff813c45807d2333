import { expect, test } from './support/fixtures.ts'
import { logIn } from './support/log-in.ts'
import { navigateInApp } from './support/navigate-in-app.ts'
import { PIN } from './support/members.ts'
import { confirmPin, tapPin, unlock } from './support/pin.ts'

const OTHER_PIN = '271828'

test('a member without a PIN sets one before anything else', async ({
  page,
  newMember,
  checkScreen,
}) => {
  const member = await newMember({ pin: null })
  await page.goto('/more/my-page')
  await logIn(page, member)

  await expect(page).toHaveURL('/pin/required-setup')
  await checkScreen('required-setup')
  await navigateInApp(page, '/rewards')
  await expect(page).toHaveURL('/pin/required-setup')
  await page.getByRole('button', { name: 'Set PIN' }).click()

  await expect(page).toHaveURL('/pin/setup')
  await expect(page.getByRole('heading', { name: 'Choose a PIN' })).toBeVisible()
  await checkScreen('setup')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Please enter a valid 6-digit PIN')
  await page.keyboard.type('12x34')
  await expect(page.getByText('4 of 6 entered')).toBeAttached()
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', '567890')
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  })
  await expect(page.getByText('4 of 6 entered')).toBeAttached()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Please enter a valid 6-digit PIN')
  await page.getByRole('button', { name: 'Delete the last digit' }).click()
  await expect(page.getByText('3 of 6 entered')).toBeAttached()
  // 123456 is one of the first PINs that a stranger tries.
  await tapPin(page, '456')
  await expect(page.getByRole('alert')).toContainText('This PIN is easy to guess.')
  await expect(page).toHaveURL('/pin/setup')
  await checkScreen('trivial')
  await tapPin(page, '271829')

  await confirmPin(page, OTHER_PIN)
  await expect(page.getByRole('alert')).toHaveText('PINs do not match. Please try again.')
  await checkScreen('mismatch')
  await page.getByRole('button', { name: 'Choose a different PIN' }).click()
  await expect(page).toHaveURL('/pin/setup')
  await expect(page.getByRole('heading', { name: 'Choose a PIN' })).toBeVisible()
  await tapPin(page, PIN)
  await confirmPin(page, PIN)

  // The last requested screen.
  await expect(page).toHaveURL('/rewards')
})

test('a member enters the password to set a first PIN when the log-in was a while ago', async ({
  page,
  newMember,
  clock,
  checkScreen,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/status of 400/)
  const member = await newMember({ pin: null })
  await page.goto('/auth/login')
  await logIn(page, { ...member, keepLoggedIn: true })
  await expect(page).toHaveURL('/pin/required-setup')
  await clock.advance(11 * 60_000)
  await page.getByRole('button', { name: 'Set PIN' }).click()
  await tapPin(page, PIN)
  await confirmPin(page, PIN)

  await expect(page.getByRole('heading', { name: 'Enter your password' })).toBeVisible()
  await checkScreen('first-pin-password')
  await page.getByLabel('Password', { exact: true }).fill('Wrong-Sun7')
  await page.getByRole('button', { name: 'Set PIN' }).click()
  await expect(page.getByText('Password does not match.')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByRole('button', { name: 'Set PIN' }).click()

  // The screen that was requested before the PIN was required.
  await expect(page).toHaveURL('/home')
})

test('a member unlocks a restored session with the PIN before any content appears, and reaches the requested screen', async ({
  page,
  newMember,
  checkScreen,
}) => {
  const member = await newMember()
  await page.goto('/auth/login')
  await logIn(page, { ...member, keepLoggedIn: true })
  await expect(page).toHaveURL('/home')

  await page.goto('/more/policy')

  await expect(page).toHaveURL('/pin/unlock')
  await checkScreen('unlock')
  await navigateInApp(page, '/wallet')
  await expect(page).toHaveURL('/pin/unlock')
  await tapPin(page, OTHER_PIN)
  await expect(page.getByRole('alert')).toHaveText('Incorrect PIN (1/5)')
  await checkScreen('incorrect')
  await tapPin(page, PIN)
  await expect(page).toHaveURL('/wallet')

  await page.goto('/home')
  await expect(page).toHaveURL('/pin/unlock')
  await page.getByRole('button', { name: 'Log in with email instead' }).click()
  await expect(page).toHaveURL('/auth/login')
  await logIn(page, member)
  await expect(page).toHaveURL('/home')
})

test('a network failure between evaluation and verification costs no further attempt', async ({
  page,
  newMember,
  checkScreen,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/)
  const member = await newMember()
  await page.goto('/auth/login')
  await logIn(page, { ...member, keepLoggedIn: true })
  await expect(page).toHaveURL('/home')
  const evaluations: string[] = []
  const verified: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/pin/evaluation')) evaluations.push(request.url())
    if (request.url().endsWith('/pin/verify')) {
      verified.push((request.postDataJSON() as { evaluationId: string }).evaluationId)
    }
  })
  await page.route('**/users/pin/verify', (route) => route.abort())

  await page.goto('/home')
  await tapPin(page, PIN)
  await expect(page.getByRole('alert')).toHaveText('Network error occurred. Please try again.')
  await checkScreen('network-error')
  await page.unroute('**/users/pin/verify')
  await page.getByRole('button', { name: 'Try again' }).click()

  await expect(page).toHaveURL('/home')
  expect(evaluations).toHaveLength(1)
  expect(verified.length).toBeGreaterThan(1)
  expect(new Set(verified).size).toBe(1)
})

test('a member changes the PIN with the old one, and the new one unlocks the app', async ({
  page,
  newMember,
  checkScreen,
}) => {
  const member = await newMember()
  await page.goto('/auth/login')
  await logIn(page, { ...member, keepLoggedIn: true })
  await expect(page).toHaveURL('/home')

  await navigateInApp(page, '/pin/change')
  await expect(page.getByRole('heading', { name: 'Enter your current PIN' })).toBeVisible()
  await checkScreen('change-current')
  await tapPin(page, PIN)
  await expect(page.getByRole('heading', { name: 'Choose a new PIN' })).toBeVisible()
  await tapPin(page, '123456')
  await expect(page.getByRole('alert')).toContainText('This PIN is easy to guess.')
  await tapPin(page, OTHER_PIN)
  await expect(page.getByRole('heading', { name: 'Confirm your new PIN' })).toBeVisible()
  await checkScreen('change-confirm')
  // Watch while entering the PIN, because the toast disappears by itself.
  await Promise.all([expect(page.getByText('PIN changed.')).toBeVisible(), tapPin(page, OTHER_PIN)])
  await expect(page).toHaveURL('/more/my-page')

  await page.goto('/home')
  await unlock(page, OTHER_PIN)
  await expect(page).toHaveURL('/home')
})

test('five wrong PINs end the session, lock other sessions, and the next login requires a new PIN', async ({
  page,
  browser,
  server,
  newMember,
  checkScreen,
}) => {
  const member = await newMember()
  const elsewhere = await browser.newContext({ baseURL: server.url, hasTouch: true })
  const otherPage = await elsewhere.newPage()
  for (const tab of [page, otherPage]) {
    await tab.goto('/auth/login')
    await logIn(tab, { ...member, keepLoggedIn: true })
    await expect(tab).toHaveURL('/home')
    await tab.goto('/home')
    await expect(tab).toHaveURL('/pin/unlock')
  }

  for (const attempt of [1, 2, 3, 4]) {
    await tapPin(page, '000000')
    await expect(page.getByRole('alert')).toContainText(`Incorrect PIN (${attempt}/5)`)
  }
  await tapPin(page, '000000')
  await expect(page.getByText('Maximum attempts exceeded. Please log in again')).toBeVisible()
  await expect(page).toHaveURL('/auth/login')
  await checkScreen('exceeded')
  expect(await page.evaluate(() => localStorage.getItem('keepLoggedIn'))).toBeNull()

  await tapPin(otherPage, PIN)
  await expect(otherPage.getByText('Account is locked. Please log in with email')).toBeVisible()
  await expect(otherPage).toHaveURL('/auth/login')
  await elsewhere.close()

  await logIn(page, member)
  await expect(page).toHaveURL('/pin/required-setup')
  await page.getByRole('button', { name: 'Set PIN' }).click()
  await tapPin(page, OTHER_PIN)
  await confirmPin(page, OTHER_PIN)
  await expect(page).toHaveURL('/home')
})

test('back leads from the second entry to the first, and the second cannot be opened directly', async ({
  page,
  newMember,
}) => {
  const member = await newMember({ pin: null })
  await page.goto('/auth/login')
  await logIn(page, member)
  await page.getByRole('button', { name: 'Set PIN' }).click()
  await navigateInApp(page, '/pin/confirm')
  await expect(page).toHaveURL('/pin/setup')
  await tapPin(page, PIN)
  await expect(page).toHaveURL('/pin/confirm')

  await page.goBack()
  await expect(page).toHaveURL('/pin/setup')
  await page.goForward()
  await confirmPin(page, PIN)
  await expect(page).toHaveURL('/home')
})
