import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { logIn } from './support/log-in.ts'
import { navigateInApp } from './support/navigate-in-app.ts'
import { PIN } from './support/members.ts'
import { enterPin, unlock } from './support/pin.ts'
import { checkExport, makeExport } from './support/recovery-steps.ts'
import { pauseClock, settle } from './support/shell-page.ts'
import { requestsOf } from './support/api.ts'
import {
  answerQuiz,
  createWallet,
  expectNoSecrets,
  readStored,
  readWords,
} from './support/wallet-steps.ts'

const OTHER_PHRASE = 'test test test test test test test test test test test junk'
const OTHER_ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const PROFILE = requestsOf('users.profile')
/** Longer than the five seconds in which a check is not repeated. */
const THROTTLE_MS = 6500

/** Opens a path and waits for the screen, which appears only after the check. */
async function visit(page: Page, path: string, title: string): Promise<void> {
  await navigateInApp(page, path)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page).toHaveURL(path)
}

const expectHome = (page: Page) =>
  expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()

async function passThrottle(page: Page): Promise<void> {
  await settle(page)
  await page.clock.fastForward(THROTTLE_MS)
}

async function enter(page: Page, member: { email: string; password: string }): Promise<void> {
  await page.goto('/auth/login')
  await logIn(page, { ...member, keepLoggedIn: true })
}

const profileReply = (walletAddress: unknown, email: string) => ({
  json: {
    code: 0,
    success: true,
    msg: '',
    data: { walletAddress, nickname: 'n', email, language: 'en', profileImageUrl: null },
  },
})

