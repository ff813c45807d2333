import { openPostgres, type Database } from '../../../apps/server/src/platform/process/db.ts'
import { migrate } from '../../../apps/server/src/platform/process/migrate.ts'
import { withProgress } from '../../../apps/server/src/platform/process/progress.ts'
import { checkLedger } from '../../../apps/server/src/platform/books/ledger-check.ts'
import { checkProgramme } from '../../../apps/server/test/programme-check.ts'
import type { TestApp } from '../../../apps/server/test/test-app.ts'
import { startPostgres } from '../../../tools/postgres.ts'
import { psql } from '../pgbench.ts'
import { startProgram } from '../program.ts'
import { callScenarios } from './calls.ts'
import { compareSizes, isAccepted, type Growth, type Measured } from './compare.ts'
import { measureJobs } from './jobs.ts'
import { LISTED } from './listed.ts'
import { fingerprint, growthTable } from './report.ts'
import { seedMembers, type SeedSeasons } from './seed.ts'
import { medianCosts, openRecorder, RECORDING_SETTINGS, type Recorder } from './statements.ts'
import { measureWhole } from './whole.ts'
import { wholeText } from './whole-jobs.ts'
import { makeSeasons, makeWorld, startServer } from './world.ts'

export type GrowthOptions = {
  small: number
  large: number
  /** The longest time that one job may take at each size. */
  jobSeconds: number
  /** The folder of the cluster. */
  home: string | undefined
}

const started = ({ home }: Pick<GrowthOptions, 'home'>) =>
  withProgress('Starting PostgreSQL', () =>
    startPostgres({ settings: SETTINGS, ...(home === undefined ? {} : { home }) }),
  )

/** The warm runs of each call, after one that is not counted. */
const RUNS = 3
const SLOW_MS = 5000
/** Checks of the whole ledger are slow, and no caller waits. */
const LIMITS = {
  connectMs: 60_000,
  statementMs: 900_000,
  answerMs: 910_000,
  idleTransactionMs: 900_000,
}

/** A row that grows without a listed reason fails the benchmark. */
export type GrowthRow = Growth & { id: string; ok: boolean }

/** Compares every statement at two sizes. */
export async function measureGrowth(options: GrowthOptions): Promise<GrowthRow[]> {
  const { small, large } = options
  const cluster = await started(options)
  const sink = await startProgram('push-sink-server.ts', {})
  try {
    const measure = (members: number) =>
      measureSize(cluster.url, { members, pushService: sink.url.origin }, options)
    const before = await measure(small)
    const after = await measure(large)
    return compareSizes(before, after).map((row) => ({
      id: fingerprint(row.text),
      ...row,
      ok: isAccepted(row, LISTED),
    }))
  } finally {
    await sink.stop()
    await cluster.stop()
  }
}

/** Prints the statements that take noticeable time, and whether any grows. */
export function printGrowth(rows: readonly GrowthRow[]): void {
  console.log(growthTable(rows, LISTED))
  const failures = rows.filter(({ ok }) => !ok).length
  console.log(
    failures === 0
      ? 'All statements are flat or listed.'
      : `${failures} statements grow and are not listed.`,
  )
}

/** Runs the jobs for all members of the large size to their end and prints their cost. */
export async function measureWholeJobs(options: GrowthOptions): Promise<void> {
  const { large } = options
  const cluster = await started(options)
  const sink = await startProgram('push-sink-server.ts', {})
  try {
    const { server, seeded, url } = await openSize(cluster.url, large, sink.url.origin)
    await server.close()
    console.log(wholeText(large, await measureWhole(url, seeded)))
  } finally {
    await sink.stop()
    await cluster.stop()
  }
}

const SETTINGS = [
  ...RECORDING_SETTINGS,
  // As for a server with a million members.
  'shared_buffers=2GB',
  'max_wal_size=8GB',
  'checkpoint_timeout=30min',
  // The benchmark analyses and vacuums itself, so that both sizes are measured alike.
  'autovacuum=off',
]

/** Creates the database of one size and starts the server on it. */
async function openSize(clusterUrl: string, members: number, pushService: string) {
  const name = `growth_${members}`
  await psql(clusterUrl, `create database ${name}`)
  const url = clusterUrl.replace(/postgres$/, name)
  const database = await openPostgres(url, () => {}, LIMITS)
  await migrate(database)
  const server = await startServer({ ...database, url })
  return { server, url, seeded: await seed(server, database, { url, members, pushService }) }
}

async function measureSize(
  clusterUrl: string,
  { members, pushService }: { members: number; pushService: string },
  { jobSeconds }: GrowthOptions,
): Promise<Measured[]> {
  const { server, url, seeded } = await openSize(clusterUrl, members, pushService)
  const recorder = await openRecorder(url)
  try {
    const calls = await measureCalls(server, seeded, recorder)
    const jobs = await withProgress(`Running every job with ${members} members`, () =>
      measureJobs(server, seeded, { url, recorder, seconds: jobSeconds }),
    )
    return [...calls, ...jobs]
  } finally {
    await recorder.close()
    await server.close()
  }
}

async function seed(
  server: TestApp,
  database: Database,
  { url, members, pushService }: { url: string; members: number; pushService: string },
): Promise<SeedSeasons> {
  const seasons = await makeSeasons(server)
  await withProgress(`Seeding ${members} members`, () =>
    seedMembers(database, { members, now: server.clock.now, pushService, ...seasons }),
  )
  await withProgress('Analysing the tables', () => psql(url, 'vacuum (analyze)'))
  const problems = await withProgress('Checking ledger and programme', async () => [
    ...(await checkLedger(database.db)),
    ...(await checkProgramme(database.db)),
  ])
  if (problems.length > 0) {
    const [first] = problems
    throw new Error(`The seed breaks ${problems.length} rules: ${first?.rule} (${first?.where})`)
  }
  return seasons
}

async function measureCalls(
  server: TestApp,
  seeded: SeedSeasons,
  recorder: Recorder,
): Promise<Measured[]> {
  const world = await makeWorld(server, seeded)
  const measured: Measured[] = []
  const problems: string[] = []
  const scenarios = callScenarios()
  await withProgress(`Making ${scenarios.length} calls`, async () => {
    for (const { name, scenario } of scenarios) {
      try {
        const runs = []
        for (let run = 0; run <= RUNS; run += 1) {
          const call = await scenario(world)
          const startedAt = performance.now()
          const { result, costs } = await recorder.record(() => world.alone(call))
          if (result.code !== 0) throw new Error(`answered ${result.code}`)
          runs.push(costs)
          // Further runs of a slow call would show the same.
          if (performance.now() - startedAt > SLOW_MS) break
        }
        const warm = runs.length > 1 ? runs.slice(1) : runs
        measured.push({ source: name, costs: medianCosts(warm) })
      } catch (error) {
        problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
  })
  await world.pushService.close()
  if (problems.length > 0) throw new Error(`Some calls failed:\n${problems.join('\n')}`)
  return measured
}
