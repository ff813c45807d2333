import type { CDPSession, Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { logIn } from './support/log-in.ts'
import { navigateInApp } from './support/navigate-in-app.ts'
import { PIN } from './support/members.ts'
import { confirmPin, enterPin, unlock } from './support/pin.ts'
import { checkExport, makeExport, openWithoutServer } from './support/recovery-steps.ts'
import { simulateAbsence } from './support/shell-page.ts'
import { test as severable } from './support/network-proxy.ts'
import { requestsOf } from './support/api.ts'
import { createWallet, expectNoSecrets, readStored, readWords } from './support/wallet-steps.ts'

const NEXT_PIN = '271828'
const FRIEND = '0x71C48eb203d5F96A5d071B3cE84290Fa6cd19a2F'

/** Adds a platform authenticator. When user presence is off, it rejects requests. */
async function addAuthenticator(page: Page, hasPrf: boolean) {
  const cdp: CDPSession = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      hasPrf,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  // The simulated authenticator locks after one rejection, so the rejection is simulated in the
  // page.
  await page.addInitScript(() => {
    const getCredential = navigator.credentials.get.bind(navigator.credentials)
    navigator.credentials.get = (options) =>
      sessionStorage.getItem('nobody-there') === null
        ? getCredential(options)
        : Promise.reject(new DOMException('Turned away', 'NotAllowedError'))
  })
  return {
    credentials: async () =>
      (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    setUserPresent: (isThere: boolean) =>
      page.evaluate((there) => {
        if (there) sessionStorage.removeItem('nobody-there')
        else sessionStorage.setItem('nobody-there', 'true')
      }, isThere),
  }
}

async function switchPasskeyOn(page: Page, pin = PIN): Promise<void> {
  await navigateInApp(page, '/more/setting')
  await page.getByRole('switch', { name: 'Passkey' }).click()
  await enterPin(page, pin)
  await expect(page.getByText('Passkey added')).toBeVisible()
}

severable.describe(() => {
  severable.use({ serviceWorkers: 'allow' })

  severable(
    'a passkey with PRF gates the app after 300 s away and opens the wallet without the PIN',
    async ({ page, newMember, checkScreen, network, allowConsoleErrors }) => {
      // The page for an unreachable server is fetched once before the cached one is shown.
      allowConsoleErrors(/ERR_CONNECTION_RESET|Failed to (load resource|fetch)/)
      test.setTimeout(300_000)
      const member = await newMember()
      const { userId } = await member.api.call('users.me')
      const authenticator = await addAuthenticator(page, true)
      await page.goto('/auth/login')
      await logIn(page, { ...member, keepLoggedIn: true })
      await expect(page).toHaveURL('/home')

      // Without a passkey the PIN unlocks the app after 300 s.
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
      await simulateAbsence(page, 299_000)
      await expect(page).toHaveURL('/home')
      await simulateAbsence(page, 300_000)
      await unlock(page, PIN)
      await expect(page).toHaveURL('/home')
      await navigateInApp(page, '/wallet/create/')
      const words = await createWallet(page)
      await switchPasskeyOn(page)
      await checkScreen('setting')
      await expect(page.getByText(/Unlocks the app and your wallet/)).toBeVisible()
      const { list } = await member.api.call('passkey.list')
      const linked = await readStored(page, `user_${userId}`)
      expect(linked).toMatchObject({
        passkey: { credentialId: list[0]?.credentialId, salt: list[0]?.salt },
      })

      await simulateAbsence(page, 299_000)
      await expect(page).toHaveURL('/more/setting')
      await authenticator.setUserPresent(false)
      await simulateAbsence(page, 300_000)
      await expect(page).toHaveURL('/pin/unlock')
      await expect(
        page.getByRole('heading', { name: 'We couldn’t verify your passkey' }),
      ).toBeVisible()
      await checkScreen('gate-failed')
      await authenticator.setUserPresent(true)
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page).toHaveURL('/more/setting')

      // The passkey opens the wallet to send and to show the words.
      await navigateInApp(page, '/wallet/send/')
      await page.getByRole('textbox', { name: 'To' }).fill(FRIEND)
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('textbox', { name: 'Amount' }).fill('0.01')
      await page.getByRole('button', { name: 'Review' }).click()
      await page.getByRole('button', { name: 'Confirm with passkey' }).click()
      await expect(page.getByRole('heading', { name: 'Arrived' })).toBeVisible({ timeout: 60_000 })
      await navigateInApp(page, '/wallet/reveal-seed')
      await page.getByRole('button', { name: 'Show with passkey' }).click()
      expect(await readWords(page)).toEqual(words)

      // An export file counts as a backup after it was reopened from its storage.
      await navigateInApp(page, '/more/wallet-management')
      const exported = await makeExport(page, checkScreen, 'passkey')
      const record = () => readStored(page, `wallet_${userId}`)
      expect(await record()).not.toHaveProperty('exportCheckedAt')
      await checkExport(page, exported, checkScreen)
      expect(await record()).toHaveProperty('exportCheckedAt')

      // Without any server the cached recovery page opens the wallet by passkey and from the file.
      await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state)
      network.disconnect()
      await openWithoutServer(page, { words, exported, checkScreen })
      network.restore()

      // Entering requests the passkey again, and the PIN works as well.
      await page.goto('/home')
      await expect(page).toHaveURL('/home')
      await authenticator.setUserPresent(false)
      await page.goto('/more/setting')
      await expect(
        page.getByRole('heading', { name: 'We couldn’t verify your passkey' }),
      ).toBeVisible()
      await page.getByRole('button', { name: 'Use PIN instead' }).click()
      await enterPin(page, PIN)
      await expect(page).toHaveURL('/more/setting')

      // Forgot PIN: after five wrong attempts and a new PIN, the passkey opens the wallet for it.
      await navigateInApp(page, '/wallet/reveal-seed')
      await page.getByRole('button', { name: 'Use PIN instead' }).click()
      for (const attempt of [1, 2, 3, 4]) {
        await enterPin(page, '000000')
        await expect(page.getByRole('alert')).toContainText(`Incorrect PIN (${attempt}/5)`)
      }
      await enterPin(page, '000000')
      await expect(page).toHaveURL('/auth/login')
      await authenticator.setUserPresent(true)
      await logIn(page, { ...member, keepLoggedIn: true })
      await page.getByRole('button', { name: 'Set PIN' }).click()
      await enterPin(page, NEXT_PIN)
      await confirmPin(page, NEXT_PIN)
      await expect(page).not.toHaveURL(/\/pin\//)
      await navigateInApp(page, '/pin/forgot')
      await expect(page.getByText('5 attempts left')).toBeVisible()
      await checkScreen('forgot-pin')
      await page.getByRole('button', { name: 'Use passkey' }).click()
      await enterPin(page, NEXT_PIN)
      await expect(page.getByText('Your new PIN now opens your wallet')).toBeVisible()
      await navigateInApp(page, '/wallet/reveal-seed')
      await page.getByRole('button', { name: 'Use PIN instead' }).click()
      await enterPin(page, NEXT_PIN)
      expect(await readWords(page)).toEqual(words)

      // The device loses its storage: the words restore the wallet, and the passkey opens it again.
      await page.evaluate(() => indexedDB.deleteDatabase('app-wallet'))
      await page.goto('/home')
      await unlock(page, NEXT_PIN)
      await expect(page).toHaveURL('/wallet')
      await navigateInApp(page, '/wallet/import/')
      await page.getByRole('textbox', { name: 'Recovery phrase' }).fill(words.join(' '))
      await page.getByRole('button', { name: 'Import', exact: true }).click()
      await enterPin(page, NEXT_PIN)
      await expect(page.getByRole('heading', { name: 'Wallet imported' })).toBeVisible()
      await switchPasskeyOn(page, NEXT_PIN)
      expect(await authenticator.credentials()).toHaveLength(1)
      await navigateInApp(page, '/wallet/reveal-seed')
      await page.getByRole('button', { name: 'Show with passkey' }).click()
      expect(await readWords(page)).toEqual(words)
      await navigateInApp(page, '/more/setting')

      // Switching it off removes all of its data.
      await page.getByRole('switch', { name: 'Passkey' }).click()
      await enterPin(page, NEXT_PIN)
      await expect(page.getByText('Passkey removed')).toBeVisible()
      await simulateAbsence(page, 400_000)
      await unlock(page, NEXT_PIN)
      await expect(page).toHaveURL('/more/setting')
      expect(await readStored(page, `wallet_${userId}`)).toMatchObject({ passkeyWraps: [] })
      await expectNoSecrets(page, words)
    },
  )
})

test('a member with a passkey without PRF unlocks the app with it, and sends with the PIN', async ({
  page,
  newMember,
  checkScreen,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/ERR_FAILED/)
  const member = await newMember()
  const authenticator = await addAuthenticator(page, false)
  await page.goto('/auth/login')
  await logIn(page, { ...member, keepLoggedIn: true })
  await expect(page).toHaveURL('/home')
  await navigateInApp(page, '/wallet/create/')
  const words = await createWallet(page)

  await switchPasskeyOn(page)
  await expect(page.getByText(/Sending still needs your PIN/)).toBeVisible()
  await checkScreen('setting-gate-only')
  await navigateInApp(page, '/wallet/reveal-seed')
  await page.getByRole('button', { name: 'Show with PIN' }).click()
  await enterPin(page, PIN)
  expect(await readWords(page)).toEqual(words)

  await authenticator.setUserPresent(false)
  await simulateAbsence(page, 300_000)
  await expect(page.getByRole('heading', { name: 'We couldn’t verify your passkey' })).toBeVisible()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/auth/login')
  // Logging in by email also requires the passkey, even when the first attempt got no response.
  await page.route(requestsOf('users.profile'), (route) => route.abort())
  await logIn(page, member)
  await expect(page.getByText('Network error occurred. Please try again.')).toBeVisible()
  await expect(page).toHaveURL('/auth/login')
  await page.unroute(requestsOf('users.profile'))
  await logIn(page, member)
  await expect(page).toHaveURL('/pin/unlock')
  await expect(page.getByRole('heading', { name: 'We couldn’t verify your passkey' })).toBeVisible()
  await authenticator.setUserPresent(true)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page).toHaveURL('/home')
  await expectNoSecrets(page, words)

  // A second device with the same keychain uses the existing passkey and replaces nothing.
  const [first] = await authenticator.credentials()
  await page.context().clearCookies()
  await page.evaluate(() => indexedDB.deleteDatabase('app-wallet'))
  await page.goto('/auth/login')
  await logIn(page, member)
  await expect(page).toHaveURL('/wallet')
  await switchPasskeyOn(page)
  const credentials = await authenticator.credentials()
  expect(credentials.map(({ credentialId }) => credentialId)).toEqual([first?.credentialId])

  // A device without the passkey lists it as another device's and removes it with the PIN.
  await page.context().clearCookies()
  await page.evaluate(() => indexedDB.deleteDatabase('app-wallet'))
  await page.goto('/auth/login')
  await logIn(page, member)
  await expect(page).toHaveURL('/home')
  await navigateInApp(page, '/more/setting')
  await expect(page.getByText('Passkey on another phone')).toBeVisible()
  await checkScreen('passkey-of-another-phone')
  await page.getByRole('button', { name: /^Remove the passkey added/ }).click()
  await enterPin(page, PIN)
  await expect(page.getByText('Passkey removed')).toBeVisible()
  await expect(page.getByText(/^That phone may still be logged in/)).toBeVisible()
  await checkScreen('passkey-of-another-phone-removed')
  await expect(page.getByText('Passkey on another phone')).toHaveCount(0)
  expect(await member.api.call('passkey.list')).toEqual({ list: [] })
})
