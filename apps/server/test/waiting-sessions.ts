import { sql } from 'drizzle-orm'
import { rowsOf, type Db } from '#/platform/process/db.ts'

/** Returns the number of sessions of this database that are waiting for a lock. */
export async function waitingSessions(db: Db): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return row?.count ?? 0
}
