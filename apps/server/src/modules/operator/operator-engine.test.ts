import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { rowsOf } from '#/platform/process/db.ts'
import { enqueue, type JobKind } from '#/platform/process/jobs.ts'
import { createWorker, type Worker } from '#/platform/process/worker.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { signUpMember } from '#test/test-member.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'

let server: TestApp
let owner: TestOperator
let worker: Worker
let broken = true
const delivered: unknown[] = []
beforeAll(async () => {
  server = await startTestApp()
  owner = await anOperator(server)
  const testJob: JobKind<unknown> = {
    kind: 'test.parcel',
    lane: 'programme',
    retryAfterMs: [1000],
    handle: async (_ctx, { payload }) => {
      if (broken) throw new Error('the address is gone')
      delivered.push(payload)
    },
  }
  worker = createWorker(server.ctx, [testJob])
})
afterAll(() => server.close())

const jobs = (state?: 'dead' | 'waiting') =>
  owner.call('operator.listJobs', { query: state ? { state } : {} })

describe('jobs', () => {
  test('are listed while waiting and when dead, and can be retried', async () => {
    const now = server.clock.now
    await enqueue(server.ctx.db, 'test.parcel', { payload: 'a parcel', dueAt: now, now })

    await worker.runDue()
    const waiting = await jobs('waiting')
    server.clock.advance(1000)
    await worker.runDue()
    const dead = await jobs()

    expect(waiting.data?.list).toMatchObject([
      {
        kind: 'test.parcel',
        state: 'waiting',
        attempts: 1,
        lastError: 'Error: the address is gone',
      },
    ])
    const jobId = dead.data?.list[0]?.jobId ?? 0
    expect(dead.data?.list).toEqual([
      {
        jobId,
        kind: 'test.parcel',
        state: 'dead',
        attempts: 2,
        createdAt: now.toISOString(),
        dueAt: server.clock.now.toISOString(),
        deadAt: server.clock.now.toISOString(),
        lastError: 'Error: the address is gone',
      },
    ])

    broken = false
    const retried = await owner.call('operator.retryJob', { params: { jobId } })
    const again = await owner.call('operator.retryJob', { params: { jobId } })
    const back = await jobs('waiting')
    await worker.runDue()
    const afterwards = await owner.call('operator.retryJob', { params: { jobId } })

    expect([retried.code, again.code, afterwards.code]).toEqual([0, 0, 0])
    expect(back.data?.list).toMatchObject([{ jobId, attempts: 0 }])
    expect(delivered).toEqual(['a parcel'])
    expect((await jobs()).data?.list).toEqual([])
    const audit = await owner.call('operator.listAudit', { query: { subject: `job:${jobId}` } })
    expect(audit.data?.list).toMatchObject([{ action: 'job.retry', data: { kind: 'test.parcel' } }])
  })

  test('return 2901 for an unknown id', async () => {
    const reply = await owner.call('operator.retryJob', { params: { jobId: 987_654 } })

    expect(reply).toMatchObject({ status: 404, code: Code.NOT_FOUND })
  })

  test('reject an unknown state filter', async () => {
    const query = { state: 'done' as 'dead' }

    expect((await owner.call('operator.listJobs', { query })).code).toBe(Code.INVALID_REQUEST)
  })
})

describe('the audit log', () => {
  test('is listed newest first, by page, actor or subject', async () => {
    const support = await anOperator(server, 'SUPPORT')
    const { userId } = await signUpMember(server)
    const params = { userId }
    for (const reason of ['one', 'two']) {
      await support.call('operator.suspendMember', { params, body: { reason } })
      await support.call('operator.restoreMember', { params, body: { reason } })
    }
    const actor = `operator:${support.name}`

    const all = await owner.call('operator.listAudit', { query: { actor } })
    const second = await owner.call('operator.listAudit', { query: { actor, size: 3, page: 2 } })

    expect(all.data?.list.map(({ action, data }) => [action, data['reason']])).toEqual([
      ['member.restore', 'two'],
      ['member.suspend', 'two'],
      ['member.restore', 'one'],
      ['member.suspend', 'one'],
    ])
    expect(second.data).toMatchObject({ totalCount: 4, page: 2, size: 3, hasNext: false })
    expect(second.data?.list).toEqual(all.data?.list.slice(3))
  })

  test('is not changed by reading', async () => {
    const before = await owner.call('operator.verifyAudit', {})
    await owner.call('operator.findMembers', { query: {} })
    await owner.call('operator.verifyLedger', {})
    await jobs()

    const after = await owner.call('operator.verifyAudit', {})

    expect(after.data).toEqual(before.data)
    expect(after.data).toMatchObject({ ok: true, firstBrokenId: null, guarded: true })
    const newest = await owner.call('operator.listAudit', { query: { size: 1 } })
    expect(after.data?.lastHash).toBe(newest.data?.list[0]?.hash)
    expect(after.data?.count).toBe(newest.data?.totalCount)
  })
})

describe('the ledger', () => {
  test('is verified, and a changed balance is detected', async () => {
    const member = await signUpMember(server)
    await owner.call('operator.adjustBalance', {
      params: { userId: member.userId },
      body: { asset: 'XP', amount: '5', reason: 'Welcome' },
    })
    const sound = await owner.call('operator.verifyLedger', {})
    const { db } = server.ctx
    const [account] = await rowsOf<{ id: number }>(
      db,
      sql`select id from ledger_accounts where member_id = ${member.userId}`,
    )
    await db.execute(sql`alter table ledger_accounts disable trigger ledger_accounts_guarded`)
    await db.execute(sql`update ledger_accounts set balance = 500 where id = ${account?.id}`)
    await db.execute(sql`alter table ledger_accounts enable trigger ledger_accounts_guarded`)

    const reply = await owner.call('operator.verifyLedger', {})

    expect(sound.data).toEqual({ ok: true, problemCount: 0, problems: [] })
    expect(reply.data).toEqual({
      ok: false,
      problemCount: 1,
      problems: [
        {
          rule: "a member's balance is the sum of its entries",
          where: `account ${account?.id}`,
        },
      ],
    })
  })
})
