import { sql } from 'drizzle-orm'
import {
  openPostgres,
  rowsOf,
  type Database,
} from '../../../apps/server/src/platform/process/db.ts'
import { median } from '../median.ts'

/** The cost of one statement in one run, per execution. */
export type StatementCost = { calls: number; buffers: number; ms: number }

/** The costs by the text of the statement. Statements inside of functions are among them. */
export type Costs = ReadonlyMap<string, StatementCost>

/** Settings of a cluster whose statements can be recorded. */
export const RECORDING_SETTINGS = [
  'shared_preload_libraries=pg_stat_statements',
  'pg_stat_statements.track=all',
  'pg_stat_statements.track_utility=off',
  'pg_stat_statements.max=10000',
  // Long enough for every statement.
  'track_activity_query_size=65536',
]

export type Recorder = {
  /** Returns the statements that the server sends while `run` runs. */
  record: <Result>(run: () => Promise<Result>) => Promise<{ result: Result; costs: Costs }>
  close: () => Promise<void>
}

type Row = { query: string; calls: string; buffers: string; ms: number }

/** Reads the statistics over its own connections, whose statements are not counted. */
export async function openRecorder(url: string): Promise<Recorder> {
  const { db, close }: Database = await openPostgres(url, () => {})
  await db.execute(sql`create extension if not exists pg_stat_statements`)
  const reset = () => db.execute(sql`select pg_stat_statements_reset()`)
  const read = () =>
    rowsOf<Row>(
      db,
      sql`select query, calls::text, total_exec_time as ms,
          (shared_blks_hit + shared_blks_read + local_blks_hit + local_blks_read
            + temp_blks_read + temp_blks_written)::text as buffers
        from pg_stat_statements
        where dbid = (select oid from pg_database where datname = current_database())
          and query not like '%pg_stat_%'`,
    )
  return {
    record: async (run) => {
      await reset()
      const result = await run()
      return { result, costs: costsOf(await read()) }
    },
    close,
  }
}

function costsOf(rows: readonly Row[]): Costs {
  const costs = new Map<string, StatementCost>()
  for (const [text, same] of Map.groupBy(rows, ({ query }) => normalised(query))) {
    const total = (value: (row: Row) => number) => same.reduce((sum, row) => sum + value(row), 0)
    const calls = total((row) => Number(row.calls))
    costs.set(text, {
      calls,
      buffers: total((row) => Number(row.buffers)) / calls,
      ms: total((row) => row.ms) / calls,
    })
  }
  return costs
}

/**
 * Returns the same text for the same statement on both databases: without its constants, the numbers
 * of its parameters and the length of its lists. PostgreSQL removes the constants itself unless the
 * statistics were reset after the statement was parsed.
 */
export function normalised(query: string): string {
  return query
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\$\d+|'(?:[^']|'')*'|\b(?:\d+(?:\.\d+)?|true|false)\b/g, '?')
    .replaceAll(/\?(?:, ?\?)+/g, '?…')
    .replaceAll(/(\([^()]*\?[^()]*\))(?:, ?\1)+/g, '$1…')
    .trim()
}

/** Returns the median of several runs for each statement that occurs in any of them. */
export function medianCosts(runs: readonly Costs[]): Costs {
  const texts = new Set(runs.flatMap((run) => [...run.keys()]))
  return new Map(
    Array.from(texts, (text) => {
      const found = runs.flatMap((run) => run.get(text) ?? [])
      const middle = (value: (cost: StatementCost) => number) => median(found.map(value))
      const cost = {
        calls: middle(({ calls }) => calls),
        buffers: middle(({ buffers }) => buffers),
        ms: middle(({ ms }) => ms),
      }
      return [text, cost] as const
    }),
  )
}
