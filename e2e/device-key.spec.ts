import type { Page, Request } from '@playwright/test'
import type { PinPurpose } from '@solstice/contract/pin-purpose'
import { type PinStretch, blindPin } from '../apps/web/src/lib/pin-oprf.ts'
import { ApiSession, pathOf } from './support/api.ts'
import { expect, test } from './support/fixtures.ts'
import { navigateInApp } from './support/navigate-in-app.ts'
import { logIn } from './support/log-in.ts'
import { PIN, type TestMember } from './support/members.ts'
import { confirmPin, enterPin } from './support/pin.ts'
import { answerQuiz, createWallet, readStores, readWords } from './support/wallet-steps.ts'

const HOUR_MS = 3_600_000

/** Records the public keys of the proofs that the page sends, with the path of the call. */
function watchProofs(page: Page): { path: string; key: string }[] {
  const proofs: { path: string; key: string }[] = []
  page.on('request', (request: Request) => {
    const proof = request.headers()['dpop']
    if (proof === undefined) return
    const header = Buffer.from(proof.split('.')[0] ?? '', 'base64url').toString()
    const { jwk } = JSON.parse(header) as { jwk: object }
    proofs.push({ path: new URL(request.url()).pathname, key: JSON.stringify(jwk) })
  })
  return proofs
}

/** Makes the first connection to the key's database fail, as after the browser has closed it. */
async function failFirstConnection(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const open = indexedDB.open.bind(indexedDB)
    let hasFailed = false
    indexedDB.open = (name, version) => {
      if (name !== 'app-device' || hasFailed) return open(name, version)
      hasFailed = true
      throw new DOMException('The connection was lost', 'UnknownError')
    }
  })
}

/** Simulates full storage once, when a copy of a wallet is written. */
async function failFirstCopy(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { prototype } = Storage
    // oxlint-disable-next-line typescript/unbound-method -- bound below, per storage
    const { setItem } = prototype
    prototype.setItem = function refuse(this: Storage, key, value) {
      if (!key.startsWith('wallet_set_aside_')) return setItem.call(this, key, value)
      prototype.setItem = setItem
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
}

async function readDeviceKey(page: Page) {
  return page.evaluate(async () => {
    const settled = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(new Error('The database failed')))
      })
    const database = await settled(indexedDB.open('app-device'))
    const store = database.transaction('keys').objectStore('keys')
    // The app stores only a key pair there.
    const pair = (await settled<unknown>(store.get('device'))) as CryptoKeyPair
    database.close()
    const read = await crypto.subtle.exportKey('jwk', pair.privateKey).catch(() => 'refused')
    return { extractable: pair.privateKey.extractable, read }
  })
}

async function stretchOf(api: ApiSession): Promise<PinStretch> {
  const { salt, iterations } = await api.call('pin.state')
  if (salt === null || iterations === null) throw new Error('The member has no PIN')
  return { salt, iterations }
}

/** Enters wrong PINs as a stranger who has the password, from another machine. */
async function enterWrongPins({ api, email, password }: TestMember, times: number): Promise<void> {
  const thief = new ApiSession(api.origin)
  await thief.call('auth.login', { body: { email, password } })
  const stretch = await stretchOf(thief)
  for (let time = 1; time <= times; time += 1) {
    const entry = await blindPin('000000', stretch)
    const { evaluationId, evaluated } = await thief.call('pin.evaluate', {
      body: { blinded: entry.blinded },
    })
    const { proof } = await entry.finish(evaluated)
    const verifying = thief.call('pin.verify', {
      body: {
        evaluationId,
        proof,
        purpose: 'UNLOCK',
      },
    })
    await expect(verifying).rejects.toThrow(time < 5 ? '2001' : '2002')
  }
}

