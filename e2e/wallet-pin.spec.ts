import { expect, test } from './support/fixtures.ts'
import { navigateInApp } from './support/navigate-in-app.ts'
import { enterAndStayLoggedIn as enter, logIn } from './support/log-in.ts'
import { PIN } from './support/members.ts'
import { confirmPin, enterPin } from './support/pin.ts'
import { createWallet, expectNoSecrets, readStored, readWords } from './support/wallet-steps.ts'

test('a member opens the wallet after a PIN change and after a lock', async ({
  page,
  newMember,
  checkScreen,
}) => {
  test.setTimeout(300_000)
  const NEXT_PIN = '271828'
  const LAST_PIN = '161803'
  const member = await newMember()
  const { userId } = await member.api.call('users.me')
  await enter(page, member)
  await expect(page).toHaveURL('/home')
  await navigateInApp(page, '/wallet/create/')
  const words = await createWallet(page)
  const reveal = async (...pins: string[]) => {
    await navigateInApp(page, '/wallet/reveal-seed')
    await page.getByRole('button', { name: 'Show with PIN' }).click()
    for (const [at, pin] of pins.entries()) {
      const heading = at === 0 ? 'Enter your PIN' : 'Enter your previous PIN'
      await expect(page.getByRole('heading', { name: heading })).toBeVisible()
      if (at > 0) await checkScreen('previous-pin')
      await enterPin(page, pin)
    }
    expect(await readWords(page)).toEqual(words)
    await navigateInApp(page, '/home')
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  }

  // PIN change: the new wrap is written before the new PIN is active, the old one is removed
  // afterwards.
  await navigateInApp(page, '/pin/change')
  await enterPin(page, PIN)
  await expect(page.getByRole('heading', { name: 'Choose a new PIN' })).toBeVisible()
  await enterPin(page, NEXT_PIN)
  await expect(page.getByRole('heading', { name: 'Confirm your new PIN' })).toBeVisible()
  await enterPin(page, NEXT_PIN)
  await expect(page).toHaveURL('/more/my-page')
  await reveal(NEXT_PIN)
  const changed = (await readStored(page, `wallet_${userId}`)) as { pinWraps: unknown[] }
  expect(changed.pinWraps).toHaveLength(1)

  // Locked by five wrong attempts: after a full login the previous PIN opens it once more.
  await navigateInApp(page, '/wallet/reveal-seed')
  await page.getByRole('button', { name: 'Show with PIN' }).click()
  for (const attempt of [1, 2, 3, 4]) {
    await enterPin(page, '000000')
    await expect(page.getByRole('alert')).toContainText(`Incorrect PIN (${attempt}/5)`)
  }
  await page.getByRole('button', { name: 'Forgot your PIN?' }).click()
  await expect(page.getByText('1 attempt left')).toBeVisible()
  await checkScreen('forgot-pin-in-use')
  await page.goBack()
  await page.getByRole('button', { name: 'Show with PIN' }).click()
  await enterPin(page, '000000')
  await expect(page).toHaveURL('/auth/login')
  await expect(page.getByText(/locked with the old PIN/)).toBeVisible()
  await checkScreen('locked')
  await logIn(page, member)
  await page.getByRole('button', { name: 'Set PIN' }).click()
  await enterPin(page, LAST_PIN)
  await confirmPin(page, LAST_PIN)
  await expect(page).not.toHaveURL('/pin/confirm')
  // The wallet still opens with the previous PIN, but this prompt requires the current PIN.
  await navigateInApp(page, '/wallet/reveal-seed')
  await page.getByRole('button', { name: 'Show with PIN' }).click()
  await page.getByRole('button', { name: 'Forgot your PIN?' }).click()
  await expect(page.getByText(/^The fifth wrong attempt logs you out/)).toBeVisible()
  await reveal(LAST_PIN, NEXT_PIN)
  await reveal(LAST_PIN)
  await expectNoSecrets(page, words)
})
