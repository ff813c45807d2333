import { findPayout } from '#/modules/payout/payout.queries.ts'
import type { Payout, PayoutPurposes } from '#/modules/payout/payout.service.ts'
import type { PayoutRequest } from '#/platform/process/context.ts'
import { insertMember } from './insert-members.ts'
import type { TestApp } from './test-app.ts'
import { aWallet } from './test-wallet.ts'

/** Requests payouts from the server that runs at that time and records their events. */
export function payoutFixtures(server: () => TestApp) {
  /** The recorded events, in order. */
  const payoutEvents: string[] = []
  const recordEvent =
    (event: string) =>
    async (_tx: unknown, _ctx: unknown, { key }: Payout) => {
      payoutEvents.push(`${event} ${key}`)
    }
  const listener = {
    sent: recordEvent('sent'),
    confirmed: recordEvent('confirmed'),
    failed: recordEvent('failed'),
  }
  const purposes: PayoutPurposes = { WITHDRAWAL: listener, REFUND: listener, REWARD: listener }
  let requestCount = 0

  async function request(
    change: Partial<PayoutRequest> = {},
  ): Promise<PayoutRequest & { id: number }> {
    const { ctx } = server()
    requestCount += 1
    const payout: PayoutRequest = {
      purpose: 'REWARD',
      key: `payout-${requestCount}`,
      memberId: await insertMember(ctx.db),
      address: aWallet().address,
      symbol: 'USDS',
      decimals: 6,
      amount: 5_000_000n,
      ...change,
    }
    const id = await ctx.db.transaction((tx) => ctx.payouts.request(tx, payout))
    return { ...payout, id }
  }

  async function shown({ id }: { id: number }): Promise<Payout> {
    const payout = await findPayout(server().ctx.db, id)
    if (!payout) throw new Error('There is no such payout')
    return payout
  }

  return { payoutEvents, purposes, request, shown }
}
