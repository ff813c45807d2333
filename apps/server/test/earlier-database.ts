import { readdir, readFile } from 'node:fs/promises'
import type { Database } from '#/platform/process/db.ts'

const FOLDER = new URL('../src/migrations/', import.meta.url)

/** Migrates a database up to an earlier version. */
export async function migrateBefore(database: Database, first: string): Promise<void> {
  await database.runScript('create table migrations (name text primary key)')
  const files = (await readdir(FOLDER)).toSorted().filter((name) => name < first)
  for (const name of files) {
    const script = await readFile(new URL(name, FOLDER), 'utf8')
    await database.runScript(`insert into migrations (name) values ('${name}'); ${script}`)
  }
}
