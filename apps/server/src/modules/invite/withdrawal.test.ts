import { desc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { HOUR_MS } from '@solstice/rules/duration'
import type { PayoutRequest } from '#/platform/process/context.ts'
import { checkLedger } from '#/platform/books/ledger-check.ts'
import { checkProgramme } from '#test/programme-check.ts'
import type { TestApp } from '#test/test-app.ts'
import { giveReferralBalance, noon } from '#test/test-invite.ts'
import { logInAgain, signUpMember, type Browser } from '#test/test-member.ts'
import { anOperator } from '#test/test-operator.ts'
import { PIN, pinHeader } from '#test/test-pin.ts'
import { advanceChains, setStableCaps, transfersBetween } from '#test/test-treasury.ts'
import { aWallet, registerWallet } from '#test/test-wallet.ts'
import { CHAIN, startWithdrawalApp, withdraw, type WithdrawalApp } from '#test/withdrawal-app.ts'
import { payouts } from '#/modules/payout/payout.table.ts'
import { withdrawalListener } from './withdrawal.service.ts'

const OTHER_CHAIN = 31_338
const refused = { by: 'NETWORK', why: 'The token contract rejected the transfer' } as const

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

async function listed(member: Browser) {
  const { data } = await member.call('invite.withdrawals', { query: {} })
  return data?.list ?? []
}

describe('a withdrawal', () => {
  test('debits the balance and requests one payout to the registered wallet', async () => {
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

  test('is listed by cursor, which a new one does not shift', async () => {
    const member = await aMember()
    const idOf = async (amount: string) => (await withdraw(member, amount)).data?.withdrawalId
    const oldest = await idOf('10')
    const older = await idOf('11')
    const read = async (query: { before?: string; size: number }) => {
      const { data } = await member.call('invite.withdrawals', { query })
      return { ...data, ids: data?.list.map(({ withdrawalId }) => withdrawalId) }
    }
    const first = await read({ before: 'latest', size: 1 })
    const newest = await idOf('12')

    const second = await read({ before: first.nextCursor ?? '', size: 1 })

    expect(first).toMatchObject({ ids: [older], totalCount: null, hasNext: true })
    expect(second).toMatchObject({ ids: [oldest], nextCursor: null, hasNext: false })
    const numbered = await read({ size: 2 })
    expect(numbered).toMatchObject({ ids: [newest, older], totalCount: 3 })
    expect(await read({ before: numbered.nextCursor ?? '', size: 2 })).toMatchObject({
      ids: [oldest],
      hasNext: false,
    })
  })

  test('is made once under one Idempotency-Key and returns the same response', async () => {
    const member = await aMember()
    const headers = { 'idempotency-key': 'once' }

    const first = await withdraw(member, '10', { headers })
    const second = await withdraw(member, '10', { headers })

    expect(second.data).toEqual(first.data)
    expect(requested).toHaveLength(1)
    expect(await balance(member)).toBe(40_000_000n)
  })

  test.each(['-10', '0', '1e3', 'NaN', '', '10.0000001', '９', `${2n ** 256n}`])(
    'of %j never changes the ledger',
    async (amount) => {
      const member = await aMember()

      const { code } = await withdraw(member, amount)

      expect([Code.INVALID_REQUEST, Code.WITHDRAWAL_TOO_SMALL]).toContain(code)
      expect(await balance(member)).toBe(50_000_000n)
      expect(requested).toEqual([])
    },
  )

  test('returns the right code for every refusal and leaves the ledger unchanged', async () => {
    const withoutWallet = await signUpMember(server)
    await giveReferralBalance(server, withoutWallet.userId, '50')
    const member = await aMember({ balance: '150' })
    const poor = await aMember({ balance: '5' })

    const noWallet = await withdraw(withoutWallet, '10', { pin: false })
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

  test('counts towards the limit of the programme day, which resets at midnight', async () => {
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

  test('is refused during maintenance, and the balance is unchanged', async () => {
    // The maintenance flag is cached for a second, so move the clock past every earlier test.
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

  test('goes to the wallet registered at the time of the request, regardless of later changes', async () => {
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

describe('the payout of a withdrawal', () => {
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

  test('makes one transfer on the chain, updates the status up to confirmation and notifies once', async () => {
    server.ctx.payouts = real
    // Move the clock past every other test, so that no job of theirs becomes due.
    server.clock.advance(30 * 24 * HOUR_MS)
    const member = await aMember()
    const { data } = await withdraw(member, '10')
    const [sent] = await listed(member)
    await advanceChains(server)
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

  test('restores the balance and the daily limit once when it fails', async () => {
    const member = await aMember()
    const { data } = await withdraw(member, '10')
    const { db } = server.ctx
    const id = await db.transaction((tx) =>
      real.request(tx, { ...firstRequest(), key: `withdrawal:${data?.withdrawalId}` }),
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

  test("shows the hold reason but not the operator's text when an operator cancels it", async () => {
    server.clock.advance(31 * 24 * HOUR_MS)
    const member = await aMember()
    await withdraw(member, '10')
    await setStableCaps(server, { perMember: '5' })
    const payoutId = await server.ctx.db.transaction((tx) => real.request(tx, firstRequest()))
    await advanceChains(server)
    const owner = await anOperator(server)

    await owner.call('payout.cancel', {
      params: { payoutId },
      body: { reason: 'Requested in letter 17' },
    })

    const [failed] = await listed(member)
    expect(failed).toMatchObject({ status: 'FAILED', failure: 'LIMIT' })
    expect(JSON.stringify(failed)).not.toContain('letter 17')
    await setStableCaps(server)
  })

  function firstRequest(): PayoutRequest {
    const [payout] = requested
    if (!payout) throw new Error('No payout was requested')
    return payout
  }
})

test('removes the address from withdrawals when the account is deleted', async () => {
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

test('keeps the ledger and the programme consistent after all tests above', async () => {
  expect(await checkLedger(server.ctx.db)).toEqual([])
  expect(await checkProgramme(server.ctx.db)).toEqual([])
})
