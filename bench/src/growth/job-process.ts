import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { jobKinds } from '../../../apps/server/src/job-kinds.ts'
import { openPostgres, rowsOf } from '../../../apps/server/src/platform/process/db.ts'
import { createLogger } from '../../../apps/server/src/platform/process/logger.ts'
import { WORKER_LIMITS } from '../../../apps/server/src/platform/process/postgres-pool.ts'
import { createWorker } from '../../../apps/server/src/platform/process/worker.ts'
import { startTestApp } from '../../../apps/server/test/test-app.ts'
import { jobScenarios } from './jobs.ts'
import type { SeedSeasons } from './seed.ts'
import { WHOLE_JOBS, type WholeJob, type WholeResult } from './whole-jobs.ts'

/** Runs one job for all members to its end, and prints its time and the memory of this process. */
const job = process.argv[2] as WholeJob // The parent passes a key of the list.
const url = process.env['GROWTH_DATABASE_URL'] ?? ''
const seeded = JSON.parse(process.env['GROWTH_SEASONS'] ?? '{}') as SeedSeasons // Of the parent.

const kinds: readonly string[] = WHOLE_JOBS[job]
const database = await openPostgres(url, () => {}, WORKER_LIMITS)
const server = await startTestApp({ database: { ...database, url } })
const [kind = ''] = kinds
await database.db.execute(sql`delete from jobs where done_at is null`)
await jobScenarios().get(kind)?.(server, seeded)

// Leases and retries need a clock that runs.
let last = performance.now()
const ticking = setInterval(() => {
  const now = performance.now()
  server.clock.advance(now - last)
  last = now
}, 20)

const megabytes = () => process.resourceUsage().maxRSS / 1024
const idleMb = megabytes()
const startedAt = performance.now()
const worker = createWorker(
  { ...server.ctx, log: createLogger('silent') },
  jobKinds.filter((each) => kinds.includes(each.kind)),
)
worker.start()
const isBusy = async () => {
  const [row] = await rowsOf<{ open: string }>(
    database.db,
    sql`select count(*) as open from jobs where done_at is null and dead_at is null
      and kind in (select jsonb_array_elements_text(${JSON.stringify(kinds)}::jsonb))
      and due_at <= ${server.clock.now.toISOString()}::timestamptz + interval '1 minute'`,
  )
  return row?.open !== '0'
}
while (await isBusy()) await sleep(100)
const seconds = (performance.now() - startedAt) / 1000
const dead = await rowsOf<{ last_error: string }>(
  database.db,
  sql`select last_error from jobs where dead_at is not null or last_error is not null`,
)
if (dead.length > 0) throw new Error(`The job failed: ${dead[0]?.last_error}`)
const result: WholeResult = { job, seconds, idleMb, peakMb: megabytes() }
console.log(JSON.stringify(result))
clearInterval(ticking)
await worker.stop()
await server.close()
