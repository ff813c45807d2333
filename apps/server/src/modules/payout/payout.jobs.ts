import { enabledNetworks } from '#/modules/network/network.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { JobKind } from '#/platform/process/jobs.ts'
import { runPayouts } from './payout-sign.service.ts'
import type { PayoutPurposes } from './payout.service.ts'
import { pollJob, enqueueFirstPolls, RUN_PAYOUTS, type OnChain } from './payout.queue.ts'

/** Processes the payouts of one chain and polls again soon while any are in flight. */
export const payMembers = (purposes: PayoutPurposes): JobKind<OnChain> =>
  pollJob(RUN_PAYOUTS, (ctx, chainId) => runPayouts(ctx, purposes, chainId))

export async function queuePayouts(ctx: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  await enqueueFirstPolls(ctx, RUN_PAYOUTS, await enabledNetworks(ctx))
}
