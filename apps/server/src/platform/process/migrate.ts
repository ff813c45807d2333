import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { rowsOf, violatedUnique, type Database } from './db.ts'

const FOLDER = new URL('../../migrations/', import.meta.url)

/** An arbitrary number that must be the same in every process. */
const MIGRATION_LOCK = 7_340_211

/**
 * Migrates the database to the newest schema and returns the files it ran. Several processes may
 * start concurrently: a lock lets one of them work, and the others skip files that are marked as
 * done.
 */
export async function migrate(database: Database): Promise<string[]> {
  // A role that may not create tables can start a server on a database that is migrated.
  await database.runScript(`
    select pg_advisory_xact_lock(${MIGRATION_LOCK});
    do $$ begin
      if to_regclass('migrations') is null then create table migrations (name text primary key); end if;
    end $$;`)
  const applied = await rowsOf<{ name: string }>(database.db, sql`select name from migrations`)
  const appliedNames = new Set(applied.map((row) => row.name))

  const ran: string[] = []
  for (const name of await migrationNames()) {
    if (!appliedNames.has(name) && (await applyOnce(database, name))) ran.push(name)
  }
  return ran
}

async function migrationNames(): Promise<string[]> {
  const files = await readdir(fileURLToPath(FOLDER))
  return files.filter((name) => /^\d{4}-[a-z-]+\.sql$/.test(name)).toSorted()
}

async function applyOnce(database: Database, name: string): Promise<boolean> {
  const script = await readFile(new URL(name, FOLDER), 'utf8')
  try {
    await database.runScript(`
      select pg_advisory_xact_lock(${MIGRATION_LOCK});
      insert into migrations (name) values ('${name}');
      ${script}`)
    return true
  } catch (error) {
    if (violatedUnique(error) === 'migrations_pkey') return false
    throw new Error(`Migration ${name} failed`, { cause: error })
  }
}
