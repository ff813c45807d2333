import { enabledNetworks } from '#/modules/network/network.service.ts'
import type { AppContext } from '#/platform/context.ts'
import type { JobKind } from '#/platform/jobs.ts'
import { watchPayments } from './order-watch.service.ts'
import { queueNextLook, WATCH_PAYMENTS, type OnChain } from './order.wake.ts'

const BUSY_MS = 2000
const IDLE_MS = 60_000

/** A chain that does not answer is asked again; nothing is lost by asking. */
const LOOKS = Array.from({ length: 1000 }, () => 10_000)

/** Looks for payments on one chain: soon again while an order waits, and now and then otherwise. */
export const findOrderPayments: JobKind<OnChain> = {
  kind: WATCH_PAYMENTS,
  retryAfterMs: LOOKS,
  handle: async (ctx, { payload: { chainId } }) => {
    const found = await watchPayments(ctx, chainId)
    await queueNextLook(ctx, WATCH_PAYMENTS, chainId, found === 'busy' ? BUSY_MS : IDLE_MS)
  },
}

export async function queueWatches(ctx: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  for (const { chainId } of await enabledNetworks(ctx)) {
    await queueNextLook(ctx, WATCH_PAYMENTS, chainId, BUSY_MS)
  }
}
