import type { Logger, Query } from 'drizzle-orm'
import {
  NodePgDatabase,
  NodePgSession,
  NodePgTransaction,
  type NodePgClient,
} from 'drizzle-orm/node-postgres'
import {
  PgDialect,
  type PgPreparedQuery,
  type PgTransactionConfig,
  type PreparedQueryConfig,
  type SelectedFieldsOrdered,
} from 'drizzle-orm/pg-core'
import type { Pool } from 'pg'

type NoSchema = Record<string, never>
type Transaction = NodePgTransaction<NoSchema, NoSchema>

/** Bounds the memory of prepared statements per connection; other texts are parsed every time. */
const MAX_NAMES = 1000

/** The options that Drizzle's own session keeps private. */
type Shared = { pool: Pool; names: Map<string, string>; logger: Logger | undefined }

/**
 * Drizzle's session for `pg` that names each statement with parameters, inside transactions too. A
 * named statement is a prepared one: a connection parses and plans it once.
 */
class NamedSession extends NodePgSession<NoSchema, NoSchema> {
  readonly #shared: Shared
  /** The connection of an ended transaction may already be in another one. */
  #isOver = false

  constructor(client: NodePgClient, dialect: PgDialect, shared: Shared) {
    super(client, dialect, undefined, shared.logger ? { logger: shared.logger } : {})
    this.#shared = shared
  }

  override prepareQuery<T extends PreparedQueryConfig = PreparedQueryConfig>(
    query: Query,
    fields: SelectedFieldsOrdered | undefined,
    name: string | undefined,
    isResponseInArrayMode: boolean,
    customResultMapper?: (rows: unknown[][]) => T['execute'],
  ): PgPreparedQuery<T> {
    if (this.#isOver) throw new Error('The transaction has ended')
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
  ): Promise<Result> {
    const client = await this.#shared.pool.connect()
    const session = new NamedSession(client, this.dialect, this.#shared)
    const tx = new NodePgTransaction<NoSchema, NoSchema>(this.dialect, session, undefined)
    let lost: Error | undefined
    try {
      await client.query('begin')
      if (config) await tx.setTransaction(config)
      const result = await run(tx)
      await client.query('commit')
      return result
    } catch (error) {
      // The pool closes a connection that cannot roll back, which ends its transaction.
      await client.query('rollback').catch((reason: Error) => (lost = reason))
      throw error
    } finally {
      session.#isOver = true
      client.release(lost)
    }
  }
}

export function openDrizzle(pool: Pool, logger?: Logger): NodePgDatabase {
  const dialect = new PgDialect()
  const session = new NamedSession(pool, dialect, { pool, names: new Map(), logger })
  return new NodePgDatabase(dialect, session, undefined)
}
