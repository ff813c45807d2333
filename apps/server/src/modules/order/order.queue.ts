import type { OnChain } from '#/modules/payout/payout.queue.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { enqueuePoll } from '#/platform/process/jobs.ts'

export const WATCH_PAYMENTS = 'order.watch'

/** Enqueues a poll for the payment in the transaction of the order. */
export async function wakeWatch(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  chainId: number,
): Promise<void> {
  const payload: OnChain = { chainId }
  await enqueuePoll(tx, WATCH_PAYMENTS, ctx.now(), payload)
}
