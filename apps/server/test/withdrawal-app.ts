import { sql } from 'drizzle-orm'
import { balanceOf } from '#/platform/books/ledger.ts'
import type { PayoutRequest, Payouts } from '#/platform/process/context.ts'
import { fakePayouts } from './fake-payouts.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import { giveReferralBalance, noon } from './test-invite.ts'
import { signUpMember, type Browser } from './test-member.ts'
import { PIN, pinHeader } from './test-pin.ts'
import { fundTreasury } from './test-treasury.ts'
import { aWallet, endPauses, registerWallet } from './test-wallet.ts'

export const CHAIN = 31_337

export type WithdrawalApp = Awaited<ReturnType<typeof startWithdrawalApp>>

/**
 * Starts the app with a treasury; payout requests are recorded only, unless a test uses the real
 * payouts.
 */
export async function startWithdrawalApp() {
  const server = await startTestApp({ withChains: true })
  const treasury: string = await fundTreasury(server)
  const real: Payouts = server.ctx.payouts
  const requested: PayoutRequest[] = []
  return {
    server,
    treasury,
    real,
    requested,
    /**
     * Resets before each test: noon, no recorded requests, and no rate limits used up by earlier
     * tests.
     */
    reset: async () => {
      server.clock.now = noon
      requested.length = 0
      server.ctx.payouts = fakePayouts(async (_tx, payout) => requested.push(payout))
      await server.ctx.db.execute(sql`delete from rate_limits`)
    },
    /** Creates a member with a wallet, a PIN and a balance to withdraw. */
    aMember: (given: { balance?: string } = {}) => aMember(server, given),
    balance: (member: { userId: number }) =>
      balanceOf(server.ctx.db, { member: member.userId, asset: 'REFERRAL' }),
  }
}

async function aMember(server: TestApp, { balance = '50' }: { balance?: string }) {
  const member = await signUpMember(server)
  const wallet = aWallet()
  await registerWallet(member, wallet)
  await endPauses(server, member.userId)
  server.mails.length = 0
  await giveReferralBalance(server, member.userId, balance)
  return { ...member, address: wallet.address }
}

export async function withdraw(
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
