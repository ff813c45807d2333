import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openEmptyDatabase } from '#test/test-database.ts'
import { rowsOf, type Database } from './db.ts'
import { migrate } from './migrate.ts'

let database: Database
beforeEach(async () => {
  database = await openEmptyDatabase()
})
afterEach(() => database.close())

const files = async () =>
  (await readdir(fileURLToPath(new URL('../../migrations/', import.meta.url)))).toSorted()

async function tables(): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(
    database.db,
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  return rows.map(({ name }) => name).toSorted()
}

test('runs every file of the folder once on an empty database, in the order of their numbers', async () => {
  const first = await migrate(database)
  const again = await migrate(database)

  expect(first).toEqual(await files())
  expect(again).toEqual([])
  expect(await tables()).toEqual(expect.arrayContaining(['members', 'migrations', 'sessions']))
})

test('gives every file a unique number', async () => {
  const numbers = (await files()).map((name) => name.slice(0, 4))

  expect(new Set(numbers).size).toBe(numbers.length)
})

test('rolls back a file that fails, names it, and runs it once the cause is fixed', async () => {
  const [first] = await files()
  // This blocks the second table of the first file, so that the first table is created and must be
  // rolled back.
  await database.runScript('create table sessions (in_the_way text)')

  const failed = await migrate(database).catch((error: unknown) => error)
  const left = await tables()
  await database.runScript('drop table sessions')
  const repeated = await migrate(database)

  expect(String(failed)).toContain(`Migration ${first} failed`)
  expect((failed as Error).cause).toBeInstanceOf(Error)
  expect(left).toEqual(['migrations', 'sessions'])
  expect(repeated).toEqual(await files())
})
