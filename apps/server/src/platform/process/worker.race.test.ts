import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { rowsOf } from './db.ts'
import { enqueue, type JobKind } from './jobs.ts'
import { createWorker } from './worker.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

test('eight concurrent workers run two hundred jobs once each', async () => {
  const { db } = server.ctx
  const now = server.ctx.now()
  const done: number[] = []
  const kind: JobKind<number> = {
    kind: 'test.count',
    lane: 'programme',
    retryAfterMs: [],
    handle: async (ctx, { payload }) => {
      // A round trip gives the other workers time to take the same job.
      await ctx.db.execute(sql`select 1`)
      done.push(payload)
    },
  }
  for (let job = 0; job < 200; job += 1) {
    await enqueue(db, 'test.count', { payload: job, dueAt: now, now })
  }

  const workers = Array.from({ length: 8 }, () => createWorker(server.ctx, [kind]))
  const counts = await Promise.all(workers.map((worker) => worker.runDue()))

  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(200)
  expect(done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, job) => job))
  const attempts = await rowsOf<{ attempts: number }>(
    db,
    sql`select distinct attempts from jobs where kind = 'test.count'`,
  )
  expect(attempts).toEqual([{ attempts: 1 }])
})

test('a second worker finds a running job taken', async () => {
  const begun = Promise.withResolvers<void>()
  const ending = Promise.withResolvers<void>()
  const runs: string[] = []
  const kindOf = (name: string): JobKind<null> => ({
    kind: 'test.busy',
    lane: 'programme',
    retryAfterMs: [],
    handle: async () => {
      runs.push(name)
      begun.resolve()
      await ending.promise
    },
  })
  const now = server.ctx.now()
  await enqueue(server.ctx.db, 'test.busy', { payload: null, dueAt: now, now })

  const busy = createWorker(server.ctx, [kindOf('one')]).runDue()
  await begun.promise
  const found = await createWorker(server.ctx, [kindOf('two')]).runDue()
  ending.resolve()

  expect([await busy, found]).toEqual([1, 0])
  expect(runs).toEqual(['one'])
})

test('running due jobs waits for a job that a lane claims at the same moment', async () => {
  const done: number[] = []
  const kind: JobKind<number> = {
    kind: 'test.slow',
    lane: 'programme',
    retryAfterMs: [],
    handle: async (ctx, { payload }) => {
      await ctx.db.execute(sql`select pg_sleep(0.01)`)
      done.push(payload)
    },
  }
  const worker = createWorker(server.ctx, [kind])
  const now = server.ctx.now()

  for (let turn = 1; turn <= 20; turn += 1) {
    await enqueue(server.ctx.db, 'test.slow', { payload: turn, dueAt: now, now })
    worker.wake()
    await worker.runDue()
    expect(done).toHaveLength(turn)
  }
  await worker.stop()
})