/** Enters the right PIN from another machine and returns the token. */
async function enterPinOnOtherDevice(
  { api, pin }: TestMember,
  purpose: PinPurpose,
): Promise<string> {
  const stretch = await stretchOf(api)
  const entry = await blindPin(pin, stretch)
  const { evaluationId, evaluated } = await api.call('pin.evaluate', {
    body: { blinded: entry.blinded },
  })
  const { proof } = await entry.finish(evaluated)
  const body = { evaluationId, proof, purpose }
  const verified = await api.call('pin.verify', { body })
  if (verified.pinToken === undefined) throw new Error('pin.verify returned no token')
  return verified.pinToken
}

test('the device key cannot be exported, has its own database and survives a log-out', async ({
  page,
  newMember,
}) => {
  const member = await newMember()
  const proofs = watchProofs(page)
  await failFirstConnection(page)
  await page.goto('/auth/login')
  await logIn(page, member)
  await expect(page).toHaveURL('/home')

  await navigateInApp(page, '/more/my-page')
  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/auth/login')
  await logIn(page, member)
  await expect(page).toHaveURL('/home')

  const logIns = proofs.filter(({ path }) => path === pathOf('auth.login'))
  expect(logIns).toHaveLength(2)
  expect(new Set(proofs.map(({ key }) => key)).size).toBe(1)
  expect(await readDeviceKey(page)).toEqual({ extractable: false, read: 'refused' })
})

test('a member opens the wallet with the PIN after a stranger locked the account remotely', async ({
  page,
  newMember,
  clock,
  checkScreen,
}) => {
  test.setTimeout(300_000)
  const NEXT_PIN = '271828'
  const member = await newMember()
  const proofs = watchProofs(page)
  await page.goto('/auth/login')
  await logIn(page, { ...member, keepLoggedIn: true })
  await expect(page).toHaveURL('/home')
  await navigateInApp(page, '/wallet/create/')
  const words = await createWallet(page)

  // The stranger's fifth wrong PIN retires the key; the device notices at its next entry.
  await enterWrongPins(member, 5)
  await navigateInApp(page, '/wallet/reveal-seed')
  await page.getByRole('button', { name: 'Show with PIN' }).click()
  await enterPin(page, PIN)
  await expect(page).toHaveURL('/auth/login')
  await logIn(page, { ...member, keepLoggedIn: true })
  await page.getByRole('button', { name: 'Set PIN' }).click()
  await enterPin(page, NEXT_PIN)
  await confirmPin(page, NEXT_PIN)
  await expect(page).not.toHaveURL('/pin/confirm')

  // The owner also mistypes the previous PIN and sees how long to wait.
  await navigateInApp(page, '/wallet/reveal-seed')
  await page.getByRole('button', { name: 'Show with PIN' }).click()
  await enterPin(page, NEXT_PIN)
  await expect(page.getByRole('heading', { name: 'Enter your previous PIN' })).toBeVisible()
  for (const attempt of [1, 2, 3, 4]) {
    await enterPin(page, '000000')
    await expect(page.getByRole('alert')).toContainText(`Incorrect PIN (${attempt}/5)`)
  }
  await enterPin(page, '000000')
  const note = page.getByRole('alert')
  await expect(note).toContainText('Incorrect PIN. You can try again in 1 hour.')
  await enterPin(page, PIN)
  await expect(note).toContainText('Too many incorrect PINs. You can try again in 1 hour.')
  await checkScreen('previous-pin-wait')

  // A member who forgot the PIN reads that nothing is lost, how long to wait, and what else opens
  // the wallet.
  await page.getByRole('button', { name: 'Forgot your PIN?' }).click()
  await expect(page.getByRole('heading', { name: 'Your wallet is safe' })).toBeVisible()
  await expect(page.getByText(/locked with your old PIN/)).toBeVisible()
  await expect(page.getByText('Next attempt in 1 hour')).toBeVisible()
  await expect(page.getByRole('button', { name: /Backup file/ })).toBeVisible()
  await checkScreen('forgot-pin')
  await page.getByRole('button', { name: /Recovery phrase/ }).click()
  await expect(page.getByRole('textbox', { name: 'Recovery phrase' })).toBeVisible()
  await navigateInApp(page, '/wallet/reveal-seed')
  await page.getByRole('button', { name: 'Show with PIN' }).click()
  await enterPin(page, NEXT_PIN)
  await expect(page.getByRole('heading', { name: 'Enter your previous PIN' })).toBeVisible()

  await clock.advance(HOUR_MS)
  await enterPin(page, PIN)

  expect(await readWords(page)).toEqual(words)
  expect(new Set(proofs.map(({ key }) => key)).size).toBe(1)
  expect(await readStores(page)).toEqual(['kv'])
})

