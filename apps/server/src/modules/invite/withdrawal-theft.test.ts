import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { HOUR_MS } from '@solstice/rules/duration'
import { checkLedger } from '#/platform/books/ledger-check.ts'
import { checkProgramme } from '#test/programme-check.ts'
import type { TestApp } from '#test/test-app.ts'
import { noon } from '#test/test-invite.ts'
import { logInAgain, mailedCode, openBrowser, PASSWORD, type Browser } from '#test/test-member.ts'
import { enrolPin, enterPin, PIN, pinHeader } from '#test/test-pin.ts'
import { advanceChains, transfersBetween } from '#test/test-treasury.ts'
import { aWallet, registerWallet } from '#test/test-wallet.ts'
import { CHAIN, startWithdrawalApp, withdraw, type WithdrawalApp } from '#test/withdrawal-app.ts'
import { payouts } from '#/modules/payout/payout.table.ts'

let app: WithdrawalApp
let server: TestApp
let requested: WithdrawalApp['requested']
let treasury: string
let real: WithdrawalApp['real']
let aMember: WithdrawalApp['aMember']
let balance: WithdrawalApp['balance']
beforeAll(async () => {
  app = await startWithdrawalApp()
  ;({ server, requested, treasury, real, aMember, balance } = app)
})
afterAll(() => server.close())
beforeEach(() => app.reset())

