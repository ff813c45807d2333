import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { enqueue } from '#/platform/process/jobs.ts'
import type { Shared } from '#/platform/process/shared.ts'

/** Worked off by the ranking. Whoever reads standings asks for it, and need not know who does it. */
export const AGGREGATE_RANKING = 'ranking.fold'

/** So many appended moves are read as fast as the counts; beyond them somebody should fold. */
const AGGREGATE_FROM = 500
const AGGREGATE_EVERY_MS = 10_000

/** The period for which this process last queued the job. */
const QUEUED: Shared<{ period: number | undefined }> = {
  name: 'season.ranking-fold',
  create: () => ({ period: undefined }),
}

/** Whoever sees many unfolded moves asks for them to be folded; many who see it ask once. */
export async function enqueueAggregation(
  ctx: Pick<AppContext, 'now' | 'shared'>,
  db: Db,
  unfolded: number,
): Promise<void> {
  if (unfolded < AGGREGATE_FROM) return
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
