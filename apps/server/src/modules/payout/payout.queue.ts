import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { enqueue, enqueuePoll, type JobKind } from '#/platform/process/jobs.ts'

export const RUN_PAYOUTS = 'payout.run'
export type OnChain = { chainId: number }

/** Enqueues a payout run in the transaction of the payout request. */
export async function wakePayouts(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  chainId: number,
): Promise<void> {
  const payload: OnChain = { chainId }
  await enqueuePoll(tx, RUN_PAYOUTS, ctx.now(), payload)
}

const BUSY_MS = 2000
const IDLE_MS = 60_000

/** An unavailable chain is polled again; repeating is safe. */
const RETRIES = Array.from({ length: 1000 }, () => 10_000)

/**
 * Returns a job that polls one chain: often while there is something to follow, rarely otherwise.
 * When a job is given up, visible to operators, another one continues, because a chain may be down
 * for days.
 */
export function pollJob(
  kind: string,
  poll: (ctx: AppContext, chainId: number) => Promise<'busy' | 'behind' | 'idle'>,
): JobKind<OnChain> {
  return {
    kind,
    lane: 'chains',
    retryAfterMs: RETRIES,
    handle: async (ctx, { payload: { chainId }, attempt }) => {
      try {
        const found = await poll(ctx, chainId)
        await enqueueNextPoll(ctx, kind, chainId, found === 'idle' ? IDLE_MS : BUSY_MS)
      } catch (error) {
        if (attempt > RETRIES.length) await enqueueNextPoll(ctx, kind, chainId, IDLE_MS)
        throw error
      }
    },
  }
}

/** Enqueues the first poll of each chain when a server starts. */
export async function enqueueFirstPolls(
  ctx: Pick<AppContext, 'db' | 'now'>,
  kind: string,
  chains: readonly OnChain[],
): Promise<void> {
  for (const { chainId } of chains) await enqueueNextPoll(ctx, kind, chainId, BUSY_MS)
}

/**
 * Enqueues the next poll of a chain. The time slot is part of the key, so that repeated polls
 * become one.
 */
async function enqueueNextPoll(
  ctx: Pick<AppContext, 'db' | 'now'>,
  kind: string,
  chainId: number,
  inMs: number,
): Promise<void> {
  const now = ctx.now()
  const dueAt = new Date(now.getTime() + inMs)
  const key = `${kind}:${chainId}:${inMs}:${Math.floor(dueAt.getTime() / inMs)}`
  const payload: OnChain = { chainId }
  await enqueue(ctx.db, kind, { payload, dueAt, now, key })
}
