import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { balanceOf } from '#/platform/books/ledger.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { giveReferralBalance } from '#test/test-invite.ts'
import { signUpMember } from '#test/test-member.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { pinHeader } from '#test/test-pin.ts'
import { aWallet, endPauses, registerWallet } from '#test/test-wallet.ts'

const PIN = '135790'

let server: TestApp
let owner: TestOperator
beforeAll(async () => {
  server = await startTestApp({ withChains: true })
  owner = await anOperator(server)
})
afterAll(() => server.close())

const problemsOf = ({ data }: { data: unknown }) => JSON.stringify(data)

describe('the daily treasury cap per member', () => {
  test('limits withdrawals below the terms: returns 1012, takes nothing and shows the limit', async () => {
    const member = await signUpMember(server)
    await registerWallet(member, aWallet())
    await endPauses(server, member.userId)
    await giveReferralBalance(server, member.userId, '500')
    await owner.call('invite.setTerms', {
      body: { maxPerReferrer: '500', maxWithdrawPerDay: '500' },
    })
    const refused = await member.call(
      'invite.withdraw',
      { body: { amount: '150', chainId: 31_337 } },
      await pinHeader(member, PIN, 'WITHDRAW'),
    )
    const mine = await member.call('invite.mine', {})
    const terms = await member.call('invite.terms', {})

    expect(refused).toMatchObject({ code: 1012, data: { left: '100' } })
    expect(mine.data).toMatchObject({ withdrawable: '500', withdrawLimitLeft: '100' })
    expect(terms.data).toMatchObject({ maxWithdrawPerDay: '100' })
    expect(await balanceOf(server.ctx.db, { member: member.userId, asset: 'REFERRAL' })).toBe(
      500_000_000n,
    )
  })

  test('cannot be below the minimum withdrawal', async () => {
    const refused = await owner.call('invite.setTerms', { body: { minWithdraw: '101' } })

    expect(refused.code).toBe(9992)
    expect(problemsOf(refused)).toContain('the cap of the treasury')
  })
})

describe('the token of the terms', () => {
  test('cannot change while members have balances or promises in it, and must exist', async () => {
    const held = await owner.call('invite.setTerms', { body: { symbol: 'WETH' } })
    const kept = await owner.call('invite.showTerms', {})

    expect(held.code).toBe(9992)
    expect(problemsOf(held)).toContain('No network has a token WETH')
    expect(problemsOf(held)).toContain('Members have balances')
    expect(kept.data?.terms.symbol).toBe('USDS')
  })
})
