import type { OnChainProofs, Payouts } from '#/platform/context.ts'

/** Where no chain is connected, nothing can be proven on it. */
export const noOnChainProofs: OnChainProofs = {
  isFulfilled: () => Promise.reject(new Error('No chain is connected')),
}

/** Rewards stay pending until there is something to pay them with. */
export const noPayouts: Payouts = { request: async () => {} }
