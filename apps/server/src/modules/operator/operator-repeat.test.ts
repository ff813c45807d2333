import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallId } from '@solstice/contract/catalogue'
import { Code } from '@solstice/contract/codes'
import type { CallInput } from '@solstice/contract/wire'
import { enqueue } from '#/platform/process/jobs.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { aPerson } from '#test/test-console.ts'
import { anOperator, operatorCall, type TestOperator } from '#test/test-operator.ts'

let server: TestApp
let owner: TestOperator
beforeAll(async () => {
  server = await startTestApp()
  owner = await anOperator(server)
})
afterAll(() => server.close())

let keys = 0

/** Sends the same call twice with one key, and counts the audit entries of both. */
async function sendTwice<Id extends CallId>(id: Id, input: CallInput<Id>) {
  keys += 1
  const headers = { 'idempotency-key': `key-${keys}` }
  const before = await auditLength()
  const first = await owner.call(id, input, headers)
  const second = await owner.call(id, input, headers)
  return { first, second, entries: (await auditLength()) - before }
}

const auditLength = async () =>
  Number(
    (await rowsOf<{ n: number }>(server.ctx.db, sql`select count(*) as n from audit_entries`))[0]
      ?.n,
  )

async function aDeadJob(kind: string): Promise<number> {
  const { db } = server.ctx
  const now = server.clock.now
  await enqueue(db, kind, { payload: null, dueAt: now, now })
  const [row] = await rowsOf<{ id: string }>(
    db,
    sql`update jobs set dead_at = ${now.toISOString()}::timestamptz, last_error = 'Error', attempts = 3
      where kind = ${kind} returning id`,
  )
  return Number(row?.id)
}

describe('a repeated call has one effect and the same response', () => {
  test('operator.change', async () => {
    const { operatorId } = await aPerson(server, 'SUPPORT')
    const body = { role: 'AUDITOR', reason: 'Test' } as const
    const { first, second, entries } = await sendTwice('operator.change', {
      params: { operatorId },
      body,
    })

    expect(first.data).toMatchObject({ operatorId, role: 'AUDITOR' })
    expect(second.data).toEqual(first.data)
    expect(entries).toBe(1)
  })

  test('operator.sendEnrolment', async () => {
    const { operatorId, email } = await aPerson(server, 'SUPPORT')
    server.mails.length = 0
    const { first, second, entries } = await sendTwice('operator.sendEnrolment', {
      params: { operatorId },
      body: { reason: 'Test' },
    })
    await server.worker.runDue()

    expect(first.code).toBe(Code.SUCCESS)
    expect(second.data).toEqual(first.data)
    expect(entries).toBe(1)
    expect(server.mails.filter(({ to }) => to === email)).toHaveLength(1)
  })

  test('operator.disableOperator', async () => {
    const { operatorId } = await aPerson(server, 'SUPPORT')
    const { first, second, entries } = await sendTwice('operator.disableOperator', {
      params: { operatorId },
      body: { reason: 'Test' },
    })

    expect([first.code, second.code, entries]).toEqual([0, 0, 1])
  })

  test('operator.retryJob', async () => {
    const jobId = await aDeadJob('kind.once')
    const { first, second, entries } = await sendTwice('operator.retryJob', {
      params: { jobId },
      body: {},
    })

    expect([first.code, second.code, entries]).toEqual([0, 0, 1])
  })

  test('operator.retryJobs', async () => {
    await aDeadJob('kind.all')
    const { first, second, entries } = await sendTwice('operator.retryJobs', {
      body: { kind: 'kind.all', reason: 'Repeat' },
    })

    expect(first.data).toEqual({ retried: 1, left: 0 })
    expect(second.data).toEqual(first.data)
    expect(entries).toBe(1)
  })

  test('operator.addOperator, whose token is returned once and never stored', async () => {
    const body = { name: 'once-only', role: 'AUDITOR', reason: 'Test' } as const
    const { first, second, entries } = await sendTwice('operator.addOperator', { body })
    const token = first.data?.token ?? ''

    expect(second.data).toEqual({ ...first.data, token: null })
    expect(entries).toBe(1)
    expect((await operatorCall(server, token)('operator.me', {})).code).toBe(Code.SUCCESS)
    const saved = await rowsOf<{ row: string }>(
      server.ctx.db,
      sql`select k::text as row from idempotency_keys k where call = 'operator.addOperator'`,
    )
    expect(saved).toHaveLength(1)
    expect(JSON.stringify(saved)).not.toContain(token)
  })
})
