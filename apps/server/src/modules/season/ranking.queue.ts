import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { enqueue } from '#/platform/process/jobs.ts'
import type { Shared } from '#/platform/process/shared.ts'

/**
 * The job that aggregates the ranking; handled by the ranking module, enqueued by readers of
 * standings.
 */
export const AGGREGATE_RANKING = 'ranking.aggregate'

/** Fewer pending moves are read as fast as none. */
const AGGREGATE_FROM = 100
const AGGREGATE_EVERY_MS = 1000

/** The period for which this process last enqueued the job. */
const QUEUED: Shared<{ period: number | undefined }> = {
  name: 'season.ranking-aggregation',
  create: () => ({ period: undefined }),
}

const periodOf = (at: Date): number => Math.floor(at.getTime() / AGGREGATE_EVERY_MS)

/** Enqueues the aggregation when many moves are pending, once per second. */
export async function enqueueAggregation(
  ctx: Pick<AppContext, 'now' | 'shared'>,
  db: Db,
  pendingMoves: number,
): Promise<void> {
  if (pendingMoves < AGGREGATE_FROM) return
  const now = ctx.now()
  const period = periodOf(now)
  const queued = ctx.shared(QUEUED)
  if (queued.period === period) return
  queued.period = period
  await enqueueAt(db, now, now)
}

/** Enqueues the aggregation of the rest in a second. */
export async function continueAggregation(ctx: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  const now = ctx.now()
  await enqueueAt(ctx.db, new Date(now.getTime() + AGGREGATE_EVERY_MS), now)
}

/** The second is part of the key, so that several processes enqueue one job. */
async function enqueueAt(db: Db, dueAt: Date, now: Date): Promise<void> {
  const key = `${AGGREGATE_RANKING}:${periodOf(dueAt)}`
  await enqueue(db, AGGREGATE_RANKING, { payload: null, dueAt, now, key })
}
