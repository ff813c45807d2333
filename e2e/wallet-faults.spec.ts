import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type * as DeviceDatabase from '../apps/web/src/lib/device-database.ts'
import { ROOT } from '../tools/run-step.ts'
import { expect, test } from './support/fixtures.ts'
import { logIn } from './support/log-in.ts'
import { navigateInApp } from './support/navigate-in-app.ts'
import { PIN } from './support/members.ts'
import { enterPin, unlock } from './support/pin.ts'
import { simulateAbsence } from './support/shell-page.ts'
import { requestsOf } from './support/api.ts'
import {
  BNB_CHAIN,
  ETH_CHAIN,
  answerQuiz,
  createWallet,
  expectNoSecrets,
  orderChain,
  readStored,
  readWords,
  sendTo,
} from './support/wallet-steps.ts'

const FRIEND = '0x71C48eb203d5F96A5d071B3cE84290Fa6cd19a2F'
/** The same at both ends as the real address, like an address of a poisoned history. */
const FORGED = '0x71c40000000000000000000000000000000e9a2f'

test('a wallet reports networks and explorers that fail, and loses nothing', async ({
  page,
  request,
  newMember,
  checkScreen,
  allowConsoleErrors,
}) => {
  test.setTimeout(600_000)
  allowConsoleErrors(/status of 50\d|ERR_FAILED|ERR_TIMED_OUT/)
  const member = await newMember()
  await page.goto('/auth/login')
  await logIn(page, { ...member, keepLoggedIn: true })
  await expect(page).toHaveURL('/home')
  await navigateInApp(page, '/wallet/create/')
  const words = await createWallet(page)
  await page.getByRole('link', { name: 'Go to wallet' }).click()
  await expect(page.getByText('0.25 ETH', { exact: true })).toBeVisible({ timeout: 60_000 })

  // The explorer is unavailable: the history shows it, the balances stay.
  await page.route(requestsOf('explorer.query'), (route) =>
    route.fulfill({ status: 500, json: { code: 9999, success: false, msg: 'x', data: null } }),
  )
  const openHistory = async () => {
    await navigateInApp(page, '/wallet/history/')
    // The previous screen has the same buttons.
    await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible()
    await page.getByRole('button', { name: 'Solstice Local', exact: true }).click()
    await expect(page.getByText('Your funds aren’t affected.')).toBeVisible()
  }
  await openHistory()
  await checkScreen('explorer-down')
  // Look-alikes cannot be detected either. The node responds, so confirming the full address is
  // enough to continue.
  const unclear = page.getByText('We couldn’t check whether you’ve used this address before')
  await navigateInApp(page, '/wallet/send/')
  await page.getByRole('textbox', { name: 'To' }).fill(FRIEND)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('textbox', { name: 'Amount' }).fill('0.02')
  await page.getByRole('button', { name: 'Review' }).click()
  await expect(unclear).toBeVisible()
  await expect(page.getByText('Nothing else leaves your wallet. No approvals.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Confirm with PIN' })).toBeDisabled()
  await page.getByLabel('Missing part (32 characters)').fill(FRIEND.slice(6, -4))
  await expect(page.getByRole('button', { name: 'Confirm with PIN' })).toBeEnabled()
  await openHistory()
  await page.unroute(requestsOf('explorer.query'))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(/^From 0x/).first()).toBeVisible()

  // Down before the review: nothing was signed, and the review continues when the network is back.
  await orderChain(request, ETH_CHAIN, { fault: { kind: 'down', status: 503 } })
  await navigateInApp(page, '/wallet/send/')
  await page.getByRole('textbox', { name: 'To' }).fill(FRIEND)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('textbox', { name: 'Amount' }).fill('0.02')
  await page.getByRole('button', { name: 'Review' }).click()
  await expect(page.getByText('We can’t reach Solstice Local.')).toBeVisible()
  // Its history cannot be read either, so it is unknown whether the address is a look-alike.
  await expect(unclear).toBeVisible()
  const failed = page.getByRole('alert').filter({ hasText: 'Solstice Local' })
  const retry = failed.getByRole('button', { name: 'Try again' })
  await checkScreen('rpc-down')
  await orderChain(request, ETH_CHAIN, {
    fault: { kind: 'slow', delayMs: 15_000 },
    method: 'eth_chainId',
  })
  await orderChain(request, ETH_CHAIN, { fault: null })
  await retry.click()
  await expect(page.getByText('Solstice Local takes too long to answer.')).toBeVisible()
  await orderChain(request, ETH_CHAIN, {
    fault: { kind: 'result', result: '0x1' },
    method: 'eth_chainId',
  })
  await retry.click()
  await expect(
    page.getByText(/A different network responded instead of Solstice Local/),
  ).toBeVisible()
  await checkScreen('wrong-chain')
  await orderChain(request, ETH_CHAIN, { fault: null, method: 'eth_chainId' })
  // The recipient's address has code: the member must know that a contract receives the transfer.
  await orderChain(request, ETH_CHAIN, {
    fault: { kind: 'result', result: '0x6080' },
    method: 'eth_getCode',
  })
  await retry.click()
  await expect(page.getByText('Nothing else leaves your wallet. No approvals.')).toBeVisible()
  await expect(unclear).toHaveCount(0)
  await expect(page.getByText('This is a smart contract')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Confirm with PIN' })).toBeDisabled()
  await checkScreen('contract')
  await page.getByRole('checkbox', { name: /this contract takes ETH/ }).check({ force: true })
  await expect(page.getByRole('button', { name: 'Confirm with PIN' })).toBeEnabled()

  // Down while sending: the transaction is stored, the member is informed, and it is sent again
  // when the network responds.
  await orderChain(request, ETH_CHAIN, {
    fault: { kind: 'down', status: 503 },
    method: 'eth_sendRawTransaction',
  })
  await page.getByRole('button', { name: 'Confirm with PIN' }).click()
  await enterPin(page, PIN)
  await expect(page.getByText('We couldn’t confirm your transfer')).toBeVisible()
  await checkScreen('unsure')
  await orderChain(request, ETH_CHAIN, { fault: null, method: 'eth_getCode' })
  await orderChain(request, ETH_CHAIN, { fault: null, method: 'eth_sendRawTransaction' })
  await page.getByRole('link', { name: 'Go to wallet' }).click()
  await expect(page.getByText(/^To 0x71C4/)).toBeVisible()
  await expect(page.getByText(/^(Pending|Dropped|Confirming)/)).toHaveCount(0, {
    timeout: 60_000,
  })
  await expect(page.getByText('0.2299', { exact: false }).first()).toBeVisible()

  // Its block is reorganised: the transaction is pending again with a message, then done.
  await orderChain(request, ETH_CHAIN, { stall: true })
  await navigateInApp(page, '/wallet/send/')
  await sendTo(page, FRIEND, '0.03')
  await enterPin(page, PIN)
  await expect(page.getByText('Waiting for confirmation')).toBeVisible()
  await orderChain(request, ETH_CHAIN, { mine: 1 })
  await expect(page.getByText(/^Confirming 1\//)).toBeVisible()
  await orderChain(request, ETH_CHAIN, { rollBack: 1, requeue: true })
  await expect(
    page.getByText('The network rolled back this transaction', { exact: false }),
  ).toBeVisible()
  await checkScreen('taken-back')
  await orderChain(request, ETH_CHAIN, { stall: false })
  await orderChain(request, ETH_CHAIN, { mine: 20 })
  await expect(page.getByRole('heading', { name: 'Arrived' })).toBeVisible({ timeout: 60_000 })

  // A look-alike of an earlier recipient is blocked until the member types its middle.
  await navigateInApp(page, '/wallet')
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible()
  await navigateInApp(page, '/wallet/send/')
  await page.getByRole('textbox', { name: 'To' }).fill(FORGED)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('textbox', { name: 'Amount' }).fill('0.01')
  await page.getByRole('button', { name: 'Review' }).click()
  await expect(page.getByText('Possible scam: look-alike address')).toBeVisible()
  await expect(page.getByText('Nothing else leaves your wallet. No approvals.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Confirm with PIN' })).toBeDisabled()
  // Saving would make it trusted, so this is not offered before either.
  await expect(page.getByRole('button', { name: 'Save address' })).toHaveCount(0)
  await checkScreen('look-alike')
  await page.getByLabel('Missing part (32 characters)').fill(FORGED.slice(6, -4))
  await expect(page.getByRole('button', { name: 'Confirm with PIN' })).toBeEnabled()

  // The address book does not accept it unchecked either.
  await navigateInApp(page, '/wallet')
  await page.getByRole('button', { name: 'Addresses' }).click()
  await page.getByRole('button', { name: 'Add address' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Kim')
  await page.getByLabel('Address', { exact: true }).fill(FORGED)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByLabel('Missing part (32 characters)')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0)
  await page.getByLabel('Missing part (32 characters)').fill(FORGED.slice(6, -4))
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // A payment code with unsupported parameters is rejected completely.
  await navigateInApp(page, '/wallet')
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible()
  await navigateInApp(page, '/wallet/send/')
  const code = `ethereum:${FRIEND}@${BNB_CHAIN}`
  await page.getByRole('textbox', { name: 'To' }).fill(`${code}?value=1e16&data=0x00`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toContainText('We couldn’t read all of this payment code')
  await page.getByRole('textbox', { name: 'To' }).fill(`ethereum:${FRIEND}@424242`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toContainText('424242')
  await page.getByRole('textbox', { name: 'To' }).fill(`${code}?value=1e16`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('0.01')
  await expect(page.getByText('tBNB').first()).toBeVisible()

  // The list of networks comes from the server, else from the cache, else it is empty.
  let listings = 0
  await page.route(requestsOf('network.list'), async (route) => {
    listings += 1
    await route.abort()
  })
  await page.goto('/wallet')
  await expect(page).toHaveURL('/pin/unlock')
  await enterPin(page, PIN)
  await expect(page.getByRole('button', { name: 'Solstice Local', exact: true })).toBeVisible()
  // The app tries four times with increasing delays.
  await expect.poll(() => listings).toBe(4)
  await page.evaluate(() => {
    const cache = JSON.parse(localStorage.getItem('chain-cache') ?? '{}') as { timestamp: number }
    cache.timestamp -= 24 * 60 * 60_000 + 1000
    localStorage.setItem('chain-cache', JSON.stringify(cache))
  })
  await page.goto('/wallet')
  await expect(page).toHaveURL('/pin/unlock')
  await enterPin(page, PIN)
  await expect(page.getByText('We couldn’t load the networks.')).toBeVisible()
  await expectNoSecrets(page, words)
})

/**
 * Simulates a service worker, which journeys normally block, so that a release can be announced.
 */
function fakeServiceWorker(): void {
  const registration = { waiting: null, installing: null, update: async () => {} }
  const worker = navigator.serviceWorker
  Object.defineProperty(worker, 'controller', { value: {} })
  Object.assign(worker, { register: async () => Object.assign(new EventTarget(), registration) })
}

test('a member whose device is full sees an error and nothing is saved partially; an update waits until the wallet is created', async ({
  page,
  newMember,
  checkScreen,
}) => {
  const member = await newMember()
  const { userId } = await member.api.call('users.me')
  // The browser's database reports once that it is full, where the vault writes.
  await page.route('**/assets/worker-*.js', async (route) => {
    const script = await route.fetch()
    const body = `{
        const { prototype } = IDBObjectStore
        const { put } = prototype
        prototype.put = function () {
          prototype.put = put
          throw new DOMException('full', 'QuotaExceededError')
        }
      }
      ${await script.text()}`
    await route.fulfill({ contentType: 'text/javascript; charset=utf-8', body })
  })
  await page.addInitScript(fakeServiceWorker)
  await page.goto('/auth/login')
  await logIn(page, member)
  await expect(page).toHaveURL('/home')
  await navigateInApp(page, '/wallet/create/')
  await page.getByRole('button', { name: 'Create a new wallet' }).click()
  const words = await readWords(page)
  const overlay = page.getByRole('dialog', { name: 'New Version Update' })
  await page.evaluate(() => navigator.serviceWorker.dispatchEvent(new Event('controllerchange')))
  // The device sleeps while the member writes down the words; unlocking shows the same wallet.
  await simulateAbsence(page, 300_000)
  await page.waitForURL('**/pin/unlock')
  await expect(overlay).toHaveCount(0)
  await unlock(page, PIN)
  await expect(page).toHaveURL('/wallet/create/')
  expect(await readWords(page)).toEqual(words)
  await page.getByRole('button', { name: 'I wrote them down' }).click()
  await answerQuiz(page, words)
  await enterPin(page, PIN)
  await expect(page.getByRole('alert')).toContainText('Your phone is out of storage.')
  await expect(overlay).toHaveCount(0)
  await checkScreen('no-space')
  const { ethAddress } = await member.api.call('wallet.info')
  expect(ethAddress).toBeNull()

  await page.getByRole('button', { name: 'Check' }).click()
  await enterPin(page, PIN)
  await expect(page.getByRole('heading', { name: 'Your wallet is ready' })).toBeVisible()
  await expect(overlay).toBeVisible()
  expect(await readStored(page, `wallet_${userId}`)).toMatchObject({ state: 'active' })
  await expectNoSecrets(page, words)
})

test('a member closes the tab at any moment of creating a wallet and loses nothing', async ({
  page,
  newMember,
  checkScreen,
  allowConsoleErrors,
}) => {
  test.setTimeout(300_000)
  allowConsoleErrors(/ERR_FAILED/)
  const member = await newMember()
  await page.goto('/auth/login')
  await logIn(page, { ...member, keepLoggedIn: true })
  await expect(page).toHaveURL('/home')

  // Saved on the device, unknown to the server.
  await navigateInApp(page, '/wallet/create/')
  await page.route(requestsOf('wallet.info'), (route) => route.abort())
  await page.getByRole('button', { name: 'Create a new wallet' }).click()
  const words = await readWords(page)
  await page.getByRole('button', { name: 'I wrote them down' }).click()
  await answerQuiz(page, words)
  await enterPin(page, PIN)
  await expect(page.getByRole('alert')).toContainText(
    'We can’t reach Solstice. Your funds are safe.',
  )
  await page.unroute(requestsOf('wallet.info'))
  await page.goto('/wallet')
  await unlock(page, PIN)
  await expect(page.getByText('Finish setting up your wallet')).toBeVisible()
  await checkScreen('pending')

  // Known to the server, not marked on the device.
  await page.route(requestsOf('wallet.info'), async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Finish setup' }).click()
  await enterPin(page, PIN)
  await expect(page.getByRole('alert')).toContainText(
    'We can’t reach Solstice. Your funds are safe.',
  )
  await page.unroute(requestsOf('wallet.info'))
  await page.goto('/wallet')
  await unlock(page, PIN)
  await expect(page.getByText('0.25 ETH', { exact: true })).toBeVisible({ timeout: 60_000 })

  await navigateInApp(page, '/wallet/reveal-seed')
  await page.getByRole('button', { name: 'Show with PIN' }).click()
  await enterPin(page, PIN)
  expect(await readWords(page)).toEqual(words)
  await expectNoSecrets(page, words)
})

test('concurrent changes of two tabs to the same record are all stored, and a failed change changes nothing', async ({
  context,
}) => {
  // Load the app's own module on an empty page, because screens cannot be made to write at the same
  // moment.
  const source = readFileSync(join(ROOT, 'apps/web/src/lib/device-database.ts'), 'utf8')
  const body = stripTypeScriptTypes(source)
  const script = 'import * as device from "./device.js"; Object.assign(window, { device })'
  await context.route('**/tab/device.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body }),
  )
  await context.route('**/tab/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>A tab</title><script type="module">${script}</script>`,
    }),
  )
  const open = async (): Promise<Page> => {
    const tab = await context.newPage()
    await tab.goto('/tab/')
    return tab
  }
  const tabs = [await open(), await open()] as const
  const changeRepeatedly = (tab: Page, name: string): Promise<void> =>
    tab.evaluate(async (mark) => {
      const { device } = window as unknown as { device: typeof DeviceDatabase }
      const turns = Array.from({ length: 20 }, (_, turn) => `${mark}${turn}`)
      await Promise.all(
        turns.map((turn) =>
          device.changeDevice('user_7', (kept) => ({ ...(kept as object), [turn]: true })),
        ),
      )
    }, name)

  await Promise.all([changeRepeatedly(tabs[0], 'a'), changeRepeatedly(tabs[1], 'b')])
  const failed = await tabs[0].evaluate(async () => {
    const { device } = window as unknown as { device: typeof DeviceDatabase }
    await device.changeDevice('user_8', () => 'there')
    await device.changeDevice('user_8', () => undefined)
    return device
      .changeDevice('user_7', () => {
        throw new Error('no such wallet')
      })
      .catch((cause: unknown) => String(cause))
  })

  expect(failed).toBe('Error: no such wallet')
  const kept = await tabs[1].evaluate(async () => {
    const { device } = window as unknown as { device: typeof DeviceDatabase }
    return [await device.readDevice('user_7'), await device.readDevice('user_8')] as const
  })
  expect(Object.keys(kept[0] as object)).toHaveLength(40)
  expect(kept[1]).toBeUndefined()
})
