import { Client } from 'pg'
import { buffersOf, recordStatements } from './statement-buffers.ts'
import { openTestDatabase } from './test-database.ts'

/** Opens a database with a second connection that fills it and explains the statements of a query. */
export async function openMeasuredDatabase() {
  const { logger, statements } = recordStatements()
  const { db, url, close } = await openTestDatabase(logger)
  const client = new Client({ connectionString: url })
  await client.connect()
  return {
    db,
    /** Runs a query, and returns how many buffers all its statements read. */
    buffersOf: async (query: () => Promise<unknown>): Promise<number> => {
      statements.length = 0
      await query()
      let sum = 0
      for (const statement of statements) sum += await buffersOf(client, statement)
      return sum
    },
    /** Runs statements without parameters, such as to insert many rows, and updates statistics. */
    fill: async (...scripts: string[]): Promise<void> => {
      for (const script of scripts) await client.query(script)
      await removeDeadRows(client)
    },
    close: async () => {
      await client.end()
      await close()
    },
  }
}

const VACUUMS_MAX = 5

/**
 * Vacuums and analyzes until no dead row is left. Vacuum keeps the rows that an older snapshot may
 * see, and a connection to any database of the cluster has such a snapshot while it starts. It also
 * leaves a few entries of indexes behind, unless told to remove them.
 */
async function removeDeadRows(client: Client): Promise<void> {
  for (let vacuums = 0; vacuums < VACUUMS_MAX; vacuums += 1) {
    await client.query('vacuum (index_cleanup on, analyze)')
    const left = await client.query('select from pg_stat_user_tables where n_dead_tup > 0')
    if (left.rowCount === 0) return
  }
}
