import { desc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { HOUR_MS } from '@solstice/rules/duration'
import type { PayoutRequest, Payouts } from '#/platform/process/context.ts'
import { checkLedger } from '#/platform/books/ledger-check.ts'
import { balanceOf } from '#/platform/books/ledger.ts'
import { checkProgramme } from '#test/programme-check.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { giveReferralBalance } from '#test/test-invite.ts'
import {
  logInAgain,
  mailedCode,
  openBrowser,
  PASSWORD,
  signUpMember,
  type Browser,
} from '#test/test-member.ts'
import { anOperator } from '#test/test-operator.ts'
import { enrolPin, enterPin, pinHeader } from '#test/test-pin.ts'
import { aWallet, endPauses, registerWallet } from '#test/test-wallet.ts'
import { payouts } from '#/modules/payout/payout.table.ts'
import {
  endowTreasury,
  letChainsWork,
  setStableCaps,
  transfersBetween,
} from '#test/test-treasury.ts'
import { withdrawalListener } from './withdrawal.service.ts'

const PIN = '135790'
const CHAIN = 31_337
const OTHER_CHAIN = 31_338
const refused = { by: 'NETWORK', why: 'The token refused the transfer' } as const

let server: TestApp
let requested: PayoutRequest[]
let treasury: string
let real: Payouts
const noon = new Date('2026-06-23T08:00:00.000Z')
beforeAll(async () => {
  server = await startTestApp({ withChains: true })
  treasury = await endowTreasury(server)
  real = server.ctx.payouts
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.now = noon
  requested = []
  server.ctx.payouts = { request: async (_tx, payout) => requested.push(payout) }
  await server.ctx.db.execute(sql`delete from rate_limits`)
})

/** Somebody with a wallet, a PIN and something to withdraw. */
async function aMember({ balance = '50', wallet = aWallet() } = {}) {
  const member = await signUpMember(server)
  await registerWallet(member, wallet)
  await endPauses(server, member.userId)
  server.mails.length = 0
  await giveReferralBalance(server, member.userId, balance)
  return { ...member, address: wallet.address }
}

async function withdraw(
  member: Browser,
  amount: string,
  {
    chainId = CHAIN,
    headers = {},
    pin = true,
  }: { chainId?: number; headers?: Record<string, string>; pin?: boolean } = {},
) {
  const token = pin ? await pinHeader(member, PIN, 'WITHDRAW') : {}
  return member.call('invite.withdraw', { body: { amount, chainId } }, { ...token, ...headers })
}

async function listed(member: Browser) {
  const { data } = await member.call('invite.withdrawals', { query: {} })
  return data?.list ?? []
}

const balance = (member: { userId: number }) =>
  balanceOf(server.ctx.db, { member: member.userId, asset: 'REFERRAL' })

describe('a withdrawal', () => {
  test('takes from the balance and orders one payout to the registered wallet', async () => {
    const member = await aMember()

    const { code, data } = await withdraw(member, '12.5')

    expect(code).toBe(0)
    expect(data).toMatchObject({
      amount: '12.5',
      symbol: 'USDS',
      address: member.address,
      chainId: CHAIN,
      status: 'REQUESTED',
      txHash: null,
      createdAt: noon.toISOString(),
    })
    expect(requested).toMatchObject([
      {
        purpose: 'WITHDRAWAL',
        key: `withdrawal:${data?.withdrawalId}`,
        memberId: member.userId,
        address: member.address,
        symbol: 'USDS',
        decimals: 6,
        amount: 12_500_000n,
        chainId: CHAIN,
      },
    ])
    expect(await balance(member)).toBe(37_500_000n)
    expect(await listed(member)).toEqual([data])
    const { data: mine } = await member.call('invite.mine', {})
    expect(mine).toMatchObject({
      withdrawable: '37.5',
      withdrawn: '12.5',
      withdrawLimitLeft: '87.5',
    })
  })

  test('is paid in the units of the token on the chosen network', async () => {
    const member = await aMember()

    await withdraw(member, '10.000001', { chainId: OTHER_CHAIN })

    expect(requested).toMatchObject([{ decimals: 18, amount: 10_000_001_000_000_000_000n }])
    const { data } = await member.call('invite.terms', {})
    expect(data?.networks.map(({ chainId }) => chainId)).toEqual([CHAIN, OTHER_CHAIN])
  })

  test('under one Idempotency-Key happens once and answers alike', async () => {
    const member = await aMember()
    const headers = { 'idempotency-key': 'once' }

    const first = await withdraw(member, '10', { headers })
    const second = await withdraw(member, '10', { headers })

    expect(second.data).toEqual(first.data)
    expect(requested).toHaveLength(1)
    expect(await balance(member)).toBe(40_000_000n)
  })

  test.each(['-10', '0', '1e3', 'NaN', '', '10.0000001', '９', `${2n ** 256n}`])(
    'of %j never touches the ledger',
    async (amount) => {
      const member = await aMember()

      const { code } = await withdraw(member, amount)

      expect([Code.INVALID_REQUEST, Code.WITHDRAWAL_TOO_SMALL]).toContain(code)
      expect(await balance(member)).toBe(50_000_000n)
      expect(requested).toEqual([])
    },
  )

  test('says in the right words why not, and the ledger is untouched', async () => {
    const bare = await signUpMember(server)
    await giveReferralBalance(server, bare.userId, '50')
    const member = await aMember({ balance: '150' })
    const poor = await aMember({ balance: '5' })

    const noWallet = await withdraw(bare, '10', { pin: false })
    const noPin = await withdraw(member, '10', { pin: false })
    const otherPin = await member.call(
      'invite.withdraw',
      { body: { amount: '10', chainId: CHAIN } },
      await pinHeader(member, PIN, 'UNLOCK'),
    )
    const small = await withdraw(member, '9.99')
    const over = await withdraw(member, '100.01')
    const tooMuch = await withdraw(poor, '10')
    const nowhere = await withdraw(member, '10', { chainId: 1 })

    expect(noWallet.code).toBe(Code.WALLET_NOT_FOUND)
    expect([noPin.code, otherPin.code]).toEqual([
      Code.PIN_VERIFICATION_REQUIRED,
      Code.PIN_VERIFICATION_REQUIRED,
    ])
    expect(small).toMatchObject({
      code: Code.WITHDRAWAL_TOO_SMALL,
      msg: 'The minimum withdrawal is 10 USDS.',
    })
    expect(over).toMatchObject({
      code: Code.WITHDRAW_LIMIT_EXCEEDED,
      msg: 'You’ve reached today’s withdrawal limit.',
      data: { left: '100' },
    })
    expect(tooMuch.code).toBe(Code.REWARD_BALANCE_INSUFFICIENT)
    expect(nowhere.code).toBe(Code.INVALID_REQUEST)
    expect(requested).toEqual([])
    expect(await balance(member)).toBe(150_000_000n)
  })

  test('counts against the limit of the programme day, which begins anew at its midnight', async () => {
    const member = await aMember({ balance: '300' })

    const codes = [
      (await withdraw(member, '60')).code,
      (await withdraw(member, '41')).code,
      (await withdraw(member, '40')).code,
    ]
    server.clock.advance(12 * HOUR_MS)
    await logInAgain(member)
    const tomorrow = await withdraw(member, '100')

    expect(codes).toEqual([0, Code.WITHDRAW_LIMIT_EXCEEDED, 0])
    expect(tomorrow.code).toBe(0)
  })

  test('is refused during maintenance, and the balance stays', async () => {
    // What the server knows of maintenance was read a second ago at most: no earlier test was later.
    server.clock.advance(72 * HOUR_MS)
    const member = await aMember()
    const headers = await pinHeader(member, PIN, 'WITHDRAW')
    const owner = await anOperator(server)
    await owner.call('maintenance.set', { body: { enabled: true } })
    server.clock.advance(1000)

    const reply = await member.call(
      'invite.withdraw',
      { body: { amount: '10', chainId: CHAIN } },
      headers,
    )
    await owner.call('maintenance.set', { body: { enabled: false } })
    server.clock.advance(1000)
    const after = await member.call(
      'invite.withdraw',
      { body: { amount: '10', chainId: CHAIN } },
      headers,
    )

    expect([reply.code, after.code]).toEqual([Code.MAINTENANCE, 0])
    expect(await balance(member)).toBe(40_000_000n)
    expect(requested).toHaveLength(1)
  })

  test('goes where the wallet was when it was asked for, whatever comes later', async () => {
    const member = await aMember()
    await withdraw(member, '10')
    await member.call(
      'wallet.disconnect',
      { params: { address: member.address } },
      await pinHeader(member, PIN, 'WALLET_DISCONNECT'),
    )
    await registerWallet(member, aWallet())

    expect(await listed(member)).toMatchObject([{ address: member.address }])
    expect(requested).toMatchObject([{ address: member.address }])
  })
})

describe('a payout of a withdrawal', () => {
  const alertsOf = async (member: Browser) =>
    (await member.call('alert.list', { query: {} })).data?.list.map(({ code }) => code) ?? []

  async function payoutOf(withdrawalId: number | undefined) {
    const key = `withdrawal:${withdrawalId}`
    const [payout] = await server.ctx.db
      .select()
      .from(payouts)
      .where(eq(payouts.key, key))
      .orderBy(desc(payouts.id))
    if (!payout) throw new Error('The withdrawal has no payout')
    return payout
  }

  test('is one transfer on the chain, shown from request to confirmation, and told once', async () => {
    server.ctx.payouts = real
    // No other test was as late: nothing that is due later stands in the way.
    server.clock.advance(30 * 24 * HOUR_MS)
    const member = await aMember()
    const { data } = await withdraw(member, '10')
    const [sent] = await listed(member)
    await letChainsWork(server)
    const [confirmed] = await listed(member)
    const payout = await payoutOf(data?.withdrawalId)
    await withdrawalListener.confirmed(server.ctx.db, server.ctx, payout, payout.txHash ?? '')
    await withdrawalListener.failed(server.ctx.db, server.ctx, payout, refused)

    expect(data?.status).toBe('REQUESTED')
    expect(sent).toMatchObject({ status: 'SENT', txHash: payout.txHash })
    expect(confirmed).toMatchObject({ status: 'CONFIRMED', txHash: payout.txHash })
    expect(await transfersBetween(server, treasury, member.address)).toEqual([10_000_000n])
    expect(await alertsOf(member)).toEqual(['REWARD'])
    expect(await balance(member)).toBe(40_000_000n)
  })

  test('that cannot be made gives everything back, once, and frees the day', async () => {
    const member = await aMember()
    const { data } = await withdraw(member, '10')
    const { db } = server.ctx
    const id = await db.transaction((tx) =>
      real.request(tx, { ...asked(), key: `withdrawal:${data?.withdrawalId}` }),
    )
    const payout = await payoutOf(data?.withdrawalId)
    await db.execute(sql`delete from payouts where id = ${id}`)

    await withdrawalListener.failed(db, server.ctx, payout, refused)
    await withdrawalListener.failed(db, server.ctx, payout, refused)

    const failed = { status: 'FAILED', txHash: null, failure: 'NETWORK' }
    expect(await listed(member)).toMatchObject([failed])
    expect(await balance(member)).toBe(50_000_000n)
    expect(await alertsOf(member)).toEqual(['WITHDRAWAL_FAILED'])
    const { data: mine } = await member.call('invite.mine', {})
    expect(mine).toMatchObject({ withdrawable: '50', withdrawn: '0', withdrawLimitLeft: '100' })
  })

  test('that an operator cancels says what held it, and not what the operator wrote', async () => {
    server.clock.advance(31 * 24 * HOUR_MS)
    const member = await aMember()
    await withdraw(member, '10')
    await setStableCaps(server, { perMember: '5' })
    const payoutId = await server.ctx.db.transaction((tx) => real.request(tx, asked()))
    await letChainsWork(server)
    const owner = await anOperator(server)

    await owner.call('payout.cancel', {
      params: { payoutId },
      body: { reason: 'Asked for by letter 17' },
    })

    const [failed] = await listed(member)
    expect(failed).toMatchObject({ status: 'FAILED', failure: 'LIMIT' })
    expect(JSON.stringify(failed)).not.toContain('letter 17')
    await setStableCaps(server)
  })

  function asked(): PayoutRequest {
    const [payout] = requested
    if (!payout) throw new Error('Nothing was asked for')
    return payout
  }
})

describe('after a theft of password or mailbox', () => {
  const PAUSE_MS = 48 * HOUR_MS
  const STOLEN = 'Stolen1!'
  const THIEFS_PIN = '246802'

  /** A thief in the browser, who logs in again whenever the clock has moved. */
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

  /** Nothing was ordered, nothing is on the chain, and the balance is whole. */
  async function expectNothingLeft(member: { userId: number }, addresses: string[]) {
    await letChainsWork(server)
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

  test('nothing leaves for 48 hours: not by a new password, a new PIN or a new wallet', async () => {
    server.ctx.payouts = real
    const member = await aMember()
    const thief = aThief(member.email, STOLEN)
    await resetByMailbox(thief, member.email)

    // Each pause is tried in the moment in which the one before it is over.
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

  test('a stolen password alone moves nothing: the PIN is missing, and a new one pauses withdrawals', async () => {
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

  test('a wallet that was changed waits 48 hours, is told until when, and then is paid', async () => {
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

test('who deletes the account leaves no address in what was withdrawn', async () => {
  const member = await aMember()
  await withdraw(member, '10')
  await member.call(
    'account.delete',
    { body: { reason: 'PRIVACY', agreed: true } },
    await pinHeader(member, PIN, 'ACCOUNT_DELETE'),
  )

  const rows = await server.ctx.db.execute(
    sql`select address from invite_withdrawals where member_id = ${member.userId}`,
  )
  expect(JSON.stringify(rows)).not.toContain(member.address)
})

test('everything above leaves the ledger balanced and every promise kept', async () => {
  expect(await checkLedger(server.ctx.db)).toEqual([])
  expect(await checkProgramme(server.ctx.db)).toEqual([])
})