describe('withdrawals after a stolen password or mailbox', () => {
  const PAUSE_MS = 48 * HOUR_MS
  const STOLEN = 'Stolen1!'
  const THIEFS_PIN = '246802'

  /** Returns a thief's browser that logs in again whenever the clock moves. */
  function aThief(email: string, password: string) {
    const thief = openBrowser(server)
    const at = async (ms: number) => {
      server.clock.now = new Date(noon.getTime() + ms)
      await thief.call('auth.login', { body: { email, password } })
    }
    return { ...thief, at }
  }

  async function resetByMailbox(thief: Browser, email: string): Promise<void> {
    await thief.call('auth.checkResetEmail', { body: { email } })
    const { data } = await thief.call('auth.verifyCode', {
      body: { email, code: mailedCode(server, email), purpose: 'RESET' },
    })
    const completeCode = data?.completeCode ?? ''
    await thief.call('auth.resetPassword', { body: { email, completeCode, password: STOLEN } })
  }

  async function replacePin(thief: Browser & { at: (ms: number) => Promise<void> }, ms: number) {
    await thief.at(ms)
    for (let wrong = 0; wrong < 5; wrong += 1) await enterPin(thief, '000000', 'WITHDRAW')
    await thief.at(ms)
    await enrolPin(thief, THIEFS_PIN)
  }

  const disconnectAsThief = async (thief: Browser, address: string) =>
    (
      await thief.call(
        'wallet.disconnect',
        { params: { address } },
        await pinHeader(thief, THIEFS_PIN, 'WALLET_DISCONNECT'),
      )
    ).code

  async function replaceWallet(thief: Browser, address: string): Promise<string> {
    await disconnectAsThief(thief, address)
    const wallet = aWallet()
    await registerWallet(thief, wallet, 'IMPORT', THIEFS_PIN)
    return wallet.address
  }

  const withdrawAsThief = async (thief: Browser, pin = THIEFS_PIN) =>
    (
      await thief.call(
        'invite.withdraw',
        { body: { amount: '10', chainId: CHAIN } },
        await pinHeader(thief, pin, 'WITHDRAW'),
      )
    ).code

  /** Expects no payout, no transfer on the chain and an unchanged balance. */
  async function expectNothingLeft(member: { userId: number }, addresses: string[]) {
    await advanceChains(server)
    const ordered = await server.ctx.db
      .select()
      .from(payouts)
      .where(eq(payouts.memberId, member.userId))
    expect(ordered).toEqual([])
    for (const address of addresses) {
      expect(await transfersBetween(server, treasury, address)).toEqual([])
    }
    expect(await balance(member)).toBe(50_000_000n)
  }

  const noticesOf = (email: string) =>
    server.mails.filter(({ to, code }) => to === email && !code).map(({ subject }) => subject)

  test('are paused for 48 hours after a new password, a new PIN or a new wallet', async () => {
    server.ctx.payouts = real
    const member = await aMember()
    const thief = aThief(member.email, STOLEN)
    await resetByMailbox(thief, member.email)

    // Each pause is tested at the moment when the previous one ends.
    await thief.at(PAUSE_MS - 1)
    const withoutPin = (await withdraw(thief, '10', { pin: false })).code
    const afterReset = await withdrawAsThief(thief, PIN)
    await replacePin(thief, PAUSE_MS - 1)
    await thief.at(2 * PAUSE_MS - 2)
    const afterNewPin = await withdrawAsThief(thief)
    const tooEarly = await disconnectAsThief(thief, member.address)
    await thief.at(2 * PAUSE_MS - 1)
    const address = await replaceWallet(thief, member.address)
    await thief.at(3 * PAUSE_MS - 2)
    const afterNewWallet = await withdrawAsThief(thief)

    expect(withoutPin).toBe(Code.PIN_VERIFICATION_REQUIRED)
    expect([afterReset, afterNewPin, tooEarly, afterNewWallet]).toEqual([
      Code.WITHDRAWALS_PAUSED,
      Code.WITHDRAWALS_PAUSED,
      Code.WITHDRAWALS_PAUSED,
      Code.WITHDRAWALS_PAUSED,
    ])
    await expectNothingLeft(member, [member.address, address])
    expect(noticesOf(member.email)).toEqual([
      'Your Solstice password was reset',
      'New sign-in to Solstice',
      'Your Solstice PIN was locked',
      'A new Solstice PIN was set',
      'A different wallet was connected to your Solstice account',
    ])
    const { data } = await thief.call('alert.list', { query: {} })
    expect(data?.list.map(({ code }) => code)).toEqual([
      'WALLET_CHANGED',
      'PIN_RESET',
      'PIN_LOCKED',
      'NEW_DEVICE',
      'PASSWORD_RESET',
    ])
  })

  test('are refused with the password alone, because they need the PIN, and a new PIN pauses them', async () => {
    server.ctx.payouts = real
    const member = await aMember()
    const thief = aThief(member.email, PASSWORD)
    await thief.at(0)
    const withoutPin = (await withdraw(thief, '10', { pin: false })).code
    await replacePin(thief, 0)
    const disconnected = await disconnectAsThief(thief, member.address)
    await thief.at(PAUSE_MS - 1)
    const afterNewPin = await withdrawAsThief(thief)

    expect([withoutPin, disconnected, afterNewPin]).toEqual([
      Code.PIN_VERIFICATION_REQUIRED,
      Code.WITHDRAWALS_PAUSED,
      Code.WITHDRAWALS_PAUSED,
    ])
    await expectNothingLeft(member, [member.address])
    expect(noticesOf(member.email)).toEqual([
      'New sign-in to Solstice',
      'Your Solstice PIN was locked',
      'A new Solstice PIN was set',
    ])
  })

  test('are paused for 48 hours after a wallet change, show the end of the pause and then are paid', async () => {
    const member = await aMember()
    await member.call(
      'wallet.disconnect',
      { params: { address: member.address } },
      await pinHeader(member, PIN, 'WALLET_DISCONNECT'),
    )
    await registerWallet(member, aWallet())
    const until = new Date(noon.getTime() + 48 * HOUR_MS)

    const paused = await withdraw(member, '10')
    const korean = await withdraw(member, '10', { headers: { 'accept-language': 'ko' } })
    const { data } = await member.call('invite.mine', {})
    server.clock.now = new Date(until.getTime() - 1)
    await logInAgain(member)
    const lastMoment = await withdraw(member, '10')
    server.clock.now = until
    const after = await withdraw(member, '10')

    expect(paused).toMatchObject({
      code: Code.WITHDRAWALS_PAUSED,
      msg: 'Withdrawals are paused until 2026-06-25 08:00 UTC.',
      data: { pausedUntil: until.toISOString() },
    })
    expect(korean.msg).toBe('2026-06-25 08:00 UTC까지 출금이 일시 중단됐어요.')
    expect(data?.withdrawalsPausedUntil).toBe(until.toISOString())
    expect([lastMoment.code, after.code]).toEqual([Code.WITHDRAWALS_PAUSED, 0])
    expect(requested).toHaveLength(1)
  })
})

test('keeps the ledger and the programme consistent after all tests above', async () => {
  expect(await checkLedger(server.ctx.db)).toEqual([])
  expect(await checkProgramme(server.ctx.db)).toEqual([])
})
