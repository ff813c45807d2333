import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '#test/test-database.ts'
import {
  rowsOf,
  transactionEndingWith,
  violatedUnique,
  type Database,
} from '#/platform/process/db.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
  await database.db.execute(sql`create table notes (text text primary key)`)
})
afterAll(() => database.close())
beforeEach(() => database.db.execute(sql`delete from notes`))

const insert = (text: string) => sql`insert into notes values (${text})`
const notes = async () =>
  (await rowsOf<{ text: string }>(database.db, sql`select text from notes order by text`)).map(
    ({ text }) => text,
  )

test('commits the last statement together with the ones before it', async () => {
  const result = await transactionEndingWith(database.db, async (tx) => {
    await tx.execute(insert('a'))
    return { result: 'done', last: insert('b') }
  })

  expect(result).toBe('done')
  expect(await notes()).toEqual(['a', 'b'])
})

test('rolls back and rethrows the error when the last statement fails', async () => {
  await database.db.execute(insert('taken'))

  const error = await transactionEndingWith(database.db, async (tx) => {
    await tx.execute(insert('a'))
    return { result: 'done', last: insert('taken') }
  }).catch((reason: unknown) => reason)

  expect(violatedUnique(error)).toBe('notes_pkey')
  expect(await notes()).toEqual(['taken'])
})

test('behaves like a plain transaction without a last statement', async () => {
  const given = new Error('given up')

  await transactionEndingWith(database.db, async (tx) => {
    await tx.execute(insert('a'))
    return { result: undefined }
  })
  const failed = transactionEndingWith(database.db, async (tx) => {
    await tx.execute(insert('b'))
    throw given
  })

  await expect(failed).rejects.toBe(given)
  expect(await notes()).toEqual(['a'])
})

test('keeps working after failed transactions', async () => {
  await database.db.execute(insert('taken'))
  for (let round = 0; round < 30; round += 1) {
    const failing = transactionEndingWith(database.db, async () => ({
      result: undefined,
      last: insert('taken'),
    }))
    await expect(failing).rejects.toThrow(/taken/)
  }

  await transactionEndingWith(database.db, async () => ({ result: undefined, last: insert('a') }))

  expect(await notes()).toEqual(['a', 'taken'])
})
