import { AGGREGATE_RANKING, continueAggregation } from '#/modules/season/ranking.queue.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { JobKind } from '#/platform/process/jobs.ts'
import { aggregateMoves } from './ranking.queries.ts'

/**
 * A backlog is aggregated by this many per second, a tenth of a processor, so that spins stay as fast
 * as without one.
 */
const BATCH = 5000

/** Aggregates the ranking moves into the counts, one batch after another. */
export const aggregateRanking: JobKind<null> = {
  kind: AGGREGATE_RANKING,
  lane: 'ranking',
  retryAfterMs: [1000, 10_000, 60_000],
  handle: aggregatePart,
}

async function aggregatePart(ctx: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  if ((await aggregateMoves(ctx.db, BATCH)) === BATCH) await continueAggregation(ctx)
}
