import { AGGREGATE_RANKING } from '#/modules/season/ranking.queue.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { JobKind } from '#/platform/process/jobs.ts'
import { aggregateMoves } from './ranking.queries.ts'

const BATCH = 20_000

/** Aggregates the ranking moves into the counts, one batch per transaction. */
export const aggregateRanking: JobKind<null> = {
  kind: AGGREGATE_RANKING,
  lane: 'ranking',
  retryAfterMs: [1000, 10_000, 60_000],
  handle: aggregateAll,
}

async function aggregateAll(ctx: Pick<AppContext, 'db'>): Promise<void> {
  while ((await aggregateMoves(ctx.db, BATCH)) === BATCH);
}
