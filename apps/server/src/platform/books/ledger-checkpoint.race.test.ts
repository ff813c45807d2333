import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertMember } from '#test/insert-members.ts'
import { openTestDatabase } from '#test/test-database.ts'
import { at, credit } from '#test/test-ledger.ts'
import { rowsOf, type Database } from '#/platform/process/db.ts'
import { checkLedger } from './ledger-check.ts'
import { advanceCheckpoint, newestCheckpoint } from './ledger-checkpoint.ts'

let database: Database
let member: number
beforeAll(async () => {
  database = await openTestDatabase()
  member = await insertMember(database.db)
  // Opens the accounts, which another transaction would otherwise wait for.
  await credit(database.db, member, 1n)
})
afterAll(() => database.close())

test('a checkpoint waits for a transaction with a lower id that is not committed yet', async () => {
  const { db } = database
  const committed = Promise.withResolvers<void>()
  const posted = Promise.withResolvers<number>()
  const slow = db.transaction(async (tx) => {
    posted.resolve((await credit(tx, member, 1n)).transactionId)
    await committed.promise
  })
  const lower = await posted.promise
  const other = await insertMember(db)
  const { transactionId: higher } = await credit(db, other, 1n)
  const before = await newestCheckpoint(db)

  await advanceCheckpoint(db, { at, waitPolls: 3 })
  const whileOpen = await newestCheckpoint(db)
  const advanced = advanceCheckpoint(db, { at })
  committed.resolve()
  await Promise.all([slow, advanced])

  expect(lower).toBeLessThan(higher)
  expect(whileOpen).toBe(before)
  expect(await newestCheckpoint(db)).toBe(higher)
  expect(await checkLedger(db, 'FULL')).toEqual([])
})

test('a checkpoint does not wait for a transaction that began to post later', async () => {
  const { db } = database
  await credit(db, member, 1n)
  const advanced = new AbortController()
  // Each transaction posts while another one is open, so that some session is always posting.
  const post = async (): Promise<void> => {
    while (!advanced.signal.aborted) {
      await db.transaction(async (tx) => {
        await credit(tx, member, 1n)
      })
    }
  }
  const posting = [post(), post(), post()]

  const before = await newestCheckpoint(db)
  await advanceCheckpoint(db, { at })
  advanced.abort()
  await Promise.all(posting)

  expect(await newestCheckpoint(db)).toBeGreaterThan(before)
  expect(await checkLedger(db, 'FULL')).toEqual([])
})

test('several verifications at the same time add each range once', async () => {
  const { db } = database
  for (let post = 0; post < 12; post += 1) await credit(db, member, 1n)

  await Promise.all(Array.from({ length: 5 }, () => advanceCheckpoint(db, { at, range: 3 })))

  const rows = await rowsOf<{ differing: number }>(
    db,
    sql`select count(*)::int as differing from ledger_closings c join (
      select account_id, sum(amount) as total from ledger_entries group by account_id
    ) e using (account_id) where c.balance <> e.total`,
  )
  expect(rows).toEqual([{ differing: 0 }])
  expect(await checkLedger(db, 'FULL')).toEqual([])
})
