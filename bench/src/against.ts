import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openPglite } from '../../apps/server/src/platform/process/db.ts'
import { withProgress } from '../../apps/server/src/platform/process/progress.ts'
import { startPostgres } from '../../tools/postgres.ts'
import { ROOT } from '../../tools/run-step.ts'
import { compare, type Comparison, type Result } from './compare.ts'
import { requestsPerSecond, requestText, type Load } from './load.ts'
import { psql } from './pgbench.ts'
import { perProcessorSecond } from './processor-time.ts'
import { startProgram, type Program } from './program.ts'
import { ROUND_TRIPS } from './round-trips.ts'
import { giveTickets } from './spin.ts'
import { MAKE_MEMBERS, MEMBERS } from './statements.ts'

const ENGINES = ['postgres', 'pglite'] as const
type Engine = (typeof ENGINES)[number]

/** A checkout must reach at least this share of the other one's rate. */
const TARGET = 0.9
const OPERATOR_TOKEN = 'sol_op_for_the_benchmark_and_nothing_else'

/** The server of one checkout with its own database, members and season. */
type Side = {
  server: URL
  trips: URL
  pids: readonly (number | undefined)[]
  sessions: string[]
  seasonId: number
}

type Options = {
  rounds: number
  load: Load
  /** The prefix of the names to measure. */
  only: string | undefined
  /**
   * Measures rates per second of processor time, including the database, for use on a busy machine.
   */
  byProcessor: boolean
}

/** Measures this checkout and another one in alternating rounds, on both engines. */
export async function compareCheckouts(
  checkout: string,
  { rounds, load, only, byProcessor }: Options,
): Promise<Result[]> {
  const results: Result[] = []
  for (const engine of ENGINES.filter((name) => (only ?? name).startsWith(name))) {
    const programs: Program[] = []
    const folders: string[] = []
    const cluster = engine === 'postgres' ? await startPostgres({ durable: true }) : undefined
    try {
      const start = async (root: string, database: string) => {
        const folder = mkdtempSync(join(tmpdir(), 'solstice-bench-data-'))
        folders.push(folder)
        const url = cluster && (await createDatabase(cluster.url, database))
        return startSide(root, folder, url, programs)
      }
      const [ours, theirs] = await withProgress(`Starting two servers on ${engine}`, () =>
        Promise.all([start(ROOT, 'ours'), start(resolve(checkout), 'theirs')]),
      )
      for (const comparison of comparisons(engine, { ours, theirs }, { load, byProcessor })) {
        if (!comparison.name.startsWith(only ?? '')) continue
        const result = await withProgress(`Measuring ${comparison.name}`, () =>
          compare(comparison, rounds),
        )
        console.log(`${result.name}: ${result.ratio.toFixed(2)}`)
        results.push(result)
      }
    } finally {
      for (const program of programs) await program.stop()
      await cluster?.stop()
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    }
  }
  return results
}

async function createDatabase(clusterUrl: string, name: string): Promise<string> {
  await psql(clusterUrl, `create database ${name}`)
  const url = new URL(clusterUrl)
  url.pathname = `/${name}`
  return url.href
}

async function startSide(
  root: string,
  folder: string,
  databaseUrl: string | undefined,
  programs: Program[],
): Promise<Side> {
  const env = {
    NODE_ENV: 'development',
    LOG_LEVEL: 'silent',
    SOLSTICE_DATA: folder,
    OPERATOR_TOKEN,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  }
  const start = () => startProgram('member-server.ts', env, root)
  // The embedded database allows one process at a time, so the server stops while it is filled.
  const first = await start()
  const made = await fetch(new URL('/bench/season', first.url), { method: 'POST' })
  const { seasonId } = (await made.json()) as { seasonId: number } // Sent by member-server.ts.
  await first.stop()
  await fill(folder, databaseUrl, [...MAKE_MEMBERS, giveTickets(seasonId)])
  const server = await start()
  programs.push(server)
  const reply = await fetch(new URL(`/bench/sessions?last=${MEMBERS}`, server.url))
  const sessions = (await reply.json()) as string[] // Sent by member-server.ts.
  const tripsFolder = join(folder, 'round-trips')
  const trips = await startProgram('round-trips.ts', {
    ...env,
    CHECKOUT: root,
    SOLSTICE_DATA: tripsFolder,
  })
  programs.push(trips)
  return {
    server: server.url,
    trips: trips.url,
    pids: [server.pid, trips.pid],
    sessions,
    seasonId,
  }
}

