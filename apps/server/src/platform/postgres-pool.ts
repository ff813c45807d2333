import { Client, Pool, type PoolClient, type QueryConfig } from 'pg'

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

/**
 * Connections that say the same in fewer words: a statement is parsed and planned once per
 * connection, the begin of a transaction travels with its first statement, and what is sent in one
 * go leaves in one packet.
 */
export function createPool(
  url: string,
  onError: (error: Error) => void,
  limits: PostgresLimits = POSTGRES_LIMITS,
): Pool {
  const pool = new Pool({
    connectionString: url,
    max: 20,
    pipeline: true,
    connectionTimeoutMillis: limits.connectMs,
    statement_timeout: limits.statementMs,
    query_timeout: limits.answerMs,
    idle_in_transaction_session_timeout: limits.idleTransactionMs,
    ...KEEP_ALIVE,
  })
  // A connection that the server closes must not take the process with it, idle or in use.
  pool.on('error', onError)
  pool.on('connect', (client) => {
    client.on('error', onError)
    speakBriefly(client)
  })
  shareLookups(pool)
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

/** Before the name of a statement that only reads and waits for nobody. */
export const LOOKUP = 'lookup:'

/** The driver's `query` for whoever only passes on what was said, in whichever of its overloads. */
type Send = (...args: unknown[]) => unknown

/**
 * Every private call begins with a lookup. Those that are asked while one is under way go over its
 * connection, and what comes up in one turn leaves in one packet: under load the database and this
 * process are woken once for many of them instead of once for each.
 */
function shareLookups(pool: Pool): void {
  const askAlone = pool.query.bind(pool) as Send // Every overload takes what it is given.
  let shared: Shared | undefined
  const askTogether: Send = async (...args) => {
    shared ??= { client: pool.connect(), underWay: 0, isHeld: false }
    const mine = shared
    mine.underWay += 1
    try {
      const client = await mine.client
      holdForThisTurn(mine, client)
      // What the pool was asked in, the connection understands: their overloads are the same.
      return await (client.query as Send)(...args)
    } catch (error) {
      // The connection may be gone: whoever comes next gets another.
      if (shared === mine) shared = undefined
      throw error
    } finally {
      mine.underWay -= 1
      if (mine.underWay === 0) {
        if (shared === mine) shared = undefined
        release(mine)
      }
    }
  }
  const ask: Send = (...args) => (isLookup(args[0]) ? askTogether(...args) : askAlone(...args))
  // The driver's overloads cannot be written as one function.
  pool.query = ask as typeof pool.query
}

/** One connection of the pool for as long as lookups are under way on it. */
type Shared = { client: Promise<PoolClient>; underWay: number; isHeld: boolean }

function holdForThisTurn(shared: Shared, { connection }: PoolClient): void {
  if (shared.isHeld) return
  shared.isHeld = true
  connection.stream.cork()
  setImmediate(() => {
    shared.isHeld = false
    connection.stream.uncork()
  })
}

function release({ client }: Shared): void {
  // The pool itself throws away what can no longer be asked; who never came needs no release.
  client.then(
    (connected) => connected.release(),
    () => {},
  )
}

function speakBriefly(client: PoolClient): void {
  const { stream } = client.connection
  const send = client.query.bind(client) as Send // Every overload takes what it is given.
  const uncork = (): void => stream.uncork()
  const sendSoon: Send = (...args) => {
    stream.cork()
    process.nextTick(uncork)
    return send(...args)
  }
  let begin: unknown[] | undefined
  const query: Send = (...args) => {
    const [statement] = args
    if (!isStatement(statement)) return sendSoon(...args)
    if (statement.text.startsWith('begin')) {
      begin = args
      return NOTHING_YET
    }
    const held = begin
    begin = undefined
    if (!held) return sendSoon(...named(args))
    if (statement.text === 'commit' || statement.text === 'rollback') return NOTHING_YET
    // Where no transaction begins, the statement behind it fails too, and says why.
    Promise.resolve(sendSoon(...held)).catch(() => {})
    return sendSoon(...named(args))
  }
  // The driver's overloads cannot be written as one function.
  client.query = query as typeof client.query
}

/** Said and not sent: there is nothing to begin before there is something to do. */
const NOTHING_YET = Promise.resolve({ rows: [], rowCount: 0 })

/** Far more than this server says in different words; beyond it a text is sent without a name. */
const MAX_NAMES = 500
const names = new Map<string, string>()

/** The query builder leaves its statements without a name; the same text gets the same one. */
function named([statement, values, ...rest]: unknown[]): unknown[] {
  if (!isStatement(statement) || !Array.isArray(values) || values.length === 0) {
    return [statement, values, ...rest]
  }
  return [{ ...statement, name: statement.name ?? nameOf(statement.text) }, values, ...rest]
}

function isLookup(value: unknown): boolean {
  return isStatement(value) && value.name?.startsWith(LOOKUP) === true
}

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= MAX_NAMES) return known
  const name = `solstice_${names.size + 1}`
  names.set(text, name)
  return name
}

function isStatement(value: unknown): value is QueryConfig {
  return typeof value === 'object' && value !== null && 'text' in value && !('submit' in value)
}
