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

test('an empty database gets every file of the folder once, in the order of their numbers', async () => {
  const first = await migrate(database)
  const again = await migrate(database)

  expect(first).toEqual(await files())
  expect(again).toEqual([])
  expect(await tables()).toEqual(expect.arrayContaining(['members', 'migrations', 'sessions']))
})

test('every file has a number of its own', async () => {
  const numbers = (await files()).map((name) => name.slice(0, 4))

  expect(new Set(numbers).size).toBe(numbers.length)
})

test('a file that fails leaves nothing behind, is named, and runs once its cause is gone', async () => {
  const [first] = await files()
  // The second table of the first file, so that the first one is made and must go again.
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