async function fill(
  folder: string,
  databaseUrl: string | undefined,
  statements: readonly string[],
): Promise<void> {
  if (databaseUrl !== undefined) {
    for (const statement of statements) await psql(databaseUrl, statement)
    return
  }
  const database = await openPglite(folder)
  await database.runScript(statements.join(';\n'))
  await database.close()
}

function comparisons(
  engine: Engine,
  { ours, theirs }: { ours: Side; theirs: Side },
  { load, byProcessor }: Pick<Options, 'load' | 'byProcessor'>,
): Comparison[] {
  const comparison = (name: string, rate: (side: Side) => Promise<number>): Comparison => {
    const measure = (checkout: string, side: Side, other: Side) => ({
      name: checkout,
      perSecond: () =>
        byProcessor
          ? perProcessorSecond(
              () => rate(side),
              (pid) => other.pids.includes(pid),
            )
          : rate(side),
    })
    return {
      name: `${engine}: ${name}`,
      target: TARGET,
      ours: measure('this checkout', ours, theirs),
      theirs: measure('the other', theirs, ours),
    }
  }
  const call = (name: string, request: (side: Side, turn: number) => string): Comparison =>
    comparison(name, (side) => requestsPerSecond(side.server, load, (turn) => request(side, turn)))
  const trip = (name: string): Comparison =>
    comparison(name, (side) => callRoundTrips(side.trips, name, load))
  const cookie = ({ sessions }: Side, turn: number) => sessions[turn % sessions.length] ?? ''
  return [
    ...Object.keys(ROUND_TRIPS).map(trip),
    call('GET users/me', (side, turn) =>
      requestText(side.server, {
        path: '/v1/private/users/me',
        headers: { cookie: cookie(side, turn) },
      }),
    ),
    call('GET missions', (side, turn) =>
      requestText(side.server, {
        path: `/v1/private/seasons/${side.seasonId}/missions`,
        headers: { cookie: cookie(side, turn) },
      }),
    ),
    call('POST execute, a paid spin', (side, turn) =>
      requestText(side.server, {
        method: 'POST',
        path: `/v1/private/seasons/${side.seasonId}/missions/2/execute`,
        headers: {
          origin: side.server.origin,
          cookie: cookie(side, turn),
          'idempotency-key': `${performance.now()}-${turn}`,
        },
        body: { clientSeed: 'bench' },
      }),
    ),
    call('POST adjustments, by an operator', (side, turn) =>
      requestText(side.server, {
        method: 'POST',
        path: `/v1/operator/members/${1 + (turn % MEMBERS)}/adjustments`,
        headers: {
          authorization: `Bearer ${OPERATOR_TOKEN}`,
          'idempotency-key': `${performance.now()}-${turn}`,
        },
        body: { asset: 'XP', amount: '1', reason: 'Benchmark' },
      }),
    ),
  ]
}

async function callRoundTrips(url: URL, name: string, { clients, seconds }: Load): Promise<number> {
  const query = new URLSearchParams({ name, clients: `${clients}`, seconds: `${seconds}` })
  const reply = await fetch(new URL(`/?${query.toString()}`, url))
  if (!reply.ok) throw new Error(`round-trips.ts returned ${await reply.text()}`)
  return Number(await reply.text())
}
