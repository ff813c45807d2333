import { AGGREGATE_RANKING, continueAggregation } from '#/modules/season/ranking.queue.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { JobKind } from '#/platform/process/jobs.ts'
import { aggregateMoves } from './ranking.queries.ts'

const BATCH = 5000
/** At most this many per second, so that aggregation leaves the processors to members. */
const BATCHES_MAX = 4

/** Aggregates the ranking moves into the counts, one batch per transaction. */
export const aggregateRanking: JobKind<null> = {
  kind: AGGREGATE_RANKING,
  lane: 'ranking',
  retryAfterMs: [1000, 10_000, 60_000],
  handle: aggregatePart,
}

async function aggregatePart(ctx: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    if ((await aggregateMoves(ctx.db, BATCH)) < BATCH) return
  }
  await continueAggregation(ctx)
}
