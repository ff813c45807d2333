import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { enqueue } from '#/platform/process/jobs.ts'
import type { Shared } from '#/platform/process/shared.ts'

/**
 * The job that aggregates the ranking; handled by the ranking module, enqueued by readers of
 * standings.
 */
export const AGGREGATE_RANKING = 'ranking.aggregate'

/**
 * Up to this many pending moves are read as fast as the counts; beyond it they should be
 * aggregated.
 */
const AGGREGATE_FROM = 500
const AGGREGATE_EVERY_MS = 10_000

/** The period for which this process last enqueued the job. */
const QUEUED: Shared<{ period: number | undefined }> = {
  name: 'season.ranking-aggregation',
  create: () => ({ period: undefined }),
}

/** Enqueues the aggregation when many moves are pending, once per period. */
export async function enqueueAggregation(
  ctx: Pick<AppContext, 'now' | 'shared'>,
  db: Db,
  pendingMoves: number,
): Promise<void> {
  if (pendingMoves < AGGREGATE_FROM) return
  const now = ctx.now()
  const period = Math.floor(now.getTime() / AGGREGATE_EVERY_MS)
  const queued = ctx.shared(QUEUED)
  if (queued.period === period) return
  queued.period = period
  await enqueue(db, AGGREGATE_RANKING, {
    payload: null,
    dueAt: now,
    now,
    key: `${AGGREGATE_RANKING}:${period}`,
  })
}
