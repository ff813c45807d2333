import { enabledNetworks } from '#/modules/network/network.service.ts'
import type { AppContext } from '#/platform/context.ts'
import type { JobKind } from '#/platform/jobs.ts'
import { runPayouts } from './payout-sign.service.ts'
import type { PayoutPurposes } from './payout.service.ts'
import { queueNextLook, RUN_PAYOUTS, type OnChain } from './payout-look.service.ts'

const BUSY_MS = 2000
const IDLE_MS = 60_000

/** A chain that does not answer is asked again; nothing is lost by asking. */
const LOOKS = Array.from({ length: 1000 }, () => 10_000)

/** Pays on one chain, and looks again soon while something is on its way. */
export function payMembers(purposes: PayoutPurposes): JobKind<OnChain> {
  return {
    kind: RUN_PAYOUTS,
    retryAfterMs: LOOKS,
    handle: async (ctx, { payload: { chainId } }) => {
      const found = await runPayouts(ctx, purposes, chainId)
      await queueNextLook(ctx, RUN_PAYOUTS, chainId, found === 'busy' ? BUSY_MS : IDLE_MS)
    },
  }
}

export async function queuePayouts(ctx: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  for (const { chainId } of await enabledNetworks(ctx)) {
    await queueNextLook(ctx, RUN_PAYOUTS, chainId, BUSY_MS)
  }
}
