import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import { buffersOf, recordStatements } from './statement-buffers.ts'
import { openTestDatabase } from './test-database.ts'

const READS = /^\s*select\b/i

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
      // Explaining a change reads the rows that it has just changed a second time.
      if (statements.some(({ text }) => !READS.test(text))) await removeDeadRows(client)
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

/** The limit only prevents hanging. */
const VACUUMS_MAX = 200

/**
 * Vacuums and analyzes until no dead row is left and every page is marked as visible to all. Vacuum
 * keeps the rows that an older snapshot may see and does not mark the pages of rows that it may not
 * see, and a connection to any database of the cluster has such a snapshot while it starts. It also
 * leaves a few entries of indexes behind, unless told to remove them.
 */
async function removeDeadRows(client: Client): Promise<void> {
  // A connection otherwise reports its changes up to a second later, and vacuum's count is not final.
  await client.query('select pg_stat_force_next_flush()')
  await client.query('vacuum (index_cleanup on, analyze)')
  for (let vacuums = 1; vacuums < VACUUMS_MAX; vacuums += 1) {
    const { rows } = await client.query<{ relname: string }>(
      `select t.relname from pg_stat_user_tables t join pg_class on pg_class.oid = t.relid
        where n_dead_tup > 0 or relallvisible < relpages`,
    )
    if (rows.length === 0) return
    const tables = rows.map(({ relname }) => `"${relname}"`).join(', ')
    await client.query(`vacuum (index_cleanup on) ${tables}`)
    await setTimeout(10)
  }
  throw new Error('An old snapshot prevents vacuum from removing dead rows')
}
