import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { MINUTE_MS } from '@solstice/rules/duration'
import { MAIL_CODE } from '#/modules/verification/verification.jobs.ts'
import { enqueue } from '#/platform/process/jobs.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'

let server: TestApp
let ops: TestOperator
beforeAll(async () => {
  server = await startTestApp()
  ops = await anOperator(server, 'OPS')
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.ctx.db.execute(sql`delete from jobs`)
})

/** Adds dead jobs with this payload. */
async function deadJobs(kind: string, count: number, payload: unknown = null): Promise<void> {
  const now = server.clock.now
  for (let at = 0; at < count; at += 1) {
    await enqueue(server.ctx.db, kind, { payload, dueAt: now, now })
  }
  await server.ctx.db.execute(sql`update jobs set dead_at = ${now.toISOString()}::timestamptz,
    last_error = 'Error: no answer', attempts = 3 where kind = ${kind}`)
}

describe('jobs', () => {
  test('are counted by kind, with how late they are', async () => {
    const now = server.clock.now
    const dueAt = new Date(now.getTime() - 3 * MINUTE_MS)
    await enqueue(server.ctx.db, 'season.open', { payload: { id: 1 }, dueAt, now })
    await deadJobs('kind.of-the-past', 2)

    const { data } = await ops.call('operator.listJobKinds', {})

    const of = (kind: string) => data?.list.find((each) => each.kind === kind)
    expect(of('season.open')).toEqual({
      kind: 'season.open',
      lane: 'programme',
      waiting: 1,
      running: 0,
      dead: 0,
      oldestDueAt: dueAt.toISOString(),
      lateSeconds: 180,
    })
    expect(of('kind.of-the-past')).toMatchObject({ lane: null, dead: 2 })
    expect(of(MAIL_CODE)).toMatchObject({ lane: 'codes', waiting: 0, dead: 0, lateSeconds: 0 })
  })

  test('are filtered by kind', async () => {
    await deadJobs('season.open', 2)
    await deadJobs('push.send', 1)

    const { data } = await ops.call('operator.listJobs', { query: { kind: 'push.send' } })

    expect(data?.list.map(({ kind }) => kind)).toEqual(['push.send'])
    expect(data?.totalCount).toBe(1)
  })

  test('are shown with the ids of their payload, and with nothing else of it', async () => {
    const payload = {
      memberId: 12,
      requestId: '3f6f1d5e-0000-4000-8000-000000000000',
      email: 'min@harbor.example',
      code: 123_456,
      id: 4,
    }
    await deadJobs(MAIL_CODE, 1, payload)
    const { data: found } = await ops.call('operator.listJobs', { query: {} })
    const params = { jobId: found?.list[0]?.jobId ?? 0 }

    const { data } = await ops.call('operator.showJob', { params })

    expect(data).toMatchObject({ kind: MAIL_CODE, state: 'dead', lastError: 'Error: no answer' })
    expect(data?.ids).toEqual([
      { name: 'id', id: 4 },
      { name: 'memberId', id: 12 },
    ])
    expect(JSON.stringify(data)).not.toMatch(/harbor|123456|3f6f1d5e/)
    expect(await ops.call('operator.showJob', { params: { jobId: 987_654 } })).toMatchObject({
      status: 404,
      code: Code.NOT_FOUND,
    })
  })

  test('of one kind are retried together, once, and audited with the reason', async () => {
    await deadJobs('season.open', 3)
    await deadJobs('push.send', 1)
    const body = { kind: 'season.open', reason: 'The node is back' }

    const retried = await ops.call('operator.retryJobs', { body })
    const again = await ops.call('operator.retryJobs', { body })

    expect(retried.data).toEqual({ retried: 3, left: 0 })
    expect(again.data).toEqual({ retried: 0, left: 0 })
    const waiting = await ops.call('operator.listJobs', { query: { state: 'waiting' } })
    expect(waiting.data?.list.map(({ attempts }) => attempts)).toEqual([0, 0, 0])
    const dead = await ops.call('operator.listJobs', { query: {} })
    expect(dead.data?.list.map(({ kind }) => kind)).toEqual(['push.send'])
    const history = await ops.call('audit.history', { query: { subject: 'job-kind:season.open' } })
    expect(history.data?.list).toMatchObject([
      {
        actor: `operator:${ops.name}`,
        action: 'job.retry-all',
        reason: 'The node is back',
        before: { dead: 3 },
        after: { dead: 0 },
      },
    ])
  })
})
