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
import { printTable } from './compare.ts'
import { psql } from './pgbench.ts'
import { startProgram } from './program.ts'
import type { Section } from './section.ts'
import { openDashboard, type OpenedDashboard } from './statistics-dashboard.ts'
import { fillDays, fillMembers } from './statistics-fill.ts'
import type { StatisticsTask } from './statistics-run.ts'
import { measureWrites, type StatisticsWrites } from './statistics-writes.ts'
import { OPERATOR_TOKEN } from './with-members.ts'

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

const DASHBOARD_SECONDS = 2
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
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    APPROVALS: 'off',
    LOG_LEVEL: 'error',
    DATABASE_URL: cluster.url,
    SOLSTICE_DATA: folder,
    OPERATOR_TOKEN,
    BENCH_WORKER: 'none',
  }
  const task = async (name: string): Promise<StatisticsTask> => {
    const file = join(ROOT, 'bench/src/statistics-run.ts')
    const { stdout } = await run(process.execPath, [file, name], { env })
    return JSON.parse(stdout) as StatisticsTask // Printed by statistics-run.ts.
  }
  try {
    const { seasonId = 0, startAt = '' } = await task('season')
    const filled = { seasonId, members, startAt }
    await withProgress('Filling the ledger', async () => {
      await psql(cluster.url, fillMembers(filled))
      await psql(cluster.url, fillDays(filled))
      await psql(cluster.url, 'vacuum analyze')
    })
    const { db, close } = await openPostgres(cluster.url, () => {})
    try {
      const transactions = await countTransactions(db)
      const aggregated = await withProgress('Aggregating', () => task('aggregate'))
      const shown = await withProgress('Opening the dashboard', () => dashboardOf(env, seasonId))
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

async function dashboardOf(env: NodeJS.ProcessEnv, seasonId: number): Promise<OpenedDashboard> {
  const server = await startProgram('member-server.ts', env)
  try {
    return await openDashboard(server.url, seasonId)
  } finally {
    await server.stop()
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
export function statisticsWritesText({ walBytes, statements }: StatisticsWrites): string {
  return (
    `A paid spin runs ${statements.ours} statements with aggregation and ${statements.theirs} ` +
    `without. It writes ${walBytes.ours.toFixed(0)} bytes of the write-ahead log with the tables ` +
    `of statistics and ${walBytes.theirs.toFixed(0)} without them.`
  )
}
