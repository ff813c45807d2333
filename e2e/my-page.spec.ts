import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { enter, logIn } from './support/log-in.ts'
import { navigateInApp } from './support/navigate-in-app.ts'
import { PASSWORD, type TestMember } from './support/members.ts'
import { enterPin } from './support/pin.ts'

const NEW_PASSWORD = 'Summer-Moon8'
const FAILURE = { status: 500, json: { code: 9999, success: false, msg: '', data: null } }

async function openMyPage(page: Page, member: TestMember): Promise<void> {
  await enter(page, member)
  await navigateInApp(page, '/more/my-page')
  await expect(page.getByText(member.email)).toBeVisible()
}

test('a member finds everything on More and changes the name, with each of the five messages', async ({
  page,
  newMember,
  checkScreen,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/status of 500/)
  const other = await newMember({ pin: null })
  const { nickname: taken } = await other.api.call('users.me')
  const member = await newMember()
  const mine = await member.api.call('referral.mine')
  const { nickname: first } = await member.api.call('users.me')
  await page.goto('/auth/login')
  await logIn(page, member)
  await page.getByRole('link', { name: /^More/ }).click()

  await expect(page.getByText(mine.referralCode)).toBeVisible()
  for (const [name, href] of [
    ['Notices', '/more/notice'],
    ['Account management', '/more/account-management'],
    ['Settings', '/more/setting'],
    ['Terms and privacy', '/more/policy'],
    ['Wallet policy', '/more/wallet-policy'],
    ['Delete account', '/more/delete-account'],
  ] as const) {
    await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
  }
  await expect(page.getByRole('heading', { name: 'Menu' })).toBeVisible()
  await checkScreen('more')
  await page.getByRole('button', { name: 'Help' }).click()
  await expect(page.getByRole('dialog').getByText('help@solstice.example')).toBeVisible()
  await checkScreen('help')
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Account management' }).click()
  await expect(page).toHaveURL('/more/account-management')
  await checkScreen('account-management')
  await page.getByRole('link', { name: 'My Page' }).click()
  await expect(page).toHaveURL('/more/my-page')
  await expect(page.getByText(member.email)).toBeVisible()
  await expect(page.getByRole('button', { name: `Nickname ${first}`, exact: true })).toBeVisible()
  const pin = page.getByRole('link', { name: 'PIN Change', exact: true })
  await expect(pin).toHaveAttribute('href', '/pin/change')
  await expect(page.getByText(member.pin)).toHaveCount(0)
  await checkScreen('my-page')

  await page.getByRole('button', { name: /^Nickname/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Change nickname' })
  const field = sheet.getByRole('textbox', { name: 'Nickname' })
  const save = sheet.getByRole('button', { name: 'Save' })
  await expect(field).toHaveValue(first)
  await save.click()
  await expect(sheet.getByText('This is the same as your current nickname')).toBeVisible()
  await checkScreen('nickname')
  for (const [input, message] of [
    ['', 'Write a name'],
    ['abc_1', 'Nickname must be between 6 and 20 characters'],
    ['a'.repeat(21), 'Nickname must be between 6 and 20 characters'],
    ['abc_123', 'Wrong Name Format'],
    [taken, 'Duplicate name'],
  ] as const) {
    await field.fill(input)
    await save.click()
    await expect(sheet.getByText(message)).toBeVisible()
  }
  await page.route('**/users/nicknames', (route) => route.fulfill(FAILURE))
  await field.fill('여름밤하늘별')
  await save.click()
  await expect(sheet.getByText('Failed to update nickname. Please try again.')).toBeVisible()
  await page.unroute('**/users/nicknames')
  await save.click()

  await expect(page.getByText('Nickname updated')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Nickname 여름밤하늘별/ })).toBeVisible()
  await page.goBack()
  await page.goBack()
  await expect(page.getByRole('link', { name: /여름밤하늘별/ })).toBeVisible()
})