test('a member deletes the account after a check of the words, and the wallet opens from its copy', async ({
  page,
  newMember,
  checkScreen,
}) => {
  test.setTimeout(300_000)
  const member = await newMember()
  await page.goto('/auth/login')
  await logIn(page, member)
  await expect(page).toHaveURL('/home')
  await navigateInApp(page, '/wallet/create/')
  const words = await createWallet(page)

  await navigateInApp(page, '/more/delete-account')
  await page.getByText('I use another service').click()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL('/more/delete-account?step=wallet')
  const proceed = page.getByRole('button', { name: 'Continue to delete' })
  await expect(proceed).toBeDisabled()
  await checkScreen('delete-wallet')
  await navigateInApp(page, '/more/delete-account?step=agreement')
  await expect(page).toHaveURL('/more/delete-account?step=wallet')
  await page.getByRole('button', { name: 'Check my words' }).click()
  await answerQuiz(page, words)
  await enterPin(page, PIN)
  await failFirstCopy(page)
  await proceed.click()
  await expect(page.getByRole('alert')).toContainText('Your browser is blocking storage')
  await expect(page).toHaveURL('/more/delete-account?step=wallet')
  await proceed.click()
  await page.getByLabel('I’ve read and agree to this').check()
  await page.getByRole('button', { name: 'Continue with PIN' }).click()
  await enterPin(page, PIN)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByRole('heading', { name: 'Account deleted' })).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()

  await expect(page.getByRole('link', { name: 'Open it without our servers' })).toBeVisible()
  await page.getByRole('button', { name: /the old wallet$/ }).click()
  await page.getByRole('button', { name: /Recovery phrase/ }).click()
  await page.getByRole('button', { name: 'Show with PIN' }).click()
  await page.getByRole('button', { name: 'Forgot your PIN?' }).click()
  await expect(page.getByRole('link', { name: 'Go to the recovery page' })).toBeVisible()
  await checkScreen('forgot-pin-of-old-wallet')
  await page.getByRole('button', { name: 'Try my PIN again' }).click()
  await enterPin(page, PIN)
  expect(await readWords(page)).toEqual(words)
})

test('a member opens the wallet on the log-in screen after the account was deleted remotely', async ({
  page,
  newMember,
  checkScreen,
}) => {
  test.setTimeout(300_000)
  const member = await newMember()
  await page.goto('/auth/login')
  await expect(page.getByRole('button', { name: 'Open the wallet on this phone' })).toBeHidden()
  await logIn(page, member)
  await expect(page).toHaveURL('/home')
  await navigateInApp(page, '/wallet/create/')
  const words = await createWallet(page)
  const header = { 'x-pin-token': await enterPinOnOtherDevice(member, 'ACCOUNT_DELETE') }
  await member.api.call('account.delete', { body: { reason: 'OTHER', agreed: true } }, header)

  await page.goto('/auth/login')
  await logIn(page, member)
  await expect(page.getByText('The email or password is incorrect.')).toBeVisible()
  await checkScreen('open-wallet')
  await page.getByRole('button', { name: 'Open the wallet on this phone' }).click()
  await page.getByRole('button', { name: 'Show with PIN' }).click()
  await enterPin(page, '000000')
  await expect(page.getByRole('alert')).toContainText('Incorrect PIN (1/5)')
  await enterPin(page, PIN)

  expect(await readWords(page)).toEqual(words)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
})
