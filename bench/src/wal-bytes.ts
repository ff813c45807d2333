import { sql } from 'drizzle-orm'
import { openPostgres, rowsOf, type Db } from '../../apps/server/src/platform/process/db.ts'
import type { Load } from './load.ts'
import { psql } from './pgbench.ts'
import { spinsPerSecond, type SpinRun } from './spin.ts'

/** The spins of which the bytes of the write-ahead log are counted. */
const LOGGED: Load = { clients: 1, seconds: 5 }

/**
 * Returns the bytes that a spin adds to the write-ahead log. Images of whole pages, which follow a
 * checkpoint, are switched off, because they depend on the time and not on the row.
 */
export async function walBytesPerSpin(databaseUrl: string, run: SpinRun): Promise<number> {
  await psql(databaseUrl, 'alter system set full_page_writes = off')
  await psql(databaseUrl, 'select pg_reload_conf()')
  const { db, close } = await openPostgres(databaseUrl, () => {})
  try {
    const before = await written(db, run)
    await spinsPerSecond(run, LOGGED)
    const after = await written(db, run)
    return (after.bytes - before.bytes) / (after.spins - before.spins)
  } finally {
    await close()
  }
}

/** Returns the size of the write-ahead log and the spins so far. */
export async function written(
  db: Db,
  { seasonId }: SpinRun,
): Promise<{ bytes: number; spins: number }> {
  const [row] = await rowsOf<{ bytes: string; spins: string }>(
    db,
    sql`select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as bytes,
      (select count(*) from histories where season_id = ${seasonId}) as spins`,
  )
  return { bytes: Number(row?.bytes), spins: Number(row?.spins) }
}