test('a member uploads a picture, which is scaled down and shown, and removes it', async ({
  page,
  newMember,
  checkScreen,
}) => {
  const member = await newMember()
  await openMyPage(page, member)
  const picture = page.getByRole('button', { name: 'Change photo' })
  const large = await page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    canvas.width = 3000
    canvas.height = 2000
    const context = canvas.getContext('2d')
    const noise = context?.createImageData(3000, 2000)
    if (!context || !noise) throw new Error('No canvas')
    for (let at = 0; at < noise.data.length; at += 1) noise.data[at] = (at * 7919) % 256
    context.putImageData(noise, 0, 0)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })

  await picture.click()
  await checkScreen('picture')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a photo' }).click()
  const saved = page.waitForRequest('**/users/profile-image')
  await (
    await chooser
  ).setFiles({ name: 'large.png', mimeType: 'image/png', buffer: Buffer.from(large, 'base64') })
  const { image } = (await saved).postDataJSON() as { image: string }
  expect(image).toMatch(/^data:image\/(webp|jpeg);base64,/)
  expect(image.length).toBeLessThan(1_400_000)
  const shown = picture.locator('img')
  await expect(shown).toHaveAttribute('src', /^\/v1\/public\/users\/images\//)
  await expect.poll(() => shown.evaluate((node: HTMLImageElement) => node.naturalWidth)).toBe(512)
  await checkScreen('picture-set')

  await picture.click()
  await page.getByRole('button', { name: 'Remove photo' }).click()
  await expect(shown).toHaveCount(0)

  await picture.click()
  const second = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a photo' }).click()
  await (
    await second
  ).setFiles({ name: 'words.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
  await expect(page.getByText('We couldn’t save this photo.')).toBeVisible()
})

test('a member enters a referral code once, but not an unknown one or the own one', async ({
  page,
  newMember,
  checkScreen,
}) => {
  const friend = await newMember({ pin: null })
  const { referralCode } = await friend.api.call('referral.mine')
  const member = await newMember()
  const mine = await member.api.call('referral.mine')
  await openMyPage(page, member)
  await page.getByRole('link', { name: /^Referral code/ }).click()
  await expect(page).toHaveURL('/more/referral-input')
  const field = page.getByLabel('Referral code')
  const register = page.getByRole('button', { name: 'Add code' })
  await checkScreen('referral')

  for (const [code, message] of [
    ['WRONG', 'Invalid referral code.'],
    ['ZZZZZZZZ', 'Invalid referral code.'],
    [mine.referralCode.toLowerCase(), 'You can’t use your own referral code.'],
  ] as const) {
    await field.fill(code)
    await register.click()
    await expect(page.getByText(message)).toBeVisible()
  }
  await field.fill(` ${referralCode.toLowerCase()} `)
  // Another tab registers the same code in between.
  await member.api.call('referral.register', { body: { referralCode } })
  await register.click()
  await expect(page.getByText('You’ve already added a referral code.')).toBeVisible()

  await page.goBack()
  await expect(page.getByRole('link', { name: new RegExp(referralCode) })).toBeVisible()
  await page.getByRole('link', { name: new RegExp(referralCode) }).click()
  await expect(page.getByText(referralCode)).toBeVisible()
  await expect(page.getByLabel('Referral code')).toHaveCount(0)
  await checkScreen('referral-registered')
})

test('a member changes the password after the PIN and the current password, and other devices are logged out', async ({
  page,
  newMember,
  checkScreen,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/status of 500/)
  const member = await newMember()
  await openMyPage(page, member)
  await expect(page.getByText('This device')).toBeVisible()
  await expect(page.getByText(/^Last active/)).toBeVisible()
  await page.getByRole('link', { name: /^Password/ }).click()

  const prompt = page.getByRole('dialog', { name: 'Enter your PIN' })
  await expect(prompt).toBeVisible()
  await checkScreen('password-pin')
  await prompt.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL('/more/my-page')
  await page.getByRole('link', { name: /^Password/ }).click()
  await expect(prompt).toBeVisible()
  await page.goBack()
  await expect(prompt).toBeHidden()
  await expect(page).toHaveURL('/more/my-page')
  await page.getByRole('link', { name: /^Password/ }).click()
  await enterPin(page, member.pin)

  await expect(page.getByRole('heading', { name: 'Enter your current password' })).toBeVisible()
  const next = page.getByRole('button', { name: 'Next' })
  const current = page.getByLabel('Current password')
  await next.click()
  await expect(page.getByText('Password is required')).toBeVisible()
  await current.fill('short')
  await next.click()
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
  await current.fill('Wrong-Word9')
  await next.click()
  await expect(page.getByText('Password does not match.')).toBeVisible()
  await checkScreen('password-current')
  await current.fill(PASSWORD)
  await next.click()

  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible()
  await page.getByLabel('New password').fill('aa11!!bb')
  await page.getByLabel('Confirm password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Wrong password format')).toBeVisible()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await checkScreen('password-new')
  await page.route('**/users/passwords', (route) => route.fulfill(FAILURE))
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Failed to change password.')).toBeVisible()
  await expect(page.getByText('Try your new password first next time you log in.')).toBeVisible()
  await page.unroute('**/users/passwords')
  await page.getByRole('button', { name: 'Change password' }).click()

  await expect(page.getByRole('heading', { name: 'Password changed' })).toBeVisible()
  await checkScreen('password-done')
  await expect(member.api.call('users.me')).rejects.toThrow('9993')
  await page.getByRole('link', { name: 'Go to My Page' }).click()
  await expect(page).toHaveURL('/more/my-page')
})

