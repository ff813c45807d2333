import { enabledNetworks } from '#/modules/network/network.service.ts'
import { pollJob, enqueueFirstPolls } from '#/modules/payout/payout.queue.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { watchIncoming } from './incoming.service.ts'

export const WATCH_INCOMING = 'wallet.incoming'

/**
 * Polls one chain for funds that arrive in wallets, and polls again soon while some are not final
 * yet.
 */
export const notifyIncoming = pollJob(WATCH_INCOMING, watchIncoming)

export async function queueIncoming(ctx: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  const networks = await enabledNetworks(ctx)
  const indexed = networks.filter(({ explorer }) => explorer === 'OWN_INDEX')
  await enqueueFirstPolls(ctx, WATCH_INCOMING, indexed)
}
