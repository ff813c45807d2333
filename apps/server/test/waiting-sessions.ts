import { sql } from 'drizzle-orm'
import { rowsOf, type Db } from '#/platform/process/db.ts'

/** How many sessions of this database wait for a lock at this moment. */
export async function waitingSessions(db: Db): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return row?.count ?? 0
}
