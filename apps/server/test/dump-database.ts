import { sql } from 'drizzle-orm'
import { rowsOf, type Db } from '#/platform/process/db.ts'

/** Returns every row of every table as text, so that two states can be compared. */
export async function dumpDatabase(db: Db): Promise<Record<string, string[]>> {
  const tables = await rowsOf<{ name: string }>(
    db,
    sql`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`,
  )
  // One statement for all tables takes a fraction of the time of one for each.
  const parts = tables.map(
    ({ name }) =>
      sql`select ${name}::text as name, to_jsonb(t)::text as row from ${sql.identifier(name)} t`,
  )
  const rows = await rowsOf<{ name: string; row: string }>(
    db,
    sql`${sql.join(parts, sql` union all `)} order by 1, 2`,
  )
  const content: Record<string, string[]> = Object.fromEntries(tables.map(({ name }) => [name, []]))
  for (const { name, row } of rows) content[name]?.push(row)
  return content
}
