import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { type Logger, sql, type SQL } from 'drizzle-orm'
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres'
import {
  PgDialect,
  type PgDatabase,
  type PgPreparedQuery,
  type PgQueryResultHKT,
  type PreparedQueryConfig,
} from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite, PgliteDatabase } from 'drizzle-orm/pglite'
import { lockFolder } from './folder-lock.ts'
import { nameStatements } from './pglite-statements.ts'
import { createPool, LOOKUP, runScript, type PostgresLimits } from './postgres-pool.ts'

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
  await client.waitReady
  forgetRowTypes(client)
  nameStatements(client)
  return {
    db: drizzlePglite(client),
    kind: 'pglite',
    runScript: (script) => client.transaction(async (tx) => void (await tx.exec(script))),
    close: async () => {
      await client.close()
      await unlock()
    },
  }
}

/** PostgreSQL's own types have numbers below this; above are the rows of tables, taken as one value. */
const FIRST_ROW_TYPE = 10_000

/**
 * The driver can read lists of the rows of every table as a value, which nobody asks for, and with
 * every query it copies what it can read: without them a query takes half the time.
 */
function forgetRowTypes({ parsers }: PGlite): void {
  for (const type of Object.keys(parsers).map(Number)) {
    if (type >= FIRST_ROW_TYPE) delete parsers[type]
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
    db: drizzlePostgres(pool, logger ? { logger } : {}),
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
    // The embedded database takes one statement at a time.
    if (db instanceof PgliteDatabase) await ending
    // Looked at below, when the commit is back.
    else ending?.catch(() => {})
    return result
  })
  await ending
  return result
}

/** Raw SQL for what the query builder cannot say; both drivers answer with `rows`. */
export async function rowsOf<Row>(db: Db, query: SQL): Promise<Row[]> {
  return rowsIn(await db.execute(query))
}

/**
 * A read so frequent that putting its text together would cost more than asking it: that is done
 * once, its values being `sql.placeholder`s. It must never wait for anybody, so neither lock nor
 * write: several of them share a connection.
 */
export function lookup<Row>(
  name: string,
  statement: SQL,
): (db: Db, values: Record<string, unknown>) => Promise<Row[]> {
  const query = new PgDialect().sqlToQuery(statement)
  const known = new WeakMap<Db, PgPreparedQuery<PreparedQueryConfig>>()
  return async (db, values) => {
    let prepared = known.get(db)
    if (!prepared) {
      prepared = db._.session.prepareQuery(query, undefined, `${LOOKUP}${name}`, false)
      known.set(db, prepared)
    }
    return rowsIn(await prepared.execute(values))
  }
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
