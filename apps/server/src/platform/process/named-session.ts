import type { Logger, Query } from 'drizzle-orm'
import {
  NodePgDatabase,
  NodePgSession,
  NodePgTransaction,
  type NodePgClient,
} from 'drizzle-orm/node-postgres'
import {
  PgDialect,
  type PgDatabase,
  type PgPreparedQuery,
  type PgQueryResultHKT,
  type PgTransactionConfig,
  type PreparedQueryConfig,
  type SelectedFieldsOrdered,
} from 'drizzle-orm/pg-core'
import type { Pool, PoolClient } from 'pg'

type Handle = PgDatabase<PgQueryResultHKT>
type NoSchema = Record<string, never>
type Transaction = NodePgTransaction<NoSchema, NoSchema>

/** Bounds the memory of prepared statements per connection; other texts are parsed every time. */
const MAX_NAMES = 1000

const ENDED = 'The transaction has ended'

/** Codes of a prepared statement whose plan is outdated or gone; it fails on every later use. */
const STALE_STATEMENT = ['0A000', '26000']

/** The prepared statements of a connection, by the function that builds them. */
type Statements = Map<unknown, unknown>

/** The options that Drizzle's session declares as private. */
type Shared = {
  pool: Pool
  names: Map<string, string>
  statements: WeakMap<NodePgClient, Statements>
  logger: Logger | undefined
}

/**
 * A statement that shares a round trip, and the receiver of its only row. If one sent with BEGIN
 * fails, so does the transaction; one sent with COMMIT then receives no row.
 */
type Rider = { text: string; onRow: (row: Record<string, unknown>) => void }

/** Statements that are sent together with BEGIN and with COMMIT. */
export type Riders = { withBegin?: Rider; withCommit?: Rider }

/**
 * Drizzle's session for `pg` that names each statement with parameters, inside transactions too. A
 * named statement is a prepared one: a connection parses and plans it once.
 */
class NamedSession extends NodePgSession<NoSchema, NoSchema> {
  readonly #shared: Shared
  readonly #statements: Statements
  /** The connection of an ended transaction may already serve another one. */
  #isOver = false

  constructor(client: NodePgClient, dialect: PgDialect, shared: Shared) {
    super(client, dialect, undefined, shared.logger ? { logger: shared.logger } : {})
    this.#shared = shared
    this.#statements = shared.statements.get(client) ?? new Map()
    shared.statements.set(client, this.#statements)
  }

  /** Transactions on one connection share its prepared statements. */
  prepared<Statement>(prepare: (db: Handle) => Statement, db: Handle): Statement {
    if (this.#isOver) throw new Error(ENDED)
    if (!this.#statements.has(prepare)) this.#statements.set(prepare, prepare(db))
    // The build function is the key of its statement.
    return this.#statements.get(prepare) as Statement
  }

  override prepareQuery<T extends PreparedQueryConfig = PreparedQueryConfig>(
    query: Query,
    fields: SelectedFieldsOrdered | undefined,
    name: string | undefined,
    isResponseInArrayMode: boolean,
    customResultMapper?: (rows: unknown[][]) => T['execute'],
  ): PgPreparedQuery<T> {
    if (this.#isOver) throw new Error(ENDED)
    return super.prepareQuery<T>(
      query,
      fields,
      name ?? this.#nameOf(query),
      isResponseInArrayMode,
      customResultMapper,
    )
  }

  #nameOf({ sql: text, params }: Query): string | undefined {
    if (params.length === 0) return undefined
    const { names } = this.#shared
    const known = names.get(text)
    if (known !== undefined || names.size >= MAX_NAMES) return known
    const name = `statement_${names.size + 1}`
    names.set(text, name)
    return name
  }

  override async transaction<Result>(
    run: (tx: Transaction) => Promise<Result>,
    config?: PgTransactionConfig,
    { withBegin, withCommit }: Riders = {},
  ): Promise<Result> {
    const client = await this.#shared.pool.connect()
    const session = new NamedSession(client, this.dialect, this.#shared)
    const tx = new NodePgTransaction<NoSchema, NoSchema>(this.dialect, session, undefined)
    let lost: Error | undefined
    try {
      await sendWith(client, 'begin', withBegin)
      if (config) await tx.setTransaction(config)
      let result: Result
      try {
        result = await run(tx)
      } finally {
        // A statement that is sent behind COMMIT or ROLLBACK would run outside the transaction.
        session.#isOver = true
      }
      const command = await sendWith(client, 'commit', withCommit)
      // PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK, without an error.
      if (command !== 'COMMIT') throw new Error('The transaction was rolled back')
      return result
    } catch (error) {
      session.#isOver = true
      // The pool closes a connection that cannot roll back, which ends its transaction.
      await client.query('rollback').catch((reason: Error) => (lost = reason))
      if (isStaleStatement(error)) lost ??= new Error('Stale statement', { cause: error })
      throw error
    } finally {
      client.release(lost)
    }
  }
}

/** Sends a rider in the same packet and returns the command that the first statement completed. */
async function sendWith(
  client: PoolClient,
  text: 'begin' | 'commit',
  rider: Rider | undefined,
): Promise<string> {
  const first = client.query(text)
  const second = rider && client.query<Record<string, unknown>>(rider.text)
  // Without a handler, its failure after that of the first statement would go unhandled.
  second?.catch(() => {})
  const { command } = await first
  try {
    const [row] = (await second)?.rows ?? []
    if (row) rider?.onRow(row)
  } catch (error) {
    // A committed transaction does not fail because its rider does.
    if (text === 'begin') throw error
  }
  return command
}

/** Searches the causes, because the query builder wraps the driver's error. */
function isStaleStatement(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && STALE_STATEMENT.includes(String(cause.code))) return true
  }
  return false
}

export function openDrizzle(pool: Pool, logger?: Logger): NodePgDatabase {
  const dialect = new PgDialect()
  const shared: Shared = { pool, names: new Map(), statements: new WeakMap(), logger }
  const session = new NamedSession(pool, dialect, shared)
  return new NodePgDatabase(dialect, session, undefined)
}

/** Returns the statement for the connection of a handle, and prepares it on the first call. */
export function preparedOn<Statement>(db: Handle, prepare: (db: Handle) => Statement): Statement {
  const { session } = db._
  if (!(session instanceof NamedSession)) throw new Error('Not a handle of openDrizzle')
  return session.prepared(prepare, db)
}

/** Runs a transaction whose riders cost no round trip of their own. */
export function transactionWith<Result>(
  db: Handle,
  riders: Riders,
  run: (tx: Handle) => Promise<Result>,
): Promise<Result> {
  const { session } = db._
  if (!(session instanceof NamedSession)) throw new Error('Not a handle of openDrizzle')
  return session.transaction(run, undefined, riders)
}
