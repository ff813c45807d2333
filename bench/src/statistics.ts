import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { openPostgres, rowsOf, type Db } from '../../apps/server/src/platform/process/db.ts'
import { withProgress } from '../../apps/server/src/platform/process/progress.ts'
import { startPostgres } from '../../tools/postgres.ts'
import { ROOT } from '../../tools/run-step.ts'
import { printTable, type Result } from './compare.ts'
import type { Load } from './load.ts'
import { psql } from './pgbench.ts'
import { startProgram } from './program.ts'
import type { BenchOptions, Section } from './section.ts'
import { spinsPerSecond, type SpinRun } from './spin.ts'
import { FILLED_DAYS, fillDay, fillMembers } from './statistics-fill.ts'
import type { StatisticsTask } from './statistics-run.ts'
import { withMembers } from './with-members.ts'

/** The dashboard of a season of a size, and missions executed while statistics are aggregated. */
export const STATISTICS: Section<StatisticsRow> = {
  takes: '10 min',
  usesPostgres: true,
  onlyByName: true,
  run: async (options) => [
    ...(await measureDashboard(options.members, options.growth.home)),
    await measureWrites(options),
  ],
  print: printStatistics,
}

export type StatisticsRow = StatisticsMeasure | StatisticsWrites

export type StatisticsMeasure = {
  name: string
  members: number
  transactions: number
  seconds: number
  /** The longest time that is accepted, if there is one. */
  limit?: number
  ok: boolean
}

/** Missions executed while a process aggregates them, and while nothing does. */
export type StatisticsWrites = Result & {
  /** The mean bytes of the write-ahead log per mission, after runs with and without aggregation. */
  walBytes: { ours: number; theirs: number }
}

/** Aggregating while missions are executed may cost at most a tenth of their rate. */
const TARGET = 0.9
const DASHBOARD_SECONDS = 2
/** The writes of which the bytes of the write-ahead log are counted. */
const LOGGED: Load = { clients: 1, seconds: 5 }

const run = promisify(execFile)

