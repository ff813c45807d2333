import { sql } from 'drizzle-orm'
import { openPostgres, rowsOf, type Db } from '../../apps/server/src/platform/process/db.ts'
import type { Result } from './compare.ts'
import { RECORDING_SETTINGS } from './growth/statements.ts'
import type { Load } from './load.ts'
import { psql } from './pgbench.ts'
import { startProgram } from './program.ts'
import type { BenchOptions } from './section.ts'
import { spinsPerSecond, type SpinRun } from './spin.ts'
import { written } from './wal-bytes.ts'
import { withMembers } from './with-members.ts'

/** Missions executed while a process aggregates them, and while nothing does. */
export type StatisticsWrites = Result & {
  /** The mean bytes of the write-ahead log per mission, with the tables of statistics and without. */
  walBytes: { ours: number; theirs: number }
  /** The statements that the server sends per mission, with aggregation and without. */
  statements: { ours: number; theirs: number }
}

/** Aggregating while missions are executed may cost at most a tenth of their rate. */
const TARGET = 0.9
/** The missions of which statements and bytes of the write-ahead log are counted. */
const COUNTED: Load = { clients: 1, seconds: 5 }
/** The role of the aggregating process, whose statements are counted apart from the server's. */
const AGGREGATOR = 'aggregator'

/** The server does not aggregate itself, so that the other process can be switched. */
export function measureWrites({ load, measure }: BenchOptions): Promise<StatisticsWrites> {
  return withMembers(
    async ({ databaseUrl, server, env, sessions, makeSeason }) => {
      await psql(databaseUrl, `create role ${AGGREGATOR} superuser login`)
      await psql(databaseUrl, 'create extension pg_stat_statements')
      const ownUrl = new URL(databaseUrl)
      ownUrl.username = AGGREGATOR
      const aggregator = await startProgram('statistics-aggregator.ts', {
        ...env,
        DATABASE_URL: ownUrl.href,
      })
      const tell = async (...actions: string[]) => {
        for (const action of actions) {
          const { ok } = await fetch(new URL(action, aggregator.url), { method: 'POST' })
          if (!ok) throw new Error(`The aggregator failed at ${action}`)
        }
      }
      const spins: SpinRun = { server: server.url, sessions, seasonId: await makeSeason() }
      const perSecond = (actions: readonly string[]) => async () => {
        // Each round begins with nothing left to aggregate.
        await tell('/stop', '/all', ...actions)
        return spinsPerSecond(spins, load)
      }
      try {
        const result = await measure({
          name: 'a mission executed while statistics are aggregated, as a paid spin',
          target: TARGET,
          ours: { name: 'with aggregation', perSecond: perSecond(['/start']) },
          theirs: { name: 'without', perSecond: perSecond([]) },
        })
        await tell('/stop', '/all', '/start')
        const aggregated = await countPerSpin(databaseUrl, spins)
        await tell('/stop', '/all')
        const ours = await countPerSpin(databaseUrl, spins)
        await aggregator.stop()
        await psql(databaseUrl, DROP_STATISTICS)
        const theirs = await countPerSpin(databaseUrl, spins)
        const isSame = aggregated.ids !== '' && aggregated.ids === theirs.ids
        return {
          ...result,
          ok: result.ok && isSame,
          walBytes: { ours: ours.bytes, theirs: theirs.bytes },
          statements: { ours: aggregated.statements, theirs: theirs.statements },
        }
      } finally {
        await aggregator.stop()
      }
    },
    { BENCH_WORKER: 'none' },
    RECORDING_SETTINGS,
  )
}

const DROP_STATISTICS = `drop table statistics_progress, season_days, season_attendance,
  season_participants, season_draws, season_payments, season_refusals, season_snapshots, push_days`

/** Page images follow a checkpoint, so they depend on the time and are switched off. */
async function countPerSpin(
  databaseUrl: string,
  spins: SpinRun,
): Promise<{ bytes: number } & SentStatements> {
  await psql(databaseUrl, 'alter system set full_page_writes = off')
  await psql(databaseUrl, 'select pg_reload_conf()')
  const { db, close } = await openPostgres(databaseUrl, () => {})
  try {
    await db.execute(sql`select pg_stat_statements_reset()`)
    const before = await written(db, spins)
    await spinsPerSecond(spins, COUNTED)
    const after = await written(db, spins)
    const done = after.spins - before.spins
    return {
      bytes: (after.bytes - before.bytes) / done,
      ...(await statementsPerSpin(db, done)),
    }
  } finally {
    await close()
  }
}

/** The statements of a mission: their number, and the id and the calls of each. */
type SentStatements = { statements: number; ids: string }

/** A statement that runs now and then, such as reading the maintenance, belongs to no mission. */
async function statementsPerSpin(db: Db, spins: number): Promise<SentStatements> {
  const rows = await rowsOf<{ id: string; calls: string }>(
    db,
    sql`select queryid::text as id, round(calls::numeric / ${spins})::text as calls
      from pg_stat_statements
      where toplevel and userid <> ${AGGREGATOR}::regrole and query not like '%pg_stat_%'
        and round(calls::numeric / ${spins}) > 0
      order by queryid`,
  )
  return {
    statements: rows.reduce((sum, { calls }) => sum + Number(calls), 0),
    ids: rows.map(({ id, calls }) => `${id} ${calls}`).join(),
  }
}
