import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase } from '#test/test-database.ts'
import { rowsOf, violatedCheck, violatedUnique, type Database, type Db } from './db.ts'

let database: Database
let db: Db
beforeAll(async () => {
  database = await openTestDatabase()
  db = database.db
  await db.execute(sql`create table notes (
    text text primary key constraint notes_short check (length(text) < 20))`)
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
/** Returns the database error below the wrapper of the query builder. */
const causeOf = (statement: Promise<unknown>) =>
  statement.then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.cause : error),
  )

describe('a transaction', () => {
  test('commits all of its statements or none', async () => {
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

  test('rejects statements after its end, because its connection may be in another transaction', async () => {
    let kept: Db | undefined
    await db.transaction(async (tx) => {
      kept = tx
    })

    await expect(async () => kept && write(kept, 'late')).rejects.toThrow(
      'The transaction has ended',
    )
    expect(await notes()).toEqual([])
  })

  test('rejects a statement that is sent behind its COMMIT', async () => {
    const late = new Promise<unknown>((resolve, reject) => {
      void db.transaction(async (tx) => {
        await write(tx, 'a')
        // Runs after COMMIT was sent and before its response.
        setImmediate(() => {
          Promise.resolve()
            .then(() => write(tx, 'late'))
            .then(resolve, reject)
        })
      })
    })

    await expect(late).rejects.toThrow('The transaction has ended')
    expect(await notes()).toEqual(['a'])
  })

  test('fails when a statement failed and its error was ignored', async () => {
    const ignored = db.transaction(async (tx) => {
      await write(tx, 'a')
      await Promise.resolve(write(tx, 'a')).catch(() => {})
    })

    await expect(ignored).rejects.toThrow('The transaction was rolled back')
    expect(await notes()).toEqual([])
  })

  test('can be empty', async () => {
    expect(await db.transaction(async () => 'done')).toBe('done')
    const undone = db.transaction(() => Promise.reject(new Error('given up')))

    await expect(undone).rejects.toThrow('given up')
    await write(db, 'a')
    expect(await notes()).toEqual(['a'])
  })

  test('has the isolation level and access mode it was given', async () => {
    const settings = await db.transaction(
      async (tx) => [
        await show(tx, 'transaction_isolation'),
        await show(tx, 'transaction_read_only'),
      ],
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    )

    expect(settings).toEqual(['repeatable read', 'on'])
    expect(await show(db, 'transaction_isolation')).toBe('read committed')
  })

  test('rolls back only the nested transaction that failed', async () => {
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

  test('leaves its connection usable when the first statement fails', async () => {
    for (let round = 0; round < 30; round += 1) {
      const failed = db.transaction((tx) => tx.execute(sql`select * from nowhere`))
      await expect(failed).rejects.toThrow(/nowhere/)
    }

    await db.transaction((tx) => write(tx, 'a'))
    expect(await notes()).toEqual(['a'])
  })

  test('waits when there are more transactions than connections', async () => {
    await Promise.all(
      Array.from({ length: 30 }, (_, at) => db.transaction((tx) => write(tx, `note ${at}`))),
    )

    expect(await notes()).toHaveLength(30)
  })
})

describe('a statement with parameters', () => {
  test('is prepared once per connection', async () => {
    const prepared = await db.transaction(async (tx) => {
      for (const text of ['a', 'b', 'c']) await write(tx, text)
      return rowsOf<{ statement: string }>(
        tx,
        sql`select statement from pg_prepared_statements where statement like 'insert into notes%'`,
      )
    })

    expect(prepared).toEqual([{ statement: 'insert into notes values ($1)' }])
  })

  test('is prepared again after its first attempt was rejected', async () => {
    const read = () => rowsOf(db, sql`select text from late_notes where text = ${'a'}`)
    expect(await causeOf(read())).toMatchObject({ code: '42P01' })

    await db.execute(sql`create table late_notes (text text)`)

    expect(await read()).toEqual([])
  })

  test('is sent without a name once 1000 texts have one', async () => {
    for (let index = 0; index < 1010; index += 1) {
      const column = sql.identifier(`a${index}`)
      expect(await rowsOf(db, sql`select ${index}::int as ${column}`)).toEqual([
        { [`a${index}`]: index },
      ])
    }
    await write(db, 'a')
    const [prepared] = await rowsOf<{ count: number }>(
      db,
      sql`select count(*)::int as count from pg_prepared_statements`,
    )

    expect(prepared?.count).toBeLessThanOrEqual(1000)
    expect(await notes()).toEqual(['a'])
  })

  test('returns values of every kind as they were sent', async () => {
    const values = ['여름 \\ \' "', -7, { list: [1, null] }, false, null, [3, 4]] as const
    const [text, integer, json, flag, nothing, list] = values
    const read = () =>
      rowsOf(
        db,
        sql`select ${text}::text as a, ${integer}::int as b, ${sql.param(json)}::jsonb as c,
          ${flag}::bool as d, ${nothing}::text as e, ${sql.param(list)}::int[] as f,
          12345678901::bigint as g, '2026-06-23T08:00:00Z'::timestamptz at time zone 'UTC' as h`,
      )

    await read()
    expect(await read()).toEqual([
      {
        a: text,
        b: integer,
        c: json,
        d: flag,
        e: nothing,
        f: list,
        g: '12345678901',
        h: '2026-06-23 08:00:00',
      },
    ])
  })
})

describe('a database error', () => {
  test('names the violated constraint', async () => {
    await write(db, 'a')
    const failed = async (text: string) => write(db, text).catch((error: unknown) => error)

    expect(violatedUnique(await failed('a'))).toBe('notes_pkey')
    expect(violatedCheck(await failed('far too long for a note'))).toBe('notes_short')
  })

  test.each(['40001', '40P01', '55P03'])(
    'has its SQLSTATE %s inside a transaction',
    async (code) => {
      const raise = sql.raw(`do $$ begin raise exception 'stop' using errcode = '${code}'; end $$`)

      const cause = await causeOf(db.transaction((tx) => tx.execute(raise)))

      expect(cause).toMatchObject({ code, message: 'stop' })
    },
  )
})

test('a script runs in one transaction', async () => {
  await database.runScript(`insert into notes values ('a'); insert into notes values ('b');`)
  const failed = database.runScript(`insert into notes values ('c'); select * from nowhere;`)

  await expect(failed).rejects.toMatchObject({ code: '42P01' })
  await db.transaction((tx) => write(tx, 'd'))
  expect(await notes()).toEqual(['a', 'b', 'd'])
})
