import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
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

/** One type for both databases; a transaction is one too, so queries run inside or outside. */
export type Db = PgDatabase<PgQueryResultHKT>

export type Database = {
  db: Db
  kind: 'pglite' | 'postgres'
  /** Several statements in one transaction, without parameters: what migrations are made of. */
  runScript: (script: string) => Promise<void>
  /** How its connections stand, where there are several. */
  connections?: () => Connections
  close: () => Promise<void>
}

export type Connections = { open: number; idle: number; waiting: number }

export async function openPglite(folder: string | undefined): Promise<Database> {
  if (folder === undefined) return pgliteDatabase(new PGlite())
  await mkdir(folder, { recursive: true })
  const unlock = await lockFolder(folder)
  return pgliteDatabase(new PGlite(join(folder, 'database')), unlock)
}

/** What is left to do when the database is closed, such as letting go of its folder. */
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
 * A transaction whose last statement nobody has to look at travels with the commit. Should that
 * statement fail, nothing is committed and the failure is thrown as ever.
 */
export async function transactionEndingWith<Result>(
  db: Db,
  run: (tx: Db) => Promise<{ result: Result; last?: SQL }>,
): Promise<Result> {
  let ending: Promise<unknown> | undefined
  const result = await db.transaction(async (tx) => {
    const { result, last } = await run(tx)
    if (last) ending = tx.execute(last).then(() => undefined)
    // Awaited below, once the commit is answered.
    ending?.catch(() => {})
    return result
  })
  await ending
  return result
}

/**
 * Raw SQL for what the query builder cannot say. The driver returns bigint, numeric, date and
 * timestamptz as text, on both databases.
 */
export async function rowsOf<Row>(db: Db, query: SQL): Promise<Row[]> {
  // Awaiting the query itself would send it one microtask later, behind prepared statements.
  return rowsIn(await db.execute(query).execute())
}

function rowsIn<Row>(result: unknown): Row[] {
  if (typeof result !== 'object' || result === null || !('rows' in result)) {
    throw new Error('The database driver answered without rows')
  }
  return result.rows as Row[] // The statement beside the call says what its columns are.
}

const ANSWER_LIMIT_MS = 2000

/** A database that keeps everybody waiting is as good as gone. */
export async function isAnswering(
  db: Pick<Db, 'execute'>,
  limitMs = ANSWER_LIMIT_MS,
): Promise<boolean> {
  const waited = new AbortController()
  const answered = db.execute(sql`select 1`).then(
    () => true,
    () => false,
  )
  const tooLate = setTimeout(limitMs, false, { signal: waited.signal }).catch(() => false)
  return Promise.race([answered, tooLate]).finally(() => waited.abort())
}

/** The name of the unique constraint that refused a row, if that is what went wrong. */
export function violatedUnique(error: unknown): string | undefined {
  return violated(error, '23505')
}

/** The name of the check that refused a row, if that is what went wrong. */
export function violatedCheck(error: unknown): string | undefined {
  return violated(error, '23514')
}

/** The driver's error is wrapped by the query builder, so its causes are looked through. */
function violated(error: unknown, code: string): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && cause.code === code && 'constraint' in cause) {
      return String(cause.constraint)
    }
  }
  return undefined
}
