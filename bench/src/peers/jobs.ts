import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPool } from '../../../apps/server/src/platform/process/postgres-pool.ts'
import { withProgress } from '../../../apps/server/src/platform/process/progress.ts'
import { percentilesOf, type Percentiles } from '../../../apps/server/test/load/percentiles.ts'
import { startPostgres } from '../../../tools/postgres.ts'
import { printTable, type Result } from '../compare.ts'
import { measureAll, type BenchOptions, type Section } from '../section.ts'
import { createDatabase } from '../side.ts'
import { openGraphileWorker, openOurs, openPgBoss, type OpenQueue, type Queue } from './queues.ts'

/** The jobs of one round. */
const JOBS = 2000
const LATENCY_SAMPLES = 40
/** Samples start at random moments of a polling interval. */
const LATENCY_PAUSE_MS = 600

/** How one queue behaves beyond its rate. */
type Behaviour = {
  /** Milliseconds from enqueueing one job in an idle queue until its handler runs. */
  latency: Percentiles
  /** Connections to the database while a worker waits for jobs. */
  connections: number
}

export type JobsResult = Result & { behaviour: { ours: Behaviour; theirs: Behaviour } }

/** Enqueues and runs jobs that do nothing, each enqueued by itself as a request does it. */
export const PEER_JOBS: Section<JobsResult> = {
  takes: '3 min',
  usesPostgres: true,
  run: measureJobs,
  print: (results) => {
    printTable(results)
    for (const result of results) console.log(jobsText(result))
  },
}

/** Formats the results that the ratio does not show. */
export function jobsText({ ours, theirs, behaviour }: JobsResult): string {
  const text = (name: string, { latency, connections }: Behaviour) =>
    `${name}: ${latency.p50.toFixed(0)} ms (p50) and ${latency.p99.toFixed(0)} ms (p99) until an idle worker runs a job, ${connections} connections`
  return `${text(ours.name, behaviour.ours)}. ${text(theirs.name, behaviour.theirs)}.`
}

type Opened = Queue & {
  databaseUrl: string
  /** Waits until so many jobs have run since the last call. */
  untilRun: (count: number) => Promise<void>
}

async function measureJobs(options: BenchOptions): Promise<JobsResult[]> {
  const cluster = await withProgress('Starting PostgreSQL', () => startPostgres({ durable: true }))
  const folder = mkdtempSync(join(tmpdir(), 'solstice-bench-data-'))
  const opened: Opened[] = []
  const open = async (name: string, openQueue: OpenQueue) => {
    const databaseUrl = await createDatabase(cluster.url, name)
    const queue = await openCounted(openQueue, { databaseUrl, folder })
    opened.push(queue)
    return queue
  }
  try {
    const ours = await withProgress('Opening our jobs', () => open('ours', openOurs))
    const boss = await open('boss', openPgBoss)
    const graphile = await open('graphile', openGraphileWorker)
    const results = await measureAll(
      [boss, graphile].map((theirs) => ({
        name: `jobs, beside ${theirs.name.replace(/,.*/, '')}`,
        ours: { name: ours.name, perSecond: () => jobsPerSecond(ours, options.load.clients) },
        theirs: { name: theirs.name, perSecond: () => jobsPerSecond(theirs, options.load.clients) },
      })),
      options,
    )
    const behaviourOf = new Map<string, Behaviour>()
    for (const queue of opened) {
      const measure = () => behaviour(queue)
      behaviourOf.set(queue.name, await withProgress(`Waiting for ${queue.name}`, measure))
    }
    const found = (name: string): Behaviour => {
      const each = behaviourOf.get(name)
      if (!each) throw new Error(`${name} was not measured`)
      return each
    }
    return results.map((result) => ({
      ...result,
      behaviour: { ours: found(result.ours.name), theirs: found(result.theirs.name) },
    }))
  } finally {
    for (const queue of opened) await queue.close()
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function openCounted(
  openQueue: OpenQueue,
  at: { databaseUrl: string; folder: string },
): Promise<Opened> {
  let count = 0
  let waiting: { count: number; resolve: () => void } | undefined
  const check = () => {
    if (!waiting || count < waiting.count) return
    count -= waiting.count
    waiting.resolve()
    waiting = undefined
  }
  const queue = await openQueue(at, () => {
    count += 1
    check()
  })
  const untilRun = (expected: number) =>
    new Promise<void>((resolve) => {
      waiting = { count: expected, resolve }
      check()
    })
  return { ...queue, databaseUrl: at.databaseUrl, untilRun }
}

/** Enqueues all jobs, then runs them; the rate covers both. */
async function jobsPerSecond(queue: Opened, clients: number): Promise<number> {
  const startedAt = performance.now()
  let next = 0
  const enqueueNext = async (): Promise<void> => {
    for (let job = next++; job < JOBS; job = next++) await queue.enqueue(job)
  }
  await Promise.all(Array.from({ length: clients }, enqueueNext))
  const done = queue.untilRun(JOBS)
  await queue.start()
  await done
  const seconds = (performance.now() - startedAt) / 1000
  await queue.stop()
  return JOBS / seconds
}

async function behaviour(queue: Opened): Promise<Behaviour> {
  await queue.start()
  const durations: number[] = []
  for (let sample = 0; sample < LATENCY_SAMPLES; sample += 1) {
    await sleep(Math.random() * LATENCY_PAUSE_MS)
    const startedAt = performance.now()
    const done = queue.untilRun(1)
    await queue.enqueue(sample)
    await done
    durations.push(performance.now() - startedAt)
  }
  const connections = await countConnections(queue.databaseUrl)
  await queue.stop()
  return { latency: percentilesOf(durations), connections }
}

/** Counts the connections to this database without its own. */
async function countConnections(databaseUrl: string): Promise<number> {
  const pool = createPool(databaseUrl, () => {})
  try {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`,
    )
    return rows[0]?.count ?? 0
  } finally {
    await pool.end()
  }
}
