import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsOf } from '#/platform/process/db.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { memberWithPin, PIN, pinHeader } from '#test/test-pin.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'

let server: TestApp
let support: TestOperator
beforeAll(async () => {
  server = await startTestApp()
  support = await anOperator(server, 'SUPPORT')
})
afterAll(() => server.close())

const body = { text: 'Called back' }

const notesOf = (userId: number) =>
  rowsOf(server.ctx.db, sql`select id from member_notes where member_id = ${userId}`)

test('adds one note for calls with the same key at the same time', async () => {
  const { userId } = await memberWithPin(server)
  const key = { 'idempotency-key': 'note-1' }

  const replies = await Promise.all(
    Array.from({ length: 4 }, () =>
      support.call('member.addNote', { params: { userId }, body }, key),
    ),
  )

  expect(new Set(replies.map(({ data }) => data?.noteId)).size).toBe(1)
  expect(await notesOf(userId)).toHaveLength(1)
})

test('keeps no note that arrives while the account is being deleted', async () => {
  const member = await memberWithPin(server)
  const { userId } = member
  const header = await pinHeader(member, PIN, 'ACCOUNT_DELETE')

  const [deleted] = await Promise.all([
    member.call('account.delete', { body: { reason: 'PRIVACY', agreed: true } }, header),
    ...Array.from({ length: 4 }, () =>
      support.call('member.addNote', { params: { userId }, body }),
    ),
  ])

  expect(deleted?.code).toBe(0)
  expect(await notesOf(userId)).toEqual([])
})
