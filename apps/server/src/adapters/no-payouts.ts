import type { Payouts } from '#/platform/context.ts'

/** Rewards stay pending until there is something to pay them with. */
export const noPayouts: Payouts = { request: async () => 0 }
