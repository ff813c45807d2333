import type { PGlite } from '@electric-sql/pglite'
import { Client, Pool } from 'pg'
import { GatheringSocket } from './gathering-socket.ts'
import { PgliteStream } from './pglite-stream.ts'

/** Time limits in milliseconds; 0 means no limit. */
export type PostgresLimits = {
  /** For a connection, new or from the pool. */
  connectMs: number
  /** The database ends a statement that takes longer, including waits for locks. */
  statementMs: number
  /** A connection without a response by then is closed, because the database may be unreachable. */
  answerMs: number
  /** The database ends a transaction whose process is stuck, and releases its locks. */
  idleTransactionMs: number
}

/** The database's own limit is the shorter one, so that it releases the locks of the statement. */
export const POSTGRES_LIMITS: PostgresLimits = {
  connectMs: 15_000,
  statementMs: 20_000,
  answerMs: 25_000,
  idleTransactionMs: 60_000,
}

/** Limits without a waiting caller: a job may clean up after a long pause. */
export const WORKER_LIMITS: PostgresLimits = {
  ...POSTGRES_LIMITS,
  statementMs: 120_000,
  answerMs: 125_000,
}

/** A replica delays a reply by `answerMs` at most, with all statements of a read; then the primary answers. */
export const REPLICA_LIMITS: PostgresLimits = {
  connectMs: 500,
  statementMs: 1000,
  answerMs: 1500,
  idleTransactionMs: 5000,
}

/** Per process; the lanes of a worker have to fit (`lanes.ts`). */
export const MAX_CONNECTIONS = 22

/** Probes a connection that has been silent for this long. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 }

/**
 * Creates a pool of connections to a PostgreSQL server, with statements pipelined by the driver.
 * `options` are settings of each session.
 */
export function createPool(
  url: string,
  onError: (error: Error) => void,
  limits: PostgresLimits = POSTGRES_LIMITS,
  options?: string,
): Pool {
  const pool = new Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    pipeline: true,
    stream: () => new GatheringSocket(),
    connectionTimeoutMillis: limits.connectMs,
    statement_timeout: limits.statementMs,
    query_timeout: limits.answerMs,
    idle_in_transaction_session_timeout: limits.idleTransactionMs,
    ...(options === undefined ? {} : { options }),
    ...KEEP_ALIVE,
  })
  listenForErrors(pool, onError)
  return pool
}

/** Without a listener, a lost connection would end the process. */
function listenForErrors(pool: Pool, onError: (error: Error) => void): void {
  pool.on('error', onError)
  pool.on('connect', (client) => void client.on('error', onError))
}

/**
 * Creates a pool with one connection, because PGlite has one session; it stays open as long as the
 * pool.
 */
export function createPglitePool(pglite: PGlite): Pool {
  const pool = new Pool({
    max: 1,
    pipeline: true,
    idleTimeoutMillis: 0,
    stream: () => new PgliteStream(pglite),
    user: 'postgres',
    database: 'postgres',
  })
  // A failure of the engine rejects the running statement.
  listenForErrors(pool, () => {})
  return pool
}

/** Runs several statements in one transaction, over their own connection without time limits. */
export async function runScript(
  url: string,
  script: string,
  { connectMs }: Pick<PostgresLimits, 'connectMs'> = POSTGRES_LIMITS,
): Promise<void> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    ...KEEP_ALIVE,
  })
  // The caller gets the error from the statement; without a listener the process would end.
  client.on('error', () => {})
  await client.connect()
  try {
    // If a statement fails, the transaction ends with the connection.
    await client.query(`begin;\n${script}\n;commit;`)
  } finally {
    await client.end()
  }
}

/** Runs the script on the one connection to PGlite. */
export async function runPgliteScript(pool: Pool, script: string): Promise<void> {
  const client = await pool.connect()
  let lost: Error | undefined
  try {
    await client.query(`begin;\n${script}\n;commit;`)
  } catch (error) {
    await client.query('rollback').catch((reason: Error) => (lost = reason))
    throw error
  } finally {
    client.release(lost)
  }
}
