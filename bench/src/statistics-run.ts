import { compose } from '../../apps/server/src/compose.ts'
import { demoSeason, THEMES } from '../../apps/server/src/demo/season-plan.ts'
import {
  draftSeason,
  releaseSeason,
} from '../../apps/server/src/modules/season/publication.service.ts'
import { aggregateAllStatistics } from '../../apps/server/src/modules/statistics/aggregation.service.ts'
import { readEnv } from '../../apps/server/src/platform/process/env.ts'
import { programmeDayOf, startOfDay } from '../../packages/rules/src/programme-day.ts'

/** Runs one task on the filled season and prints its duration and result. */
const [, , task = ''] = process.argv
const { ctx, close } = await compose(readEnv(process.env))
const DAY_MS = 86_400_000

export type StatisticsTask = { seconds: number; seasonId?: number; startAt?: string }

const TASKS: Record<string, () => Promise<Partial<StatisticsTask>>> = {
  season: async () => {
    const startAt = new Date(startOfDay(programmeDayOf(ctx.now())).getTime() - 27 * DAY_MS)
    const plan = demoSeason(THEMES[0], startAt)
    const id = await ctx.db.transaction(async (tx) => {
      const made = await draftSeason(tx, ctx, plan)
      await releaseSeason(tx, ctx, { seasonId: made, startAt, endAt: new Date(plan.endAt) })
      return made
    })
    return { seasonId: id, startAt: startAt.toISOString() }
  },
  aggregate: async () => {
    await aggregateAllStatistics(ctx)
    return {}
  },
}

const run = TASKS[task]
if (!run) throw new Error(`Unknown task ${task}`)
const startedAt = performance.now()
const outcome = await run()
const seconds = (performance.now() - startedAt) / 1000
console.log(JSON.stringify({ seconds, ...outcome }))
await close()
