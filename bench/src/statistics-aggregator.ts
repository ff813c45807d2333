import { compose } from '../../apps/server/src/compose.ts'
import { aggregateAllStatistics } from '../../apps/server/src/modules/statistics/aggregation.service.ts'
import { readEnv } from '../../apps/server/src/platform/process/env.ts'
import { serveWork } from './repeated-work.ts'

/** Aggregates statistics; the job of a server does so every hour. */
const { ctx } = await compose(readEnv(process.env))
serveWork(() => aggregateAllStatistics(ctx))
