import { HOUR_MS } from '@solstice/rules/duration'
import type { AppContext } from './context.ts'
import { sweepIdempotencyKeys } from './idempotency.ts'
import { enqueue, sweepDoneJobs, type JobKind } from './jobs.ts'
import { sweepLimits } from './limits.ts'

const SWEEP = 'platform.sweep'
const EVERY_MS = HOUR_MS

/** Throws away what time has made worthless, and queues its own next hour. */
export const sweep: JobKind<null> = {
  kind: SWEEP,
  retryAfterMs: Array.from({ length: 1000 }, () => 60_000),
  handle: async (ctx) => {
    await sweepLimits(ctx)
    await sweepIdempotencyKeys(ctx)
    await sweepDoneJobs(ctx)
    await queueSweep(ctx, new Date(ctx.now().getTime() + EVERY_MS))
  },
}

/** The hour is the key, so that many processes starting and sweeping queue one sweep. */
export async function queueSweep(ctx: Pick<AppContext, 'db' | 'now'>, dueAt: Date): Promise<void> {
  const key = `${SWEEP}:${Math.floor(dueAt.getTime() / EVERY_MS)}`
  await enqueue(ctx.db, SWEEP, { payload: null, dueAt, now: ctx.now(), key })
}
