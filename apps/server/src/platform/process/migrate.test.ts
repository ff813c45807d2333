import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrateBefore } from '#test/earlier-database.ts'
import { openEmptyDatabase } from '#test/test-database.ts'
import { rowsOf, type Database } from './db.ts'
import { migrate } from './migrate.ts'

let database: Database
beforeEach(async () => {
  database = await openEmptyDatabase()
})
afterEach(() => database.close())

const FOLDER = new URL('../../migrations/', import.meta.url)

const files = async () => (await readdir(fileURLToPath(FOLDER))).toSorted()

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

test('skips the indexes of the timeline that were created beforehand', async () => {
  await migrateBefore(database, '0115')
  const script = await readFile(new URL('0115-member-timeline.sql', FOLDER), 'utf8')
  const statements = Array.from(
    script.matchAll(/^create (?:unique )?index[^;]+;/gm),
    ([statement]) => statement,
  ).filter((statement) => !/on member_notes|number/.test(statement))
  await database.runScript(statements.join('\n'))

  const ran = await migrate(database)

  expect(statements.length).toBeGreaterThan(20)
  expect(ran).toContain('0115-member-timeline.sql')
})

test('numbers the sessions of an earlier version without rewriting their table', async () => {
  await migrateBefore(database, '0115')
  await database.runScript(`
    insert into members (email, password_hash, nickname, referral_code, terms_agreed_at,
        privacy_agreed_at, created_at)
      values ('mina@harbor.example', 'hash', 'mina', 'MINA', now(), now(), now());
    ${sessionsOf(3)}`)
  const before = await storageOfSessions()

  await migrate(database)
  await database.runScript(sessionsOf(2))

  const rows = await rowsOf<{ number: number }>(
    database.db,
    sql`select number::integer as number from sessions order by number`,
  )
  expect(await storageOfSessions()).toEqual(before)
  expect(rows.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5])
})

const sessionsOf = (count: number) => `
  insert into sessions (id, member_id, keep_logged_in, created_at, rotated_at, expires_at)
    select gen_random_uuid(), m.id, true, now(), now(), now()
    from members m, generate_series(1, ${count});`

/** A table that is rewritten gets another file. */
const storageOfSessions = () =>
  rowsOf(database.db, sql`select pg_relation_filenode('sessions')::integer as file`)
