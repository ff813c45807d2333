import { HOUR_MS, MINUTE_MS } from '@solstice/rules/duration'
import type { AppContext } from '#/platform/process/context.ts'
import { continueFrom, enqueue, type JobKind } from '#/platform/process/jobs.ts'
import { aggregateStatistics } from './aggregation.service.ts'

export const AGGREGATE_STATISTICS = 'statistics.aggregate'

/** Aggregates what was posted since the last run, and enqueues the run of the next full hour. */
export const aggregateStatisticsJob: JobKind<null> = {
  kind: AGGREGATE_STATISTICS,
  lane: 'statistics',
  retryAfterMs: Array.from({ length: 1000 }, () => MINUTE_MS),
  handle: async (ctx) => {
    if ((await aggregateStatistics(ctx)) === 'part') return continueFrom(null)
    const nextHour = (Math.floor(ctx.now().getTime() / HOUR_MS) + 1) * HOUR_MS
    await queueStatistics(ctx, new Date(nextHour))
    return undefined
  },
}

/** The instant is part of the key, so that several processes enqueue one job. */
export async function queueStatistics(
  ctx: Pick<AppContext, 'db' | 'now'>,
  dueAt: Date,
): Promise<void> {
  const key = `${AGGREGATE_STATISTICS}:${dueAt.getTime()}`
  await enqueue(ctx.db, AGGREGATE_STATISTICS, { payload: null, dueAt, now: ctx.now(), key })
}
