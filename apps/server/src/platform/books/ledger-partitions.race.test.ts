import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { migrateBefore } from '#test/earlier-database.ts'
import { insertMember } from '#test/insert-members.ts'
import { openEmptyDatabase, openTestDatabase } from '#test/test-database.ts'
import { at, credit, xpOf } from '#test/test-ledger.ts'
import { waitingSessions } from '#test/waiting-sessions.ts'
import { openPostgres, type Database, type Db } from '#/platform/process/db.ts'
import { migrate } from '#/platform/process/migrate.ts'
import { checkLedger } from './ledger-check.ts'
import { advanceCheckpoint } from './ledger-checkpoint.ts'
import { beginPartition, detachPartition } from './ledger-partitions.ts'

const untilWaiting = async (db: Db, sessions: number) => {
  await expect.poll(() => waitingSessions(db), { timeout: 30_000 }).toBe(sessions)
}

/** Posts in a transaction that stays open until `commit` is called. */
async function openPost(db: Db, member: number, key: string) {
  const posted = Promise.withResolvers<void>()
  const committed = Promise.withResolvers<void>()
  const ended = db.transaction(async (tx) => {
    await credit(tx, member, 1n, key)
    posted.resolve()
    await committed.promise
  })
  await Promise.race([posted.promise, ended])
  return {
    commit: async () => {
      committed.resolve()
      await ended
    },
  }
}

describe('the migration to partitions', () => {
  let database: Awaited<ReturnType<typeof openEmptyDatabase>>
  let server: Database
  beforeEach(async () => {
    database = await openEmptyDatabase()
    await migrateBefore(database, '0097')
    server = await openPostgres(database.url ?? '', () => {})
  })
  afterEach(async () => {
    await server.close()
    await database.close()
  })

  test('keeps the key of a post that is open when it begins', async () => {
    const { db } = server
    const member = await insertMember(db)
    await credit(db, member, 1n, 'before')
    const open = await openPost(db, member, 'meanwhile')

    const migrated = migrate(database)
    await untilWaiting(db, 1)
    await open.commit()
    await migrated

    expect(await credit(db, member, 1n, 'meanwhile')).toMatchObject({ fresh: false })
    expect(await xpOf(db, member)).toBe(2n)
    expect(await checkLedger(db, 'FULL')).toEqual([])
  })
})

describe('the detachment of a partition', () => {
  let database: Database
  beforeEach(async () => {
    database = await openTestDatabase()
  })
  afterEach(() => database.close())

  test('waits for open posts and delays new ones, without a deadlock', async () => {
    const { db } = database
    const [anna, ben] = [await insertMember(db), await insertMember(db)]
    for (const member of [anna, ben]) await credit(db, member, 1n)
    await beginPartition(db, { period: 'season:1', at })
    for (const member of [anna, ben]) await credit(db, member, 1n)
    await advanceCheckpoint(db, { at })
    const open = await openPost(db, anna, 'open')

    const detached = detachPartition(db, 0, at)
    await untilWaiting(db, 1)
    const next = credit(db, ben, 1n, 'next')
    await untilWaiting(db, 2)
    await open.commit()
    await Promise.all([detached, next])

    expect([await xpOf(db, anna), await xpOf(db, ben)]).toEqual([3n, 3n])
    expect(await checkLedger(db, 'FULL')).toEqual([])
  })

  test('does not fail posts that go on all the time', async () => {
    const { db } = database
    const member = await insertMember(db)
    await credit(db, member, 1n)
    await beginPartition(db, { period: 'season:1', at })
    await advanceCheckpoint(db, { at })
    const stop = new AbortController()
    const posting = Array.from({ length: 4 }, async () => {
      let posts = 0
      for (; !stop.signal.aborted; posts += 1) await credit(db, member, 1n)
      return posts
    })

    await detachPartition(db, 0, at)
    stop.abort()
    const counts = await Promise.all(posting)

    const posts = counts.reduce((sum, count) => sum + count, 1)
    expect(await xpOf(db, member)).toBe(BigInt(posts))
    expect(await checkLedger(db, 'FULL')).toEqual([])
  })
})
