import type { PGlite } from '@electric-sql/pglite'
import { Client, Pool } from 'pg'
import { GatheringSocket } from './gathering-socket.ts'
import { PgliteStream } from './pglite-stream.ts'

/** How long one waits for the other, in milliseconds; 0 is for as long as it takes. */
export type PostgresLimits = {
  /** For a connection, a new one or one of the pool's. */
  connectMs: number
  /** The database ends a statement that takes longer, waiting for locks included. */
  statementMs: number
  /** A connection that has not answered by then is given up: the database may be out of reach. */
  answerMs: number
  /** The database ends a transaction whose process does not go on, and its locks with it. */
  idleTransactionMs: number
}

/** The database's own limit is the shorter one: it frees what the statement holds. */
export const POSTGRES_LIMITS: PostgresLimits = {
  connectMs: 15_000,
  statementMs: 20_000,
  answerMs: 25_000,
  idleTransactionMs: 60_000,
}

/** Where nobody waits for an answer: a job may sweep up after a long pause, within its lease. */
export const WORKER_LIMITS: PostgresLimits = {
  ...POSTGRES_LIMITS,
  statementMs: 120_000,
  answerMs: 125_000,
}

/** Asks whoever has been silent for so long whether they are still there. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 }

/** Connections to a PostgreSQL server, with statements pipelined by the driver. */
export function createPool(
  url: string,
  onError: (error: Error) => void,
  limits: PostgresLimits = POSTGRES_LIMITS,
): Pool {
  const pool = new Pool({
    connectionString: url,
    max: 20,
    pipeline: true,
    stream: () => new GatheringSocket(),
    connectionTimeoutMillis: limits.connectMs,
    statement_timeout: limits.statementMs,
    query_timeout: limits.answerMs,
    idle_in_transaction_session_timeout: limits.idleTransactionMs,
    ...KEEP_ALIVE,
  })
  listenForErrors(pool, onError)
  return pool
}

/** Without a listener, a connection that is lost would end the process. */
function listenForErrors(pool: Pool, onError: (error: Error) => void): void {
  pool.on('error', onError)
  pool.on('connect', (client) => void client.on('error', onError))
}

/** One connection, as PGlite has one session; it stays open for as long as the pool. */
export function createPglitePool(pglite: PGlite): Pool {
  const pool = new Pool({
    max: 1,
    pipeline: true,
    idleTimeoutMillis: 0,
    stream: () => new PgliteStream(pglite),
    user: 'postgres',
    database: 'postgres',
  })
  // A failure of the engine rejects the statement that was running.
  listenForErrors(pool, () => {})
  return pool
}

/** Several statements in one transaction, over a connection of its own: they may take their time. */
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
  // Whoever waits for the script is told; without a listener the process would end.
  client.on('error', () => {})
  await client.connect()
  try {
    // Where a statement fails, the transaction ends with the connection.
    await client.query(`begin;\n${script}\n;commit;`)
  } finally {
    await client.end()
  }
}

/** The same on the one connection to PGlite. */
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
