import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase } from '#test/test-database.ts'
import { isAnswering, openPostgres, rowsOf, type Database, type Db } from './db.ts'
import { POSTGRES_LIMITS, type PostgresLimits } from './postgres-pool.ts'

let url: string
let database: Database
let db: Db
beforeAll(async () => {
  const made = await openTestDatabase()
  url = made.url ?? ''
  await made.close()
  // A connection that is cut also reports here; the tests check the error of the caller.
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
describe('a transaction', () => {
  test('is not visible to other connections before it commits', async () => {
    await db.transaction(async (tx) => {
      await write(tx, 'a')
      expect(await notes()).toEqual([])
    })

    expect(await notes()).toEqual(['a'])
  })

  test('is rolled back when its connection is cut, and the next one gets a new connection', async () => {
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

test('40 concurrent transactions do not mix their statements', async () => {
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

describe('a limit', () => {
  const openLimited = (limits: Partial<PostgresLimits>, at = url) =>
    openPostgres(at, () => {}, { ...POSTGRES_LIMITS, ...limits })
  /** Returns the message of the driver or the database, below the query builder's wrapper. */
  const reasonOf = (work: Promise<unknown>) =>
    work.then(
      () => 'no failure',
      (error: unknown) => {
        const cause = error instanceof Error ? (error.cause ?? error) : error
        return cause instanceof Error ? cause.message : String(cause)
      },
    )

  test('ends a transaction whose process is stuck, and releases its locks', async () => {
    await write(db, 'a')
    const limited = await openLimited({ idleTransactionMs: 2000 })

    const left = limited.db.transaction(async (tx) => {
      await tx.execute(sql`select 1 from notes where text = 'a' for update`)
      // This waits for the lock; the test verifies that it returns at all.
      await db.execute(sql`update notes set text = 'b' where text = 'a'`)
      await write(tx, 'c')
    })

    await expect(left).rejects.toThrow(/Failed query/)
    expect(await notes()).toEqual(['b'])
    await limited.db.transaction((tx) => write(tx, 'd'))
    expect(await notes()).toEqual(['b', 'd'])
    await limited.close()
  })

  test('ends a slow statement, but no migration', async () => {
    const limited = await openLimited({ statementMs: 1000, answerMs: 2000 })

    const reason = await reasonOf(limited.db.execute(sql`select pg_sleep(60)`))
    await limited.runScript(`insert into notes values ('slow'); select pg_sleep(2.5);`)

    // On a stalled machine the client's timeout may fire first.
    expect(reason).toMatch(/statement timeout|Query read timeout/)
    expect(await notes()).toEqual(['slow'])
    await limited.close()
  })

  test('gives up an unreachable database, and reconnects when it is back', async () => {
    const relay = await startRelay()
    const limited = await openLimited({ connectMs: 3000, answerMs: 3000 }, relay.url)
    const answers = () => isAnswering(limited.db)
    await expect.poll(answers, { timeout: 40_000 }).toBe(true)

    relay.swallow()
    const [onOldConnection, onNewConnection] = await Promise.all([
      reasonOf(limited.db.execute(sql`select 1`)),
      reasonOf(limited.db.transaction((tx) => write(tx, 'lost'))),
    ])
    relay.pass()

    expect(onOldConnection).toBe('Query read timeout')
    expect(onNewConnection).toMatch(/timeout|terminated/)
    await expect.poll(answers, { timeout: 40_000 }).toBe(true)
    await limited.db.transaction((tx) => write(tx, 'back'))
    expect(await notes()).toEqual(['back'])
    await limited.close()
    relay.close()
  })

  /** Starts a relay between this process and the database that can silently drop all data. */
  async function startRelay() {
    const { hostname, port } = new URL(url)
    const sockets = new Set<Socket>()
    let swallows = false
    const server = createServer((near) => {
      const far = connect(Number(port), hostname)
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(from)
        from.on('data', (data) => {
          if (!swallows) to.write(data)
        })
        from.on('close', () => to.destroy())
        from.on('error', () => {})
      }
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const at = new URL(url)
    const address = server.address()
    at.host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
    return {
      url: at.href,
      swallow: () => {
        swallows = true
      },
      pass: () => {
        swallows = false
      },
      close: () => {
        for (const socket of sockets) socket.destroy()
        server.close()
      },
    }
  }
})
