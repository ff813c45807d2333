import type { Payouts } from '#/platform/process/context.ts'

/** Passes each requested payout to a function instead of storing it. */
export function fakePayouts(request: Payouts['request']): Payouts {
  return {
    request,
    requestAll: async (tx, payouts) => {
      const ids: number[] = []
      for (const payout of payouts) ids.push(await request(tx, payout))
      return ids
    },
    requestCall: () => Promise.reject(new Error('The fake payouts have no calls')),
  }
}
