import { sql } from 'drizzle-orm'
import { rowsOf, type Db } from './db.ts'
import { SettingsError } from './env.ts'

/**
 * Refuses a database whose character type is C: there, Hangul is not a letter, so that names in
 * Korean have no trigrams and no search finds them.
 */
export async function checkCtype(db: Db): Promise<void> {
  // Raw SQL: the catalogue has no pgTable.
  const [row] = await rowsOf<{ name: string; ctype: string }>(
    db,
    sql`select datname as name, datctype as ctype from pg_database
      where datname = current_database()`,
  )
  if (!row || !/^(C|POSIX)$/.test(row.ctype)) return
  throw new SettingsError([
    `The database ${row.name} has the character type ${row.ctype}, with which members with Korean names cannot be found. Create one with a UTF-8 character type, such as: create database ${row.name} template template0 encoding 'UTF8' lc_ctype 'C.UTF-8', and restore the data into it (pg_dump, pg_restore)`,
  ])
}
