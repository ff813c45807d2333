import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '#test/test-database.ts'
import { batched } from './batch.ts'
import { rowsOf, type Database } from './db.ts'

/** Returns a batch that doubles numbers, finds only even ones, and records each batch. */
function doubles() {
  const batches: number[][] = []
  const read = batched(async (keys: number[]) => {
    batches.push(keys)
    if (keys.includes(13)) throw new Error('unlucky')
    return new Map(keys.filter((key) => key % 2 === 0).map((key) => [key, key * 2]))
  })
  return { batches, read }
}

test('reads of one tick share a statement, and each gets its own row', async () => {
  const { batches, read } = doubles()

  const rows = await Promise.all([2, 3, 4, 2].map((key) => read(key)))

  expect(rows).toEqual([4, undefined, 8, 4])
  expect(batches).toEqual([[2, 3, 4]])
})

test('a read of a later tick has its own statement', async () => {
  const { batches, read } = doubles()

  const first = read(2)
  await new Promise(setImmediate)
  const second = read(4)

  expect(await Promise.all([first, second])).toEqual([4, 8])
  expect(batches).toEqual([[2], [4]])
})

test('more than a hundred keys are read in several statements', async () => {
  const { batches, read } = doubles()

  await Promise.all(Array.from({ length: 250 }, (_, key) => read(key + 1000)))

  expect(batches.map((keys) => keys.length)).toEqual([100, 100, 50])
})

test('a failure reaches every read of its batch and none of the next', async () => {
  const { read } = doubles()

  const failed = await Promise.allSettled([read(2), read(13)])

  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await read(2)).toBe(4)
})

describe('a read from the database', () => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
    await database.db.execute(sql`create table counts (id int primary key, count int not null)`)
    await database.db.execute(sql`insert into counts values (1, 0)`)
  })
  afterAll(() => database.close())

  test('sees a write that was committed before it', async () => {
    const { db } = database
    const count = batched(async (ids: number[]) => {
      const rows = await rowsOf<{ id: number; count: number }>(
        db,
        sql`select id, count from counts where id = any(${sql.param(ids)}::int[])`,
      )
      return new Map(rows.map((row) => [row.id, row.count]))
    })

    for (let round = 1; round <= 20; round += 1) {
      await db.transaction(async (tx) => {
        await tx.execute(sql`select 1 from counts where id = 1 for update`)
        await tx.execute(sql`update counts set count = count + 1 where id = 1`)
      })
      expect(await Promise.all([count(1), count(1)])).toEqual([round, round])
    }
  })
})
