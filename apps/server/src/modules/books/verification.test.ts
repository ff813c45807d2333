import { sql, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beginPartition } from '#/platform/books/ledger-partitions.ts'
import { insertMember, insertMembers } from '#test/insert-members.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { creditAll } from '#test/test-ledger.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { give } from '#test/test-shop.ts'
import { startVerification } from './verification.service.ts'

let server: TestApp
let auditor: TestOperator

beforeAll(async () => {
  server = await startTestApp()
  auditor = await anOperator(server, 'AUDITOR')
  const members = await insertMembers(server.ctx.db, 20)
  await creditAll(
    server.ctx.db,
    members.map((member) => ({ member, amount: 3n })),
  )
})
afterAll(() => server.close())

describe('a verification', () => {
  test('is started by an auditor, shows its progress and ends with its result', async () => {
    const started = await auditor.call('ledger.verify', { body: { extent: 'FULL' } })
    const again = await auditor.call('ledger.verify', { body: { extent: 'FULL' } })
    const full = (data: typeof started.data) =>
      data?.verifications.find(({ extent }) => extent === 'FULL')

    expect(full(started.data)?.running).toMatchObject({ phase: 'guards', share: 0 })
    expect(full(again.data)?.running?.startedAt).toBe(full(started.data)?.running?.startedAt)
    await server.worker.runDue()

    const ended = await auditor.call('ledger.verification', {})
    expect(full(ended.data)).toMatchObject({ running: null, last: { problemCount: 0 } })
    expect(ended.data?.checkpoint).toBe(ended.data?.newestTransaction)
  })

  test('is shown as running when it is started, also if a worker finishes it at once', async () => {
    await server.worker.runDue()
    const { db } = server.ctx
    // A worker takes a job as soon as the statement that enqueues it is committed.
    const withEagerWorker = new Proxy(db, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name)
        if (typeof member !== 'function') return member
        if (name !== 'execute') return member.bind(target) as unknown // Methods read their own state.
        return async (statement: SQL) => {
          const result = await target.execute(statement)
          await server.worker.runDue()
          return result
        }
      },
    })
    const view = await startVerification({ ...server.ctx, db: withEagerWorker }, 'FULL')
    await server.worker.runDue()

    const full = view.verifications.find(({ extent }) => extent === 'FULL')
    expect(full?.running).toMatchObject({ phase: 'guards', share: 0 })
  })

  test('shows how far it is while it runs', async () => {
    await server.ctx.db.execute(sql`delete from ledger_verifications`)
    const newest = (await auditor.call('ledger.verification', {})).data?.newestTransaction ?? 0
    const position = JSON.stringify({ phase: 'transactions', after: Math.floor(newest / 2) })
    await server.ctx.db.execute(sql`insert into ledger_verifications (extent, position, started_at)
      values ('FULL', ${position}::jsonb, ${server.clock.now.toISOString()}::timestamptz)`)

    const { data } = await auditor.call('ledger.verification', {})

    const running = data?.verifications.find(({ extent }) => extent === 'FULL')?.running
    expect(running).toMatchObject({ done: Math.floor(newest / 2), all: newest })
    expect(running?.share).toBeCloseTo(0.275, 2)
  })

  test('counts only ids of transactions, so that a new partition does not end its progress', async () => {
    const before = (await auditor.call('ledger.verification', {})).data?.newestTransaction ?? 0
    await beginPartition(server.ctx.db, { period: 'next', at: server.ctx.now() })
    await give(server, await insertMember(server.ctx.db), 'XP', 1n)

    const { data } = await auditor.call('ledger.verification', {})

    expect(data?.newestTransaction).toBeGreaterThan(before + 1)
    const running = data?.verifications.find(({ extent }) => extent === 'FULL')?.running
    expect(running).toMatchObject({ done: Math.floor(before / 2), all: before + 1 })
  })
})
