import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ALERT_CODES } from '@solstice/rules/alert'
import { insertMember } from '#test/insert-members.ts'
import { openTestDatabase } from '#test/test-database.ts'
import { notify } from './alerts.ts'
import { rowsOf, type Database } from '#/platform/process/db.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const now = new Date('2026-06-23T08:00:00.000Z')
const ctx = { now: () => now }

const alertsOf = (member: number) =>
  rowsOf<{ code: string; data: unknown }>(
    database.db,
    sql`select code, data from alerts where member_id = ${member} order by id`,
  )

test.each(ALERT_CODES)('stores a %s alert when the transaction is committed', async (code) => {
  const member = await insertMember(database.db)

  await database.db.transaction((tx) => notify(tx, ctx, member, { code, data: { seasonId: 3 } }))

  expect(await alertsOf(member)).toEqual([{ code, data: { seasonId: 3 } }])
})

test('stores no alert when the transaction is rolled back', async () => {
  const member = await insertMember(database.db)

  const fact = database.db.transaction(async (tx) => {
    await notify(tx, ctx, member, { code: 'TICKET' })
    throw new Error('the purchase failed')
  })

  await expect(fact).rejects.toThrow('the purchase failed')
  expect(await alertsOf(member)).toEqual([])
})

test('stores the time of the injected clock, and starts unread', async () => {
  const member = await insertMember(database.db)

  await notify(database.db, ctx, member, { code: 'CHECK_IN' })

  const rows = await rowsOf<{ created_at: string | Date; read_at: unknown }>(
    database.db,
    sql`select created_at, read_at from alerts where member_id = ${member}`,
  )
  expect(rows.map((row) => [new Date(row.created_at), row.read_at])).toEqual([[now, null]])
})
