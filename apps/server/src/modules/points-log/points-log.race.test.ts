import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertMembers } from '#test/insert-members.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { credit } from '#test/test-ledger.ts'
import { waitingSessions } from '#test/waiting-sessions.ts'
import { appendAllPostings, eraseLogKey } from './points-log.service.ts'
import { pointsLogMembers } from './points-log.table.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

/** A member with a posting that is not in the log, so that appending would create a key. */
async function newMember(): Promise<number> {
  const [memberId = 0] = await insertMembers(server.ctx.db, 1)
  await credit(server.ctx.db, memberId, 5n)
  return memberId
}

async function storedOf(memberId: number) {
  const { key, entries } = pointsLogMembers
  const { db } = server.ctx
  const [row] = await db
    .select({ key, entries })
    .from(pointsLogMembers)
    .where(eq(pointsLogMembers.memberId, memberId))
  return row
}

/** Runs a transaction that stays open until `release` is called. */
function openTransaction(work: (tx: TestApp['ctx']['db']) => Promise<unknown>) {
  let release = (): void => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let start = (): void => {}
  const started = new Promise<void>((resolve) => {
    start = resolve
  })
  const done = server.ctx.db.transaction(async (tx) => {
    await work(tx)
    start()
    await held
  })
  return { started, done, release }
}

async function waiting(count: number): Promise<void> {
  await expect.poll(() => waitingSessions(server.ctx.db), { timeout: 15_000 }).toBe(count)
}

test('no key is created for a member whose account is being deleted', async () => {
  const memberId = await newMember()
  const deletion = openTransaction((tx) => eraseLogKey(tx, memberId))
  await deletion.started
  const appending = appendAllPostings(server.ctx)
  await waiting(1)
  deletion.release()
  await Promise.all([deletion.done, appending])

  expect(await storedOf(memberId)).toEqual({ key: null, entries: 1 })
})

test('a key that is created while the account is being deleted is deleted, too', async () => {
  const memberId = await newMember()
  const lock = openTransaction((tx) =>
    tx.execute(sql`lock table points_log_leaves in exclusive mode`),
  )
  await lock.started
  const appending = appendAllPostings(server.ctx)
  await waiting(1)
  const deleting = server.ctx.db.transaction((tx) => eraseLogKey(tx, memberId))
  await waiting(2)
  lock.release()
  await Promise.all([lock.done, appending, deleting])

  expect(await storedOf(memberId)).toEqual({ key: null, entries: 1 })
})