async function measureDashboard(
  members: number,
  home: string | undefined,
): Promise<StatisticsMeasure[]> {
  const cluster = await startPostgres({
    durable: true,
    ...(home === undefined ? {} : { home }),
    settings: ['max_wal_size=4GB'],
  })
  const folder = mkdtempSync(join(tmpdir(), 'solstice-bench-data-'))
  const task = async (name: string, seasonId = 0): Promise<StatisticsTask> => {
    const env = {
      ...process.env,
      NODE_ENV: 'development',
      LOG_LEVEL: 'error',
      DATABASE_URL: cluster.url,
      SOLSTICE_DATA: folder,
    }
    const file = join(ROOT, 'bench/src/statistics-run.ts')
    const { stdout } = await run(process.execPath, [file, name, String(seasonId)], { env })
    return JSON.parse(stdout) as StatisticsTask // Printed by statistics-run.ts.
  }
  try {
    const { seasonId = 0, startAt = '' } = await task('season')
    const filled = { seasonId, members, startAt }
    await withProgress('Filling the ledger', async () => {
      await psql(cluster.url, fillMembers(filled))
      for (let day = 0; day < FILLED_DAYS; day += 1) await psql(cluster.url, fillDay(filled, day))
      await psql(cluster.url, 'vacuum analyze')
    })
    const { db, close } = await openPostgres(cluster.url, () => {})
    try {
      const transactions = await countTransactions(db)
      const aggregated = await withProgress('Aggregating', () => task('aggregate', seasonId))
      const shown = await withProgress('Opening the dashboard', () => task('dashboard', seasonId))
      const isEqual = String(shown.xp) === String(await ledgerXp(db, seasonId))
      const of = { members, transactions }
      return [
        { name: 'aggregating all days', ...of, seconds: aggregated.seconds, ok: isEqual },
        {
          name: 'opening the dashboard',
          ...of,
          seconds: shown.seconds,
          limit: DASHBOARD_SECONDS,
          ok: isEqual && shown.seconds < DASHBOARD_SECONDS,
        },
      ]
    } finally {
      await close()
    }
  } finally {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function countTransactions(db: Db): Promise<number> {
  const [row] = await rowsOf<{ count: string }>(db, sql`select count(*) from ledger_transactions`)
  return Number(row?.count)
}

/** Returns the XP of each day by the ledger alone. */
async function ledgerXp(db: Db, seasonId: number): Promise<number[]> {
  const rows = await rowsOf<{ xp: string }>(
    db,
    sql`select sum(e.amount)::text as xp from ledger_entries e
      join ledger_transactions t on t.id = e.transaction_id
      join ledger_accounts a on a.id = e.account_id
      where a.member_id is not null and a.asset = 'XP' and a.scope = ${`season:${seasonId}`}
      group by ((t.created_at at time zone 'UTC') + interval '4 hours')::date
      order by ((t.created_at at time zone 'UTC') + interval '4 hours')::date`,
  )
  return rows.map(({ xp }) => Number(xp))
}

/** The server does not aggregate itself, so that the other process can be switched. */
function measureWrites({ load, measure }: BenchOptions): Promise<StatisticsWrites> {
  return withMembers(
    async ({ databaseUrl, server, env, sessions, makeSeason }) => {
      const aggregator = await startProgram('statistics-aggregator.ts', env)
      const tell = async (action: string) => {
        const { ok } = await fetch(new URL(action, aggregator.url), { method: 'POST' })
        if (!ok) throw new Error(`The aggregator failed at ${action}`)
      }
      const spins: SpinRun = { server: server.url, sessions, seasonId: await makeSeason() }
      const perSecond = (actions: readonly string[]) => async () => {
        // Each round begins with nothing left to aggregate.
        for (const action of ['/stop', '/all', ...actions]) await tell(action)
        return spinsPerSecond(spins, load)
      }
      try {
        const result = await measure({
          name: 'a mission executed while statistics are aggregated, as a paid spin',
          target: TARGET,
          ours: { name: 'with aggregation', perSecond: perSecond(['/start']) },
          theirs: { name: 'without', perSecond: perSecond([]) },
        })
        for (const action of ['/stop', '/all']) await tell(action)
        const ours = await walBytesPerSpin(databaseUrl, spins)
        await aggregator.stop()
        await psql(databaseUrl, DROP_STATISTICS)
        return { ...result, walBytes: { ours, theirs: await walBytesPerSpin(databaseUrl, spins) } }
      } finally {
        await aggregator.stop()
      }
    },
    { BENCH_WORKER: 'none' },
  )
}

const DROP_STATISTICS = `drop table statistics_progress, season_days, season_attendance,
  season_participants, season_draws, season_payments, season_refusals, season_snapshots, push_days`

/** Page images follow a checkpoint, so they depend on the time and are switched off. */
async function walBytesPerSpin(databaseUrl: string, spins: SpinRun): Promise<number> {
  await psql(databaseUrl, 'alter system set full_page_writes = off')
  await psql(databaseUrl, 'select pg_reload_conf()')
  const { db, close } = await openPostgres(databaseUrl, () => {})
  try {
    const before = await written(db, spins)
    await spinsPerSecond(spins, LOGGED)
    const after = await written(db, spins)
    return (after.bytes - before.bytes) / (after.spins - before.spins)
  } finally {
    await close()
  }
}

async function written(db: Db, { seasonId }: SpinRun): Promise<{ bytes: number; spins: number }> {
  const [row] = await rowsOf<{ bytes: string; spins: string }>(
    db,
    sql`select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as bytes,
      (select count(*) from histories where season_id = ${seasonId}) as spins`,
  )
  return { bytes: Number(row?.bytes), spins: Number(row?.spins) }
}

export const isStatisticsWrites = (row: StatisticsRow): row is StatisticsWrites => 'walBytes' in row

function printStatistics(rows: readonly StatisticsRow[]): void {
  console.table(
    rows
      .filter((row): row is StatisticsMeasure => !isStatisticsWrites(row))
      .map(({ name, members, transactions, seconds, limit, ok }) => ({
        task: name,
        members,
        transactions,
        seconds: Number(seconds.toFixed(3)),
        limit: limit ?? '',
        met: ok ? 'yes' : 'NO',
      })),
  )
  const writes = rows.filter((row) => isStatisticsWrites(row))
  printTable(writes)
  for (const row of writes) console.log(statisticsWritesText(row))
}

/** States what the ratio does not show. */
export function statisticsWritesText({ walBytes: { ours, theirs } }: StatisticsWrites): string {
  return (
    `A paid spin writes ${ours.toFixed(0)} bytes of the write-ahead log with statistics and ` +
    `${theirs.toFixed(0)} without their tables, in the same statements.`
  )
}
