import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { type Logger, sql, type SQL } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { lockFolder } from './folder-lock.ts'
import { openDrizzle } from './named-session.ts'
import {
  createPglitePool,
  createPool,
  runPgliteScript,
  runScript,
  type PostgresLimits,
} from './postgres-pool.ts'

/**
 * One type for both databases. A transaction has it too, so queries run inside or outside of one.
 */
export type Db = PgDatabase<PgQueryResultHKT>

/** Begins transactions: a database, or a function around one. */
export type Transactions = {
  transaction: <Result>(run: (tx: Db) => Promise<Result>) => Promise<Result>
}

export type Database = {
  db: Db
  kind: 'pglite' | 'postgres'
  /** Runs several statements without parameters in one transaction, for migrations. */
  runScript: (script: string) => Promise<void>
  /** Returns the state of the connections, if there are several. */
  connections?: () => Connections
  close: () => Promise<void>
}

export type Connections = { open: number; idle: number; waiting: number }

/**
 * The extensions of a migrated database. PGlite has to be opened with them even for statements that
 * do not use them, because every write to an indexed table does.
 */
export const PGLITE_EXTENSIONS = { pg_trgm }

export async function openPglite(folder: string | undefined): Promise<Database> {
  const extensions = PGLITE_EXTENSIONS
  if (folder === undefined) return pgliteDatabase(new PGlite({ extensions }))
  await mkdir(folder, { recursive: true })
  const unlock = await lockFolder(folder)
  return pgliteDatabase(new PGlite(join(folder, 'database'), { extensions }), unlock)
}

/** `unlock` runs after the database is closed, such as to release its folder. */
export async function pgliteDatabase(
  client: PGlite,
  unlock: () => Promise<void> = async () => {},
): Promise<Database> {
  const pool = createPglitePool(client)
  return {
    db: openDrizzle(pool),
    kind: 'pglite',
    runScript: (script) => runPgliteScript(pool, script),
    close: async () => {
      await pool.end()
      await client.close()
      await unlock()
    },
  }
}

export async function openPostgres(
  url: string,
  onError: (error: Error) => void,
  limits?: PostgresLimits,
  logger?: Logger,
): Promise<Database> {
  const pool = createPool(url, onError, limits)
  return {
    db: openDrizzle(pool, logger),
    kind: 'postgres',
    runScript: (script) => runScript(url, script, limits),
    connections: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  }
}

/**
 * Sends the last statement of a transaction together with the commit, because its result is not
 * needed. If that statement fails, nothing is committed and the error is thrown as usual.
 */
export async function transactionEndingWith<Result>(
  db: Transactions,
  run: (tx: Db) => Promise<{ result: Result; last?: SQL }>,
): Promise<Result> {
  let ending: Promise<unknown> | undefined
  try {
    const result = await db.transaction(async (tx) => {
      const { result, last } = await run(tx)
      if (last) ending = tx.execute(last).then(() => undefined)
      // Awaited below, after the commit.
      ending?.catch(() => {})
      return result
    })
    await ending
    return result
  } catch (error) {
    // The error of the last statement is the reason why the commit failed.
    await ending
    throw error
  }
}

/**
 * Runs raw SQL that the query builder cannot express. The driver returns bigint, numeric, date and
 * timestamptz as text, on both databases.
 */
export async function rowsOf<Row>(db: Db, query: SQL): Promise<Row[]> {
  // Awaiting the query itself would send it one microtask later, behind prepared statements.
  return rowsIn(await db.execute(query).execute())
}

function rowsIn<Row>(result: unknown): Row[] {
  if (typeof result !== 'object' || result === null || !('rows' in result)) {
    throw new Error('The database driver returned no rows')
  }
  return result.rows as Row[] // The statement at the call defines the columns.
}

const ANSWER_LIMIT_MS = 2000

/** Returns whether the database responds within the limit; a slower one counts as unavailable. */
export async function isAnswering(
  db: Pick<Db, 'execute'>,
  limitMs = ANSWER_LIMIT_MS,
): Promise<boolean> {
  const waited = new AbortController()
  const answered = db.execute(sql`select 1`).then(
    () => true,
    () => false,
  )
  const timedOut = setTimeout(limitMs, false, { signal: waited.signal }).catch(() => false)
  return Promise.race([answered, timedOut]).finally(() => waited.abort())
}

/** Returns the name of the violated unique constraint, if that is the cause. */
export function violatedUnique(error: unknown): string | undefined {
  return violated(error, '23505')
}

/** Returns the name of the violated check constraint, if that is the cause. */
export function violatedCheck(error: unknown): string | undefined {
  return violated(error, '23514')
}

/** Searches the causes, because the query builder wraps the driver's error. */
function violated(error: unknown, code: string): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && cause.code === code && 'constraint' in cause) {
      return String(cause.constraint)
    }
  }
  return undefined
}
