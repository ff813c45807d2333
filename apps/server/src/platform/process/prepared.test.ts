import { eq, sql } from 'drizzle-orm'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '#test/test-database.ts'
import { rowsOf, type Database, type Db } from './db.ts'
import { prepared, type Params } from './prepared.ts'

const counters = pgTable('counters', { name: text().primaryKey(), count: integer().notNull() })

let database: Database
let db: Db
beforeAll(async () => {
  database = await openTestDatabase()
  db = database.db
  await db.execute(sql`create table counters (name text primary key, count int not null)`)
})
afterAll(() => database.close())
beforeEach(async () => {
  await db.delete(counters)
  await db.insert(counters).values({ name: 'a', count: 1 })
})

let builds = 0
const find = prepared('test.counter', (handle, { name }: Params<{ name: string }>) => {
  builds += 1
  return handle.select().from(counters).where(eq(counters.name, name))
})
const raise = (tx: Db) =>
  rowsOf(tx, sql`update counters set count = count + 1 where name = ${'a'} returning name`)

test('returns the rows of its parameters, outside and inside a transaction', async () => {
  expect(await find(db, { name: 'a' })).toEqual([{ name: 'a', count: 1 }])
  expect(await find(db, { name: 'b' })).toEqual([])
  const inside = await db.transaction(async (tx) => {
    await raise(tx)
    return find(tx, { name: 'a' })
  })

  expect(inside).toEqual([{ name: 'a', count: 2 }])
})

test('is built once for the database and once for the connection of transactions', async () => {
  builds = 0
  for (let round = 0; round < 5; round += 1) {
    await find(db, { name: 'a' })
    await db.transaction((tx) => find(tx, { name: 'a' }))
  }

  expect(builds).toBeLessThanOrEqual(2)
})

test('runs behind a statement that was sent before it', async () => {
  await db.transaction(async (tx) => {
    for (const count of [2, 3, 4]) {
      const [, rows] = await Promise.all([raise(tx), find(tx, { name: 'a' })])
      expect(rows).toEqual([{ name: 'a', count }])
    }
  })
})

test('is rejected on a transaction that has ended', async () => {
  let kept: Db | undefined
  await db.transaction(async (tx) => {
    kept = tx
    await find(tx, { name: 'a' })
  })

  await expect(async () => kept && find(kept, { name: 'a' })).rejects.toThrow(
    'The transaction has ended',
  )
})

test('fails once after its table has changed, and then works on a new connection', async () => {
  const read = () => db.transaction((tx) => find(tx, { name: 'a' }))
  await read()
  await db.execute(sql`alter table counters alter column count type bigint`)

  await expect(read()).rejects.toThrow('Failed query')

  expect(await read()).toMatchObject([{ name: 'a' }])
})
