import { queryObjects } from 'node:v8'
import { PGlite, protocol } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pgliteDatabase, rowsOf, type Database, type Db } from './db.ts'
import { PgliteStream } from './pglite-stream.ts'

let pglite: PGlite
/** Starting a database from this dump takes a quarter of the time of creating one. */
let empty: Blob
let database: Database
let db: Db
beforeAll(async () => {
  pglite = await PGlite.create()
  empty = await pglite.dumpDataDir('none')
  database = await pgliteDatabase(pglite)
  db = database.db
  await db.execute(sql`create table notes (text text primary key)`)
})
afterAll(() => database.close())
beforeEach(() => db.execute(sql`delete from notes`))

const write = (tx: Db, text: string) => tx.execute(sql`insert into notes values (${text})`)
const notes = async (from = db) =>
  (await rowsOf<{ text: string }>(from, sql`select text from notes order by text`)).map(
    ({ text }) => text,
  )

test('no other statement runs between those of a transaction', async () => {
  const order: string[] = []
  let other: Promise<unknown> | undefined
  await db.transaction(async (tx) => {
    for (const text of ['a', 'b', 'c']) {
      await write(tx, text)
      order.push('mine')
      other ??= write(db, 'd').then(() => order.push('other'))
    }
  })
  await other

  expect(order).toEqual(['mine', 'mine', 'mine', 'other'])
})

test('a response may be larger than a buffer of the stream', async () => {
  const rows = await rowsOf<{ text: string }>(
    db,
    sql`select repeat('x', ${100_000}) as text from generate_series(1, 30)`,
  )

  expect(rows.map(({ text }) => text.length)).toEqual(Array.from({ length: 30 }, () => 100_000))
})

test('the engine retains no message of an earlier response', async () => {
  const { DataRowMessage, RowDescriptionMessage } = protocol.messages

  for (let text = 0; text < 20; text += 1) await write(db, `note ${text}`)
  expect(await notes()).toHaveLength(20)
  await expect(write(db, 'note 1')).rejects.toThrow(/Failed query/)

  // Counts after a garbage collection.
  const retained = [DataRowMessage, RowDescriptionMessage].map((message) => queryObjects(message))
  expect(retained).toEqual([0, 0])
})

test('a new connection starts without the transaction and statements of a lost one', async () => {
  const single = new PGlite({ loadDataDir: empty })
  const connect = async () => {
    let stream: PgliteStream | undefined
    const client = new Client({
      user: 'postgres',
      stream: () => (stream = new PgliteStream(single)),
    })
    client.on('error', () => {})
    await client.connect()
    return { client, cut: () => stream?.destroy() }
  }
  const named = (client: Client) =>
    client.query({ name: 'one', text: 'select $1::int as one', values: [1] })

  const lost = await connect()
  await lost.client.query('create table notes (text text)')
  await named(lost.client)
  await lost.client.query('begin')
  await lost.client.query(`insert into notes values ('lost')`)
  lost.cut()
  await expect(lost.client.query('commit')).rejects.toThrow(/terminated|not queryable/)

  const next = await connect()
  expect((await named(next.client)).rows).toEqual([{ one: 1 }])
  expect((await next.client.query('select text from notes')).rows).toEqual([])
  await next.client.end()
  await single.close()
})

test('a failure of the engine rejects its statement, and the next one gets a new connection', async () => {
  class FailingOnce extends PGlite {
    fails = false

    override async execProtocolRawStream(...args: Parameters<PGlite['execProtocolRawStream']>) {
      if (!this.fails) return super.execProtocolRawStream(...args)
      this.fails = false
      throw new Error('The engine failed')
    }
  }
  const failing = new FailingOnce({ loadDataDir: empty })
  const opened = await pgliteDatabase(failing)
  await opened.db.execute(sql`create table notes (text text)`)

  const failed = opened.db.transaction(async (tx) => {
    await write(tx, 'lost')
    failing.fails = true
    await write(tx, 'never')
  })

  await expect(failed).rejects.toThrow(/Failed query/)
  await write(opened.db, 'kept')
  expect(await notes(opened.db)).toEqual(['kept'])
  await opened.close()
})

test('the data can be dumped while the connection is open, and opened again', async () => {
  await write(db, 'kept')
  const dump = await pglite.dumpDataDir('none')
  await write(db, 'later')

  const copy = await pgliteDatabase(await PGlite.create({ loadDataDir: dump }))
  expect(await notes(copy.db)).toEqual(['kept'])
  await copy.close()
  expect(await notes()).toEqual(['kept', 'later'])
})

test('closing waits for the running transaction', async () => {
  const closing = await pgliteDatabase(new PGlite({ loadDataDir: empty }))
  const running = closing.db.transaction(async (tx) => {
    await tx.execute(sql`create table notes (text text)`)
    await write(tx, 'a')
    return notes(tx)
  })
  // The transaction has its connection before the pool starts to close.
  await new Promise(setImmediate)
  const closed = closing.close()

  expect(await running).toEqual(['a'])
  await closed
  await expect(closing.db.execute(sql`select 1`)).rejects.toThrow(/Failed query/)
})

test('a database that cannot start rejects the first statement', async () => {
  const broken = await pgliteDatabase(new PGlite({ loadDataDir: new Blob(['no archive']) }))

  await expect(broken.db.execute(sql`select 1`)).rejects.toThrow(/Failed query/)
})
