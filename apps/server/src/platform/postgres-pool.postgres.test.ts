import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase } from '#/testing/test-database.ts'
import { lookup, openPostgres, rowsOf, type Database, type Db } from './db.ts'

let database: Database
let db: Db
beforeAll(async () => {
  const { url = '', close } = await openTestDatabase()
  await close()
  // A connection that is cut says so here too; the tests look at what the caller is told.
  database = await openPostgres(url, () => {})
  db = database.db
  await db.execute(sql`create table notes (text text primary key)`)
})
afterAll(() => database.close())
beforeEach(() => db.execute(sql`delete from notes`))

const write = (tx: Db, text: string) => tx.execute(sql`insert into notes values (${text})`)
const notes = async () =>
  (await rowsOf<{ text: string }>(db, sql`select text from notes order by text`)).map(
    ({ text }) => text,
  )
const show = async (tx: Db, setting: string) => {
  const rows = await rowsOf<Record<string, string>>(tx, sql.raw(`show ${setting}`))
  return rows[0]?.[setting]
}

describe('a transaction whose begin travels with its first statement', () => {
  test('keeps all of its statements or none', async () => {
    await db.transaction(async (tx) => {
      await write(tx, 'a')
      await write(tx, 'b')
    })
    const undone = db.transaction(async (tx) => {
      await write(tx, 'c')
      throw new Error('given up')
    })

    await expect(undone).rejects.toThrow('given up')
    expect(await notes()).toEqual(['a', 'b'])
  })

  test('that does nothing is nothing', async () => {
    expect(await db.transaction(async () => 'done')).toBe('done')
    const undone = db.transaction(() => Promise.reject(new Error('given up')))

    await expect(undone).rejects.toThrow('given up')
    expect(await show(db, 'transaction_read_only')).toBe('off')
  })

  test('is not seen by others before it is committed', async () => {
    await db.transaction(async (tx) => {
      await write(tx, 'a')
      expect(await notes()).toEqual([])
    })

    expect(await notes()).toEqual(['a'])
  })

  test('has the isolation it was asked for', async () => {
    const isolation = await db.transaction((tx) => show(tx, 'transaction_isolation'), {
      isolationLevel: 'repeatable read',
      accessMode: 'read only',
    })

    expect([isolation, await show(db, 'transaction_isolation')]).toEqual([
      'repeatable read',
      'read committed',
    ])
  })

  test('may hold another one, of which only its own part is undone', async () => {
    await db.transaction(async (tx) => {
      await write(tx, 'outer')
      await tx
        .transaction(async (inner) => {
          await write(inner, 'inner')
          throw new Error('given up')
        })
        .catch(() => {})
      await write(tx, 'after')
    })

    expect(await notes()).toEqual(['after', 'outer'])
  })

  test('whose first statement fails leaves the connection as good as before', async () => {
    for (let round = 0; round < 30; round += 1) {
      const failed = db.transaction((tx) => tx.execute(sql`select * from nowhere`))
      await expect(failed).rejects.toThrow(/nowhere/)
    }

    await db.transaction((tx) => write(tx, 'a'))
    expect(await notes()).toEqual(['a'])
  })

  test('whose connection is cut is lost as a whole, and the next one finds a new connection', async () => {
    const cut = db.transaction(async (tx) => {
      await write(tx, 'a')
      const [me] = await rowsOf<{ pid: number }>(tx, sql`select pg_backend_pid() as pid`)
      await db.execute(sql`select pg_terminate_backend(${me?.pid})`)
      await write(tx, 'b')
    })

    await expect(cut).rejects.toThrow(/Failed query/)
    await db.transaction((tx) => write(tx, 'c'))
    expect(await notes()).toEqual(['c'])
  })
})

test('a statement with values is prepared once per connection', async () => {
  const prepared = await db.transaction(async (tx) => {
    for (const text of ['a', 'b', 'c']) await write(tx, text)
    return rowsOf<{ statement: string }>(
      tx,
      sql`select statement from pg_prepared_statements where statement like 'insert into notes%'`,
    )
  })

  expect(prepared).toEqual([{ statement: 'insert into notes values ($1)' }])
})

test('two transactions at once do not mix on their way', async () => {
  await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      db
        .transaction(async (tx) => {
          await write(tx, `first ${at}`)
          await write(tx, `second ${at}`)
          if (at % 2 === 1) throw new Error('given up')
        })
        .catch(() => {}),
    ),
  )

  const kept = Array.from({ length: 20 }, (_, half) => [`first ${half * 2}`, `second ${half * 2}`])
  expect(await notes()).toEqual(kept.flat().toSorted())
})

describe('lookups that are asked at once', () => {
  const whole = lookup<{ number: number; pid: number }>(
    'whole',
    sql`select ${sql.placeholder('text')}::text::int as number, pg_backend_pid() as pid`,
  )
  const count = lookup<{ count: number }>(
    'count',
    sql`select count(*)::int as count from notes where text like ${sql.placeholder('like')}`,
  )
  const cut = lookup<object>(
    'cut',
    sql`select pg_terminate_backend(pg_backend_pid()) where ${sql.placeholder('ask')}::boolean`,
  )
  const numbers = Array.from({ length: 40 }, (_, number) => number)

  test('share a connection and each get their own answer', async () => {
    const rows = await Promise.all(numbers.map((number) => whole(db, { text: `${number}` })))

    expect(rows.map(([row]) => row?.number)).toEqual(numbers)
    expect(new Set(rows.map(([row]) => row?.pid)).size).toBe(1)
  })

  test('fail one by one', async () => {
    const asked = await Promise.allSettled(
      numbers.map((number) => whole(db, { text: number % 2 === 0 ? `${number}` : 'odd' })),
    )

    expect(asked.map(({ status }) => status)).toEqual(
      numbers.map((number) => (number % 2 === 0 ? 'fulfilled' : 'rejected')),
    )
    expect(await whole(db, { text: '7' })).toMatchObject([{ number: 7 }])
  })

  test('find another connection after theirs was cut', async () => {
    const asked = await Promise.allSettled([
      whole(db, { text: '1' }),
      cut(db, { ask: true }),
      whole(db, { text: '2' }),
    ])

    expect(asked.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(await whole(db, { text: '3' })).toMatchObject([{ number: 3 }])
  })

  test('stay in the transaction they belong to', async () => {
    await db.transaction(async (tx) => {
      await write(tx, 'mine')
      const seen = await Promise.all([count(tx, { like: 'mine' }), count(db, { like: 'mine' })])
      expect(seen).toEqual([[{ count: 1 }], [{ count: 0 }]])
    })
  })
})
