import { enabledNetworks } from '#/modules/network/network.service.ts'
import { pollJob, enqueueFirstPolls } from '#/modules/payout/payout.queue.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { watchPayments } from './order-watch.service.ts'
import { WATCH_PAYMENTS } from './order.queue.ts'
import type { ReturnPayment } from './payment-scan.service.ts'

/** Polls one chain for payments: often while an order is open, rarely otherwise. */
export const findOrderPayments = (returnPayment: ReturnPayment) =>
  pollJob(WATCH_PAYMENTS, (ctx, chainId) => watchPayments(ctx, chainId, returnPayment))

export async function queueWatches(ctx: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  await enqueueFirstPolls(ctx, WATCH_PAYMENTS, await enabledNetworks(ctx))
}
