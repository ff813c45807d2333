import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { jobKinds } from '../../../apps/server/src/job-kinds.ts'
import { readMetrics } from '../../../apps/server/src/metric-readings.ts'
import { queueReminders, REMIND } from '../../../apps/server/src/modules/alert/alert.jobs.ts'
import { PUSH_SEND } from '../../../apps/server/src/modules/push/sending-queue.ts'
import { enqueue } from '../../../apps/server/src/platform/process/jobs.ts'
import { openPostgres, rowsOf, type Db } from '../../../apps/server/src/platform/process/db.ts'
import { sharedValues } from '../../../apps/server/src/platform/process/shared.ts'
import { WORKER_LIMITS } from '../../../apps/server/src/platform/process/postgres-pool.ts'
import { createWorker } from '../../../apps/server/src/platform/process/worker.ts'
import { jobFixtures } from '../../../apps/server/test/job-fixtures.ts'
import type { TestApp } from '../../../apps/server/test/test-app.ts'
import { aSeason } from '../../../apps/server/test/test-season.ts'
import type { SeedSeasons } from './seed.ts'
import type { Measured } from './compare.ts'
import { normalised, type Costs, type Recorder } from './statements.ts'

export type JobPrepare = (server: TestApp, seeded: SeedSeasons) => Promise<void>

const now = ({ ctx }: TestApp, payload: unknown) => ({
  payload,
  dueAt: ctx.now(),
  now: ctx.now(),
})

/** The jobs whose work depends on the seeded members; all others have a fixture of the tests. */
const SEEDED_JOBS: Readonly<Record<string, JobPrepare>> = {
  'season.open': async (server) => {
    await aSeason(server, { startsInDays: 1 })
    server.clock.advance(2 * 86_400_000)
  },
  // The assessment before it is measured by its own kind.
  'round.settle': (server, { season }) =>
    enqueue(server.ctx.db, 'round.settle', now(server, { id: season.roundId, assessment: 'done' })),
  'recap.prepare': async (server, { season, earlier }) => {
    const { db } = server.ctx
    await db.execute(sql`insert into season_standings (season_id, member_id, xp, score)
      select ${earlier.id}, member_id, xp, score from season_standings
      where season_id = ${season.id} on conflict do nothing`)
    await db.execute(sql`update season_rounds set settled_at = end_at
      where season_id = ${earlier.id} and settled_at is null`)
    await enqueue(db, 'recap.prepare', now(server, { id: earlier.id }))
  },
  'league.advance': (server) => enqueue(server.ctx.db, 'league.advance', now(server, null)),
  'season.expire-rewards': (server, { earlier }) =>
    enqueue(server.ctx.db, 'season.expire-rewards', now(server, { id: earlier.id })),
  'ranking.aggregate': (server) => enqueue(server.ctx.db, 'ranking.aggregate', now(server, null)),
  'demo.next-season': async (server) => {
    server.ctx.settings.demo = true
    await enqueue(server.ctx.db, 'demo.next-season', now(server, null))
  },
  [REMIND]: ({ ctx }) => queueReminders(ctx, ctx.now()),
}

/** Returns how a job of every kind is made due. Pushes come last, when many are waiting. */
export function jobScenarios(): Map<string, JobPrepare> {
  const kinds = jobKinds.toSorted(
    (a, b) => Number(a.kind === PUSH_SEND) - Number(b.kind === PUSH_SEND),
  )
  return new Map(
    kinds.map(({ kind }) => {
      const prepare = SEEDED_JOBS[kind] ?? jobFixtures[kind]
      if (!prepare) throw new Error(`${kind} has no scenario in the growth benchmark`)
      return [kind, prepare] as const
    }),
  )
}

/**
 * Runs a job of every kind and reads the metrics. A job that works through all members is ended
 * after the given time; its statements are compared per execution.
 */
export async function measureJobs(
  server: TestApp,
  seeded: SeedSeasons,
  { url, recorder, seconds }: { url: string; recorder: Recorder; seconds: number },
): Promise<Measured[]> {
  const measured: Measured[] = []
  const startedAt = server.clock.now
  for (const [kind, prepare] of jobScenarios()) {
    server.clock.now = startedAt
    // Some fixtures run due jobs; one that works through all members would take hours there.
    await server.ctx.db.execute(sql`delete from jobs where done_at is null`)
    await prepare(server, seeded)
    const { result, costs } = await recorder.record(() =>
      runBounded(server, { kind, url, seconds }),
    )
    measured.push({ source: `job ${kind}`, costs: new Map([...costs, ...result]) })
  }
  server.clock.now = startedAt
  const { costs } = await recorder.record(() => readMetrics(server.ctx))
  measured.push({ source: 'metrics', costs })
  return measured
}

const APPLICATION = 'growth-job'

/**
 * Runs the due jobs of a kind over connections of its own, which are closed at the end. Returns the
 * statements that were ended, whose pages are not known.
 */
async function runBounded(
  { ctx }: TestApp,
  { kind, url, seconds }: { kind: string; url: string; seconds: number },
): Promise<Costs> {
  const kinds = jobKinds.filter((each) => each.kind === kind)
  const database = await openPostgres(
    `${url}?application_name=${APPLICATION}`,
    () => {},
    WORKER_LIMITS,
  )
  const { db } = database
  const worker = createWorker({ ...ctx, db, shared: sharedValues(db) }, kinds)
  const bound = new AbortController()
  const running = worker.runDue().then(
    () => bound.abort(),
    // A job that was ended fails, which is expected.
    () => bound.abort(),
  )
  await sleep(seconds * 1000, undefined, { signal: bound.signal }).catch(() => {})
  const stopping = worker.stop()
  const ended = await runningStatements(ctx.db)
  const endConnections = setInterval(() => {
    ctx.db
      .execute(
        sql`select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = ${APPLICATION} and datname = current_database()`,
      )
      .catch(() => {})
  }, 100)
  await running
  await stopping
  clearInterval(endConnections)
  await database.close()
  return ended
}

/** A statement that has run for longer than this would not end soon. */
const STUCK_MS = 2000

async function runningStatements(db: Db): Promise<Costs> {
  const rows = await rowsOf<{ query: string; ms: string }>(
    db,
    sql`select query, extract(epoch from clock_timestamp() - query_start) * 1000 as ms
      from pg_stat_activity where application_name = ${APPLICATION} and state = 'active'
        and datname = current_database()`,
  )
  return new Map(
    rows
      .filter(({ ms }) => Number(ms) > STUCK_MS)
      .map(({ query, ms }) => [
        normalised(query),
        { calls: 1, buffers: Number.POSITIVE_INFINITY, ms: Number(ms) },
      ]),
  )
}
