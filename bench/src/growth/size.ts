import { openPostgres, type Database } from '../../../apps/server/src/platform/process/db.ts'
import { migrate } from '../../../apps/server/src/platform/process/migrate.ts'
import { withProgress } from '../../../apps/server/src/platform/process/progress.ts'
import { checkLedger } from '../../../apps/server/src/platform/books/ledger-check.ts'
import { checkProgramme } from '../../../apps/server/test/programme-check.ts'
import type { TestApp } from '../../../apps/server/test/test-app.ts'
import { startPostgres } from '../../../tools/postgres.ts'
import { psql } from '../pgbench.ts'
import { startProgram } from '../program.ts'
import { seedMembers, type SeedSeasons } from './seed.ts'
import { RECORDING_SETTINGS } from './statements.ts'
import { makeSeasons, startServer } from './world.ts'

/** Checks of the whole ledger are slow, and no caller waits. */
const LIMITS = {
  connectMs: 60_000,
  statementMs: 900_000,
  answerMs: 910_000,
  idleTransactionMs: 900_000,
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

/** A database server for all sizes, and a push service that accepts everything. */
export type Cluster = { url: string; pushService: string }

/** Runs with a cluster in the given folder, or in a temporary one. */
export async function withCluster<Outcome>(
  home: string | undefined,
  run: (cluster: Cluster) => Promise<Outcome>,
): Promise<Outcome> {
  const cluster = await withProgress('Starting PostgreSQL', () =>
    startPostgres({ settings: SETTINGS, ...(home === undefined ? {} : { home }) }),
  )
  try {
    const sink = await startProgram('push-sink-server.ts', {})
    try {
      return await run({ url: cluster.url, pushService: sink.url.origin })
    } finally {
      await sink.stop()
    }
  } finally {
    await cluster.stop()
  }
}

/** Creates the database of one size and starts the server on it. */
export async function openSize(cluster: Cluster, members: number, { verify = true } = {}) {
  const name = `growth_${members}`
  await psql(cluster.url, `create database ${name}`)
  const url = cluster.url.replace(/postgres$/, name)
  const database = await openPostgres(url, () => {}, LIMITS)
  await migrate(database)
  const server = await startServer({ ...database, url })
  const { pushService } = cluster
  return {
    server,
    url,
    seeded: await seed(server, database, { url, members, pushService, verify }),
  }
}

async function seed(
  server: TestApp,
  database: Database,
  size: { url: string; members: number; pushService: string; verify: boolean },
): Promise<SeedSeasons> {
  const { url, members, pushService, verify } = size
  const seasons = await makeSeasons(server)
  await withProgress(`Seeding ${members} members`, () =>
    seedMembers(database, { members, now: server.clock.now, pushService, ...seasons }),
  )
  await withProgress('Analysing the tables', () => psql(url, 'vacuum (analyze)'))
  if (!verify) return seasons
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
