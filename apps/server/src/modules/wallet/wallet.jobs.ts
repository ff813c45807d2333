import type { Address } from '@solstice/rules/address'
import { DEFAULT_RETRIES, type JobKind } from '#/platform/process/jobs.ts'

export const WELCOME_WALLET = 'wallet.welcome'
export type WelcomeWallet = { address: Address }

/** Gives a new wallet test funds on local chains, which record themselves whom they have funded. */
export const welcomeWallet: JobKind<WelcomeWallet> = {
  kind: WELCOME_WALLET,
  lane: 'chains',
  retryAfterMs: DEFAULT_RETRIES,
  handle: async (ctx, { payload }) => {
    await ctx.chains.welcome?.(payload.address)
  },
}
