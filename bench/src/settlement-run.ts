import { compose } from '../../apps/server/src/compose.ts'
import { demoSeason, THEMES } from '../../apps/server/src/demo/season-plan.ts'
import { jobKinds } from '../../apps/server/src/job-kinds.ts'
import {
  draftSeason,
  releaseSeason,
} from '../../apps/server/src/modules/season/publication.service.ts'
import { loadProgramme } from '../../apps/server/src/modules/season/programme.service.ts'
import { readEnv } from '../../apps/server/src/platform/process/env.ts'
import { createWorker } from '../../apps/server/src/platform/process/worker.ts'
import { DAY_MS } from '../../packages/rules/src/duration.ts'
import { programmeDayOf, startOfDay } from '../../packages/rules/src/programme-day.ts'
import { peakMb, resetPeak } from './peak-memory.ts'

/**
 * Runs one kind of job until none is due and prints its duration and the peak memory of this
 * process. Its own process per kind keeps the peaks apart. With `season` it publishes a season
 * instead and prints its id.
 */
const [, , task = ''] = process.argv
const { ctx, close } = await compose(readEnv(process.env))

if (task === 'season') {
  const startAt = startOfDay(programmeDayOf(new Date(ctx.now().getTime() + DAY_MS)))
  const plan = demoSeason(THEMES[0], startAt)
  const seasonId = await ctx.db.transaction(async (tx) => {
    const id = await draftSeason(tx, ctx, plan)
    await releaseSeason(tx, ctx, { seasonId: id, startAt, endAt: new Date(plan.endAt) })
    return id
  })
  const { rounds } = await loadProgramme(ctx, seasonId)
  const [round] = rounds
  if (!round) throw new Error('The season has no round')
  const { roundId, endAt: roundEndAt } = round
  const times = { startAt, roundEndAt, expireAt: plan.endAt }
  console.log(JSON.stringify({ seasonId, roundId, ...times }))
} else {
  const worker = createWorker(
    ctx,
    jobKinds.filter(({ kind }) => kind === task),
  )
  resetPeak()
  const idleMb = peakMb()
  const startedAt = performance.now()
  const batches = await worker.runDue()
  const seconds = (performance.now() - startedAt) / 1000
  console.log(JSON.stringify({ seconds, batches, idleMb, peakMb: peakMb() }))
}
await close()
