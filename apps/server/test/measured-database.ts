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
      await olderSnapshotsEnd(client)
      await client.query('vacuum analyze')
    },
    close: async () => {
      await client.end()
      await close()
    },
  }
}

/**
 * Waits until no snapshot is older than the last change, because vacuum keeps the rows that an older
 * one may see. A connection to another database of the cluster has such a snapshot while it starts.
 */
async function olderSnapshotsEnd(client: Client): Promise<void> {
  const { rows } = await client.query<{ id: string }>('select pg_current_xact_id()::text as id')
  const older = `select from pg_stat_activity
    where pid <> pg_backend_pid() and (datid is null or datname = current_database())
      and backend_xmin::text::bigint < $1::bigint`
  while ((await client.query(older, [rows[0]?.id])).rowCount !== 0) {
    await client.query('select pg_sleep(0.01)')
  }
}