test('a member removes the wallet from the device, is prompted for it once, restores it by words and by file, and disconnects it', async ({
  page,
  newMember,
  checkScreen,
  allowConsoleErrors,
}) => {
  test.setTimeout(480_000)
  allowConsoleErrors(/status of 50\d/)
  await page.clock.install()
  const member = await newMember()
  await enter(page, member)
  await expect(page).toHaveURL('/home')
  await navigateInApp(page, '/wallet/import/')
  await expect(page).toHaveURL('/wallet/create/')
  const words = await createWallet(page)
  const { ethAddress } = await member.api.call('wallet.info')
  const { userId } = await member.api.call('users.me')

  // Without a file, removing the key from the device always requires three of the words.
  await navigateInApp(page, '/more/wallet-management?action=disconnect')
  const disconnect = page.getByRole('button', { name: 'Disconnect wallet' })
  await expect(page.getByText('This phone may hold your only keys')).toBeVisible()
  await expect(disconnect).toBeDisabled()
  await checkScreen('disconnect')
  await navigateInApp(page, '/wallet/remove/')
  const remove = page.getByRole('button', { name: 'Remove from this phone' })
  await expect(page.getByText('In this wallet now')).toBeVisible()
  await expect(page.getByText('$', { exact: false }).first()).toBeVisible()
  await expect(page.getByText(/locked copy on this phone for 30 days/)).toBeVisible()
  await expect(remove).toBeDisabled()
  await checkScreen('remove')
  await page.getByRole('button', { name: 'Check my words' }).click()
  await answerQuiz(page, words.toReversed())
  await enterPin(page, PIN)
  await expect(page.getByText(/One or more words are wrong/)).toBeVisible()
  await answerQuiz(page, words)
  await enterPin(page, PIN)
  await expect(page.getByText('Your words are correct')).toBeVisible()
  await expect(remove).toBeEnabled()
  await checkScreen('remove-checked')

  // The export file has its own passphrase.
  await navigateInApp(page, '/more/wallet-management')
  await expect(page).toHaveURL('/more/wallet-management')
  const shown = page.getByRole('main').locator('p', { hasText: ethAddress?.slice(0, 6) ?? 'none' })
  await expect.poll(async () => (await shown.innerText()).replaceAll(/\s/g, '')).toBe(ethAddress)
  await checkScreen('management')
  await page.getByRole('button', { name: /Backup file/ }).click()
  await page.getByLabel('Backup password', { exact: true }).fill('short')
  await page.getByLabel('Confirm backup password').fill('shorter')
  await page.getByRole('button', { name: 'Create backup file' }).click()
  await expect(page.getByText('The passwords don’t match')).toBeVisible()
  await page.keyboard.press('Escape')
  const file = await makeExport(page, checkScreen, 'PIN')
  await checkExport(page, file, checkScreen)

  // The file is sufficient too. After removal the account still has the wallet, so the import is
  // offered, and enforced once.
  await page.getByRole('link', { name: /Remove from this phone/ }).click()
  await remove.click()
  await enterPin(page, PIN)
  await expect(page.getByText('Import your wallet to this phone')).toBeVisible()
  await expect(page.getByText('A locked copy is still on this phone.')).toBeVisible()
  await checkScreen('import-card')
  expect(await readStored(page, `wallet_${userId}`)).toBeUndefined()
  await passThrottle(page)
  await navigateInApp(page, '/wallet/import-guide')
  await expect(page.getByRole('heading', { name: 'Import guide' })).toBeVisible()
  await checkScreen('import-guide')
  await navigateInApp(page, '/rewards')
  await expect(page).toHaveURL('/wallet')
  expect(
    await page.evaluate((id) => sessionStorage.getItem(`import_redirect_done_${id}`), userId),
  ).toBe('true')
  await navigateInApp(page, '/rewards')
  await expect(page).toHaveURL('/rewards')

  // Only this wallet can be restored.
  await navigateInApp(page, '/wallet/import/')
  await page.getByRole('textbox', { name: 'Recovery phrase' }).fill('one two three')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText(
    'This isn’t a valid 12- or 24-word recovery phrase',
  )
  await page.getByRole('textbox', { name: 'Recovery phrase' }).fill(OTHER_PHRASE)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'This isn’t the wallet connected to your account.',
  )
  await checkScreen('import-mismatch')
  await page.getByRole('textbox', { name: 'Recovery phrase' }).fill(` ${words.join('  ')} `)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await enterPin(page, PIN)
  await expect(page.getByRole('heading', { name: 'Wallet imported' })).toBeVisible()
  await checkScreen('imported')
  await page.getByRole('link', { name: 'Go to wallet' }).click()
  await expect(page.getByText('0.25 ETH', { exact: true })).toBeVisible()

  // Restore from the file after the browser cleared its storage.
  await page.evaluate(() => indexedDB.deleteDatabase('app-wallet'))
  await passThrottle(page)
  await navigateInApp(page, '/wallet/import-guide')
  await page.getByRole('link', { name: 'I have my backup' }).click()
  await page.getByRole('button', { name: 'Backup file' }).click()
  await page.getByLabel('Backup file', { exact: true }).setInputFiles(file)
  await page.getByLabel('Backup password').fill('not this passphrase')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Wrong password for this backup file.')
  await page.getByLabel('Backup password').fill('a long winter night')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await enterPin(page, PIN)
  await expect(page.getByRole('heading', { name: 'Wallet imported' })).toBeVisible()
  await navigateInApp(page, '/wallet/reveal-seed')
  await page.getByRole('button', { name: 'Show with PIN' }).click()
  await enterPin(page, PIN)
  expect(await readWords(page)).toEqual(words)
  await expectNoSecrets(page, words)

  // Disconnecting requires the PIN, reports a failure, and leaves a locked copy on the device.
  const deleted: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'DELETE') deleted.push(request.url())
  })
  await navigateInApp(page, '/more/wallet-management')
  await page.getByRole('link', { name: 'Disconnect wallet' }).click()
  // The wallet was restored from its words and its file, so the device has no record of a created
  // file.
  await page.getByRole('button', { name: 'Check my words' }).click()
  await answerQuiz(page, words)
  await enterPin(page, PIN)
  await expect(page.getByText('Your words are correct')).toBeVisible()
  const refused = { code: 2903, success: false, msg: 'Down for an hour.', data: null }
  const answers = [
    { stub: { status: 500, json: {} }, message: 'Failed to disconnect wallet.' },
    // The server's own message takes precedence over the catalogue text.
    { stub: { status: 503, json: refused }, message: refused.msg },
    { stub: undefined, message: 'Wallet disconnected' },
  ]
  for (const { stub, message } of answers) {
    if (stub) {
      await page.route('**/users/wallets/0x*', (route) => route.fulfill(stub), { times: 1 })
    }
    const done = deleted.length
    await disconnect.click()
    await expect(page.getByRole('group', { name: 'PIN pad' })).toBeVisible()
    expect(deleted).toHaveLength(done)
    await enterPin(page, PIN)
    await expect(page.getByText(message)).toBeVisible()
  }
  await expect(page.getByText('No wallet is connected to your account.')).toBeVisible()
  expect(await readStored(page, `wallet_${userId}`)).toBeUndefined()
  const { walletAddress } = await member.api.call('users.me')
  expect(walletAddress).toBeNull()
  await page.getByRole('link', { name: 'View or back up the old wallet' }).click()
  await expect(page.getByText(/^Kept until/)).toBeVisible()
  await page.getByRole('button', { name: /Recovery phrase/ }).click()
  await page.getByRole('button', { name: 'Show with PIN' }).click()
  await enterPin(page, PIN)
  expect(await readWords(page)).toEqual(words)
})

