import { type Browser, type Page, expect } from '@playwright/test'
import type { RunningServer } from '../tools/server.ts'
import { ApiSession, requestsOf } from './support/api.ts'
import { axeViolations } from './support/axe.ts'
import { PHONE } from './support/chromium.ts'
import {
  FINANCE,
  OWNER,
  addPasskey,
  approve,
  callInPage,
  signInWithCode,
  signInWithPasskey,
  test,
} from './support/console-operators.ts'
import { addAuthenticator, consoleUrlOf } from './support/console-steps.ts'
import { enterAndStayLoggedIn } from './support/log-in.ts'
import { type TestMember, PIN, createMember } from './support/members.ts'
import { navigateInApp } from './support/navigate-in-app.ts'
import { enterPin, unlock } from './support/pin.ts'
import { createWallet } from './support/wallet-steps.ts'

test.use({
  consoleOf: 'holds',
  viewport: { width: 1280, height: 800 },
  isMobile: false,
  hasTouch: false,
})

const HOUR_MS = 3_600_000
/** The smallest group that is held. */
const FARM = 8
const APPEAL = 'My sister and I share a mailbox.\nOur father set up all of it.'

/** Signs up accounts whose addresses are tags of one mailbox, invited by the first of them. */
async function joinAsFarm(url: string): Promise<TestMember> {
  const first = await createMember(url, { email: 'harbour+main@gmail.com' })
  const { referralCode } = await first.api.call('referral.mine')
  for (let tag = 1; tag < FARM; tag += 1) {
    await createMember(url, { email: `harbour+tag${tag}@gmail.com`, pin: null, referralCode })
  }
  return first
}

async function openPhone(browser: Browser, { url }: RunningServer): Promise<Page> {
  const context = await browser.newContext({ ...PHONE, baseURL: url, serviceWorkers: 'block' })
  return context.newPage()
}

async function logInOver(url: string, { email, password }: TestMember): Promise<ApiSession> {
  const api = new ApiSession(url)
  await api.call('auth.login', { body: { email, password } })
  return api
}

