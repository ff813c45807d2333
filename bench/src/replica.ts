import { sql } from 'drizzle-orm'
import { openPostgres, rowsOf, type Db } from '../../apps/server/src/platform/process/db.ts'
import { withProgress } from '../../apps/server/src/platform/process/progress.ts'
import { startReplication } from '../../apps/server/test/replication.ts'
import { findPostgresBin } from '../../tools/postgres.ts'
import { printTable, type Comparison, type Result } from './compare.ts'
import { requestsPerSecond, requestText, type Load } from './load.ts'
import { median } from './median.ts'
import { psql } from './pgbench.ts'
import { startProgram } from './program.ts'
import { measureAll, type BenchOptions, type Section } from './section.ts'
import { spinsPerSecond, type SpinRun } from './spin.ts'
import { written } from './wal-bytes.ts'
import { withMembers, type MemberServer } from './with-members.ts'

/** Reading the position after each write may cost at most a tenth of the rate of writes. */
const WRITE_TARGET = 0.9
/** The members who read, each with the position of a reply. */
const READERS = 50
/** The writes of which statements and bytes of the log are counted. */
const COUNTED: Load = { clients: 1, seconds: 2 }

/** The cost of a write with a replica and without one, per write. */
export type ReplicaCost = { name: string; with: number; without: number; ok: boolean }
export type ReplicaRow = Result | ReplicaCost

const isCost = (row: ReplicaRow): row is ReplicaCost => 'with' in row

export const REPLICA: Section<ReplicaRow> = {
  takes: '3 min',
  usesPostgres: true,
  run: measureReplica,
  print: (rows) => {
    printTable(rows.filter((row): row is Result => !isCost(row)))
    for (const row of rows.filter(isCost)) console.log(costText(row))
  },
}

function costText({ name, with: ours, without }: ReplicaCost): string {
  return `${name}: ${ours.toFixed(1)} with a replica, ${without.toFixed(1)} without`
}

function measureReplica(options: BenchOptions): Promise<ReplicaRow[]> {
  return withMembers((members) => measureOn(members, options), { BENCH_WORKER: 'none' }, [
    'shared_preload_libraries=pg_stat_statements',
  ])
}

async function measureOn(
  { databaseUrl, server, env, sessions, makeSeason }: MemberServer,
  options: BenchOptions,
): Promise<ReplicaRow[]> {
  const bin = findPostgresBin()
  if (!bin) throw new Error('PostgreSQL is not installed: run `node tools/packages.ts`')
  await psql(databaseUrl, 'create extension pg_stat_statements')
  const replication = await startReplication(bin, { durable: true, of: databaseUrl })
  try {
    const standby = await withProgress('Copying the database', () => replication.addStandby())
    const settings = { ...env, DATABASE_REPLICA_URL: standby.url }
    const replicaServer = await startProgram('member-server.ts', settings)
    const { db, close } = await openPostgres(databaseUrl, () => {})
    try {
      const off = { server: server.url, sessions, seasonId: await makeSeason() }
      const on = { server: replicaServer.url, sessions, seasonId: await makeSeason() }
      // Images of whole pages follow a checkpoint, so they depend on the time.
      await psql(databaseUrl, 'alter system set full_page_writes = off')
      await psql(databaseUrl, 'select pg_reload_conf()')
      const costs = await costsOf(db, { on, off }, options.rounds)
      const comparisons = [writeComparison(on, off, options.load), readComparison(on, off, options)]
      return [...(await measureAll(comparisons, options)), ...costs]
    } finally {
      await close()
      await replicaServer.stop()
    }
  } finally {
    await replication.stop()
  }
}

function writeComparison(on: SpinRun, off: SpinRun, load: Load): Comparison {
  return {
    name: 'a mission executed with its position, as a paid spin',
    target: WRITE_TARGET,
    ours: { name: 'with a replica', perSecond: () => spinsPerSecond(on, load) },
    theirs: { name: 'without', perSecond: () => spinsPerSecond(off, load) },
  }
}

/** Both databases share the processors of this machine, so the ratio shows the cost, not the gain. */
function readComparison(on: SpinRun, off: SpinRun, { load }: BenchOptions): Comparison {
  return {
    name: 'a ranking read',
    ours: {
      name: 'from a standby',
      perSecond: async () => {
        const placed = await placedSessions(on)
        return rankingsPerSecond({ ...on, sessions: placed }, load)
      },
    },
    theirs: {
      name: 'from the primary',
      perSecond: () =>
        rankingsPerSecond({ ...off, sessions: off.sessions.slice(0, READERS) }, load),
    },
  }
}

const rankingPath = ({ seasonId }: SpinRun) => `/v1/private/seasons/${seasonId}/rankings`

function rankingsPerSecond(run: SpinRun, load: Load): Promise<number> {
  const { server, sessions } = run
  return requestsPerSecond(server, load, (turn) =>
    requestText(server, {
      path: rankingPath(run),
      headers: { cookie: sessions[turn % sessions.length] ?? '' },
    }),
  )
}

/** Returns the cookies of the readers with the position that a first read gives them. */
async function placedSessions(run: SpinRun): Promise<string[]> {
  const placed: string[] = []
  for (const cookie of run.sessions.slice(0, READERS)) {
    const reply = await fetch(new URL(rankingPath(run), run.server), { headers: { cookie } })
    const position = reply.headers.getSetCookie()[0]?.split(';', 1)[0]
    if (!reply.ok || position === undefined) throw new Error('A read received no position')
    placed.push(`${cookie}; ${position}`)
  }
  return placed
}

/** Counts one write after another, in alternating order, and returns the medians. */
async function costsOf(
  db: Db,
  runs: Record<'on' | 'off', SpinRun>,
  rounds: number,
): Promise<ReplicaCost[]> {
  const found = { on: [] as Count[], off: [] as Count[] }
  for (let round = 0; round <= rounds; round += 1) {
    const order = round % 2 === 0 ? (['on', 'off'] as const) : (['off', 'on'] as const)
    for (const side of order) {
      const count = await countWrites(db, runs[side])
      // The first round prepares the statements.
      if (round > 0) found[side].push(count)
    }
  }
  const row = (name: string, of: (count: Count) => number, isOk: (added: number) => boolean) => {
    const [ours, without] = [median(found.on.map(of)), median(found.off.map(of))]
    return { name, with: ours, without, ok: isOk(ours - without) }
  }
  return [
    row(
      'statements per write',
      ({ statements }) => statements,
      (added) => added < 1.1,
    ),
    row(
      'bytes of the log per write',
      ({ bytes }) => bytes,
      () => true,
    ),
  ]
}

type Count = { statements: number; bytes: number }

async function countWrites(db: Db, run: SpinRun): Promise<Count> {
  await rowsOf(db, sql`select pg_stat_statements_reset()`)
  const before = await written(db, run)
  await spinsPerSecond(run, COUNTED)
  const after = await written(db, run)
  // Leaves out the measurement and the samples of the primary, which are taken every second.
  const [row] = await rowsOf<{ calls: string }>(
    db,
    sql`select sum(calls) as calls from pg_stat_statements
      where query !~ 'pg_stat_statements|pg_wal_lsn_diff|pg_control_system'`,
  )
  const writes = after.spins - before.spins
  return { statements: Number(row?.calls) / writes, bytes: (after.bytes - before.bytes) / writes }
}