test('the check deletes a wallet only after two definite responses, keeps a sealed copy, and ignores missing responses', async ({
  page,
  newMember,
  checkScreen,
  allowConsoleErrors,
}) => {
  test.setTimeout(480_000)
  allowConsoleErrors(/ERR_FAILED|status of 50\d/)
  await page.clock.install()
  const member = await newMember()
  const { userId } = await member.api.call('users.me')
  const profileRequests: number[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/users/profile')) profileRequests.push(Date.now())
  })
  // A first check without a response signs the member out with a message, and the next log-in
  // checks again.
  await page.route(PROFILE, (route) => route.abort())
  await enter(page, member)
  await expect(page.getByText('Network error occurred. Please try again.')).toBeVisible()
  await expect(page).toHaveURL('/auth/login')
  await page.unroute(PROFILE)
  await logIn(page, { ...member, keepLoggedIn: true })
  await expect(page).toHaveURL('/home')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  expect(profileRequests.length).toBeGreaterThan(1)
  expect(await readStored(page, 'current_server_user_id')).toBe(String(userId))
  expect(await readStored(page, `user_${userId}`)).toMatchObject({
    email: member.email,
    hasWallet: false,
  })
  await navigateInApp(page, '/wallet/create/')
  const words = await createWallet(page)
  const record = await readStored(page, `wallet_${userId}`)
  expect(record).toMatchObject({ version: 1, state: 'active', cipher: 'AES-GCM-256' })
  expect(await readStored(page, `user_${userId}`)).toMatchObject({
    publicKey: expect.stringMatching(/^0x04[0-9a-f]{128}$/),
  })

  // At most one check in five seconds: the clock is stopped for all three visits.
  await settle(page)
  await pauseClock(page)
  const before = profileRequests.length
  await visit(page, '/rewards', 'Rewards')
  await visit(page, '/starlight', 'Starlight')
  await visit(page, '/more/policy', 'Terms and privacy')
  expect(profileRequests.length - before).toBe(1)
  await page.clock.resume()
  expect(await readStored(page, `user_${userId}`)).toMatchObject({ hasWallet: true })

  // No response, a server error and a rejection without a message: the member stays and nothing is
  // deleted.
  for (const answer of ['abort', 503, 429] as const) {
    await passThrottle(page)
    await page.route(PROFILE, (route) =>
      answer === 'abort' ? route.abort() : route.fulfill({ status: answer, body: 'busy' }),
    )
    if (answer === 'abort') {
      // Watch while navigating, because the toast disappears by itself.
      await Promise.all([
        expect(page.getByText('Network error occurred. Please try again.')).toBeVisible(),
        visit(page, '/rewards', 'Rewards'),
      ])
    } else if (answer === 503) await visit(page, '/starlight', 'Starlight')
    else await visit(page, '/rewards', 'Rewards')
    await page.unroute(PROFILE)
  }
  expect(await readStored(page, `wallet_${userId}`)).toEqual(record)

  // One null followed by the right address: the wallet stays.
  await passThrottle(page)
  await page.route(PROFILE, (route) => route.fulfill(profileReply(null, member.email)), {
    times: 1,
  })
  await visit(page, '/more', 'More')
  expect(await readStored(page, `wallet_${userId}`)).toEqual(record)

  // One invalid address followed by the right one: the wallet stays, too.
  await passThrottle(page)
  await page.route(PROFILE, (route) => route.fulfill(profileReply('xyz', member.email)), {
    times: 1,
  })
  await visit(page, '/rewards', 'Rewards')
  expect(await readStored(page, `wallet_${userId}`)).toEqual(record)

  // Another tab signed in another member: this one is signed out and nothing is deleted.
  await passThrottle(page)
  await page.route(PROFILE, (route) => route.fulfill(profileReply(null, 'somebody@else.example')))
  await navigateInApp(page, '/more')
  await expect(page).toHaveURL('/auth/login')
  expect(await readStored(page, `wallet_${userId}`)).toEqual(record)
  await page.unroute(PROFILE)

  // Another address twice: the member is signed out, the wallet is deleted, and a sealed copy is
  // offered when the server returns the old address.
  await page.goto('/home')
  await unlock(page, PIN)
  await expect(page).toHaveURL('/home')
  await expectHome(page)
  await passThrottle(page)
  await page.route(PROFILE, (route) => route.fulfill(profileReply(OTHER_ADDRESS, member.email)))
  await navigateInApp(page, '/rewards')
  await expect(page).toHaveURL('/auth/login')
  for (const key of [`wallet_${userId}`, `user_${userId}`, 'current_server_user_id']) {
    expect(await readStored(page, key)).toBeUndefined()
  }
  await expect(page.getByText('You were logged out')).toBeVisible()
  await expect(page.getByText(/Your account now uses a different wallet/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open it without our servers' })).toBeVisible()
  await checkScreen('logged-out-other-wallet')

  // The old wallet opens before the log-in, and next to the other wallet of the account.
  const revealOldPhrase = async () => {
    await page.getByRole('button', { name: /Recovery phrase/ }).click()
    await page.getByRole('button', { name: 'Show with PIN' }).click()
    await expect(page.getByText(/Use the PIN this wallet was locked with/)).toBeVisible()
    await enterPin(page, PIN)
    expect(await readWords(page)).toEqual(words)
    await page.getByRole('button', { name: 'Done' }).click()
  }
  await page.getByRole('button', { name: /the old wallet$/ }).click()
  await expect(page.getByText(/^Kept until/)).toBeVisible()
  await checkScreen('old-wallets')
  await revealOldPhrase()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await logIn(page, member)
  await page.getByRole('link', { name: 'View or back up the old wallet' }).click()
  await expect(page).toHaveURL('/wallet/set-aside')
  await revealOldPhrase()
  await page.getByRole('button', { name: /Backup file/ }).click()
  await page.getByLabel('Backup password', { exact: true }).fill('a long winter night')
  await page.getByLabel('Confirm backup password').fill('a long winter night')
  await page.getByRole('button', { name: 'Create backup file' }).click()
  await enterPin(page, PIN)
  const exporting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save file' }).click({ timeout: 60_000 })
  expect((await exporting).suggestedFilename()).toMatch(/^solstice-wallet-0x/)
  await page.unroute(PROFILE)
  await passThrottle(page)
  await navigateInApp(page, '/wallet')
  await expect(page.getByText('Import your wallet to this phone')).toBeVisible()
  await checkScreen('set-aside')
  await page.getByRole('button', { name: 'Restore wallet' }).click()
  await expect(page.getByText('0.25 ETH', { exact: true })).toBeVisible()
  expect(await readStored(page, `wallet_${userId}`)).toEqual(record)

  // No address twice: the copy is offered too, and must be registered again.
  await passThrottle(page)
  await page.route(PROFILE, (route) => route.fulfill(profileReply(null, member.email)))
  await navigateInApp(page, '/rewards')
  await expect(page).toHaveURL('/auth/login')
  expect(await readStored(page, `wallet_${userId}`)).toBeUndefined()
  await logIn(page, member)
  await expect(page).toHaveURL('/home')
  await navigateInApp(page, '/wallet')
  await checkScreen('set-aside-none')
  await page.getByRole('button', { name: 'Restore wallet' }).click()
  await expect(page.getByText('Finish setting up your wallet')).toBeVisible()
  await page.unroute(PROFILE)
  await page.getByRole('button', { name: 'Finish setup' }).click()
  await enterPin(page, PIN)
  await expect(page.getByText('0.25 ETH', { exact: true })).toBeVisible()
  expect(await readStored(page, `wallet_${userId}`)).toEqual(record)

  // A plain log-out keeps the wallet but not its owner.
  await navigateInApp(page, '/more/my-page')
  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  await page
    .getByRole('dialog', { name: 'Log out?' })
    .getByRole('button', { name: 'Log out' })
    .click()
  await expect(page).toHaveURL('/auth/login')
  expect(await readStored(page, `wallet_${userId}`)).toEqual(record)
  const linked = await readStored(page, `user_${userId}`)
  expect(linked).toHaveProperty('hasWallet')
  expect(JSON.stringify(linked)).not.toContain(member.email)
  await expectNoSecrets(page, words)
})