test('a farm’s member reads why payouts are on hold and appeals, two people decide, and the member is paid', async ({
  browser,
  page: owner,
  server,
  clock,
  checkScreen,
}) => {
  test.setTimeout(300_000)
  const member = await joinAsFarm(server.url)
  const { userId, nickname } = await member.api.call('users.me')
  const phone = await openPhone(browser, server)
  await enterAndStayLoggedIn(phone, member)
  await navigateInApp(phone, '/wallet/create/')
  await createWallet(phone)

  await test.step('the member earns 10 USDS, of which one person may release 5', async () => {
    const finance = await browser.newPage({ baseURL: consoleUrlOf(server) })
    await signInWithCode(finance, FINANCE)
    for (const part of [1, 2]) {
      const { code } = await callInPage(finance, 'operator.adjustBalance', {
        params: { userId },
        body: { asset: 'REFERRAL', amount: '5000000', reason: `FIN-${part}` },
      })
      expect(code).toBe(0)
    }
    await finance.context().close()
    await addAuthenticator(owner)
    await signInWithCode(owner, OWNER)
    await addPasskey(owner)
    const policy = await callInPage(owner, 'approval.setPolicy', {
      body: { holdUsds: 5, reason: 'FIN-3' },
    })
    expect(policy.code).toBe(0)
  })

  await test.step('the accounts are assessed within a day, and the alert leads to the hold', async () => {
    // The pause after the first wallet is over by then, too.
    await clock.advance(50 * HOUR_MS)
    // One session, because repeated log-ins are limited.
    const later = await logInOver(server.url, member)
    await expect.poll(async () => (await later.call('hold.mine')).list.length).toBe(1)
    await phone.goto('/more/notice')
    await unlock(phone, PIN)
    await phone.getByText('Your payouts are on hold').first().click()
    await expect(phone).toHaveURL(/\/more\/holds\/?\?hold=\d+/)
    await expect(
      phone.getByRole('heading', { level: 2, name: /^10\.00\sUSDS is on hold$/ }),
    ).toBeVisible()
    await expect(phone.getByText(/created in a similar way to yours/)).toBeVisible()
    await expect(phone.getByText(/you’re paid automatically/)).toBeVisible()
    expect(await axeViolations(phone)).toEqual([])
    await navigateInApp(phone, '/more/withdraw')
    await phone.getByRole('link', { name: 'See why' }).click()
  })

  await test.step('the appeal survives a cut network and a reload, and is sent once', async () => {
    await phone.getByRole('link', { name: 'Tell us your side' }).click()
    await phone.getByLabel('Your side').fill(APPEAL)
    const calls = requestsOf('hold.appeal')
    await phone.route(calls, (route) => route.abort())
    await phone.getByRole('button', { name: 'Send' }).click()
    await expect(phone.getByText('We couldn’t confirm your appeal')).toBeVisible()
    await phone.reload()
    await unlock(phone, PIN)
    await expect(phone.getByLabel('Your side')).toHaveValue(APPEAL)
    await phone.unroute(calls)
    // The request arrives, and its response is lost.
    await phone.route(calls, async (route) => {
      await route.fetch()
      await route.abort()
    })
    await phone.getByRole('button', { name: 'Send' }).click()
    await expect(phone.getByText('Being read by a person')).toBeVisible()
    await expect(phone.getByText(APPEAL)).toBeVisible()
    expect(await axeViolations(phone)).toEqual([])
    await phone.unroute(calls)
  })

  const finance = await browser.newPage({ baseURL: consoleUrlOf(server) })
  await test.step('a first person reads the facts and releases it, above what one may decide', async () => {
    await signInWithCode(finance, FINANCE)
    await finance.goto('/holds?filter=appealed')
    await finance.getByRole('link', { name: nickname, exact: true }).click()
    await expect(finance.getByText('Our father set up all of it.')).toBeVisible()
    await expect(finance.getByRole('img', { name: new RegExp(nickname) })).toBeVisible()
    await finance.getByRole('button', { name: 'Release…' }).click()
    const dialog = finance.getByRole('dialog')
    await dialog.getByLabel('Answer to the member').selectOption('The member explained it')
    await dialog.getByLabel('Reason').fill('SUP-4210, one household')
    await dialog.getByLabel(/^Type .* to confirm$/).fill(nickname)
    await dialog.getByRole('button', { name: `Release ${nickname}` }).click()
    await expect(dialog.getByText(/^This needs a second person/)).toBeVisible()
    const { list } = await (await logInOver(server.url, member)).call('hold.mine')
    expect(list[0]).toMatchObject({ state: 'OPEN', appeal: { text: APPEAL } })
  })

  await test.step('a second person approves with a passkey', async () => {
    await signInWithPasskey(owner)
    await owner.goto('/approvals')
    await owner.getByRole('link', { name: 'Decide a hold' }).click()
    await checkScreen('proposal')
    await approve(owner)
    await expect(owner.getByText('Approved', { exact: true }).first()).toBeVisible()
    await owner.goto('/holds?filter=ended')
    await owner.getByRole('link', { name: nickname, exact: true }).click()
    await expect(owner.getByText('Released', { exact: true }).first()).toBeVisible()
    await checkScreen('released')
  })

  await test.step('the member reads the answer, finds it in the published numbers, and is paid', async () => {
    await navigateInApp(phone, '/more/notice')
    await phone.getByText('The hold has ended').first().click()
    await expect(phone.getByText(/Thank you for explaining/)).toBeVisible()
    await phone.getByRole('link', { name: 'See the numbers' }).click()
    await expect(
      phone.getByText(/We answered 1 appeal lately and changed our minds on 1/),
    ).toBeVisible()
    await navigateInApp(phone, '/more/withdraw')
    await phone.getByRole('button', { name: 'Max' }).click()
    await phone.getByRole('button', { name: 'Confirm with PIN' }).click()
    await enterPin(phone, PIN)
    await expect(phone.getByRole('heading', { name: 'In your wallet' })).toBeVisible({
      timeout: 120_000,
    })
  })
})