test('a member logs out other devices and confirms before logging out', async ({
  page,
  newMember,
  checkScreen,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/status of 500/)
  const member = await newMember()
  await openMyPage(page, member)
  await page.getByRole('button', { name: 'Log out other devices' }).click()
  const dialog = page.getByRole('dialog', { name: 'Log out other devices?' })
  await checkScreen('log-out-others')
  await dialog.getByRole('button', { name: 'Log out other devices' }).click()
  await expect(page.getByText('Other devices logged out')).toBeVisible()
  await expect(page.getByText(/^Last active/)).toHaveCount(0)
  await expect(member.api.call('users.me')).rejects.toThrow('9993')

  await page.route('**/users/me', (route) => route.fulfill(FAILURE))
  await navigateInApp(page, '/more/setting')
  await page.getByText('한국어').click()
  await expect(page.getByRole('heading', { name: '설정' })).toBeVisible()
  await checkScreen('settings-ko')
  await page.getByText('English').click()
  await expect(page.getByText('v1.0.14')).toBeVisible()
  await page.unroute('**/users/me')

  await navigateInApp(page, '/more/my-page')
  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  const leave = page.getByRole('dialog', { name: 'Log out?' })
  await checkScreen('log-out')
  await leave.getByRole('button', { name: 'Cancel' }).click()
  await expect(leave).toBeHidden()
  await expect(page).toHaveURL('/more/my-page')
  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  await leave.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/auth/login')
})

test('a member who cannot be loaded sees an error and can try again', async ({
  page,
  newMember,
  allowConsoleErrors,
  checkScreen,
}) => {
  allowConsoleErrors(/status of 500/)
  const member = await newMember()
  await page.goto('/auth/login')
  await logIn(page, member)
  await expect(page).toHaveURL('/home')
  await page.route('**/users/me', (route) => route.fulfill(FAILURE))
  await navigateInApp(page, '/more/my-page')

  // The error appears in the screen itself with a retry button, not as a toast.
  const failed = page.getByRole('main').getByRole('alert')
  await expect(failed.getByText('Failed to load user information.', { exact: true })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /./ })).toHaveCount(0)
  await checkScreen('load-failed')
  await page.unroute('**/users/me')
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(member.email)).toBeVisible()
  await expect(failed).toHaveCount(0)
})
