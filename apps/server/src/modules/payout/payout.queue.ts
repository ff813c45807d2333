import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { enqueue, enqueuePoll, type JobKind } from '#/platform/process/jobs.ts'

export const RUN_PAYOUTS = 'payout.run'
export type OnChain = { chainId: number }

/** In the transaction of whatever is to be paid: somebody looks as soon as it is there. */
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

/** A chain that does not answer is asked again; nothing is lost by asking. */
const RETRIES = Array.from({ length: 1000 }, () => 10_000)

/**
 * Looks at one chain: soon again while there is something to follow, and now and then otherwise. When
 * a look is given up, for operators to see, another one goes on: a chain may be silent for days.
 */
export function pollJob(
  kind: string,
  poll: (ctx: AppContext, chainId: number) => Promise<'busy' | 'behind' | 'idle'>,
): JobKind<OnChain> {
  return {
    kind,
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

/** The first look of each chain, when a server starts. */
export async function enqueueFirstPolls(
  ctx: Pick<AppContext, 'db' | 'now'>,
  kind: string,
  chains: readonly OnChain[],
): Promise<void> {
  for (const { chainId } of chains) await enqueueNextPoll(ctx, kind, chainId, BUSY_MS)
}

/** The next look of a chain; the stretch of time is the key, so that many looks become one. */
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
