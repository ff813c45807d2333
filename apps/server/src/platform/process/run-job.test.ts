import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { SECOND_MS } from '@solstice/rules/duration'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import type { JobEnd } from './context.ts'
import { rowsOf } from './db.ts'
import { startHeartbeat } from './heartbeat.ts'
import { continueFrom, enqueue, type Job, type JobKind } from './jobs.ts'
import {
  claimDueJob,
  LEASE_MS,
  markDone,
  markFailed,
  RENEW_MS,
  renewLease,
  storeCursor,
} from './leases.ts'
import { createWorker, type Worker } from './worker.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  // Heartbeats happen only when a test advances the timers.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await server.ctx.db.execute(sql`delete from jobs`)
})
afterEach(() => vi.useRealTimers())

const queue = (payload: unknown, kind = 'test.batches') => {
  const now = server.ctx.now()
  return enqueue(server.ctx.db, kind, { payload, dueAt: now, now })
}

type JobRow = { payload: unknown; attempts: number; leased_until: Date | string | null }

const jobRows = () =>
  rowsOf<JobRow>(
    server.ctx.db,
    sql`select payload, attempts, leased_until, done_at is not null as done,
      leased_until is not null as leased, dead_at is not null as dead from jobs order by id`,
  )

/** Returns a worker for one kind of job, which calls this handler. */
function workerFor(
  handle: JobKind<number>['handle'],
  { retryAfterMs = [] as number[], ends = [] as JobEnd[] } = {},
): Worker {
  const kind: JobKind<number> = { kind: 'test.batches', lane: 'programme', retryAfterMs, handle }
  const metrics = {
    replied: () => {},
    limitHit: () => {},
    pushEnded: () => {},
    replicaRead: () => {},
    jobEnded: (_kind: string, end: JobEnd) => void ends.push(end),
  }
  return createWorker({ ...server.ctx, metrics }, [kind])
}

/** Returns a worker whose job hangs until it is finished with a result. */
function hangingWorker() {
  const begun = Promise.withResolvers<Job<number>>()
  const ending = Promise.withResolvers<ReturnType<typeof continueFrom<number>> | void>()
  const ends: JobEnd[] = []
  const handle = (_ctx: unknown, job: Job<number>) => {
    begun.resolve(job)
    return ending.promise
  }
  const worker = workerFor(handle, { retryAfterMs: [SECOND_MS], ends })
  return { worker, begun: begun.promise, finish: ending.resolve, ends }
}

/** Advances the time by one renewal, and waits until it is stored. */
async function beat(): Promise<void> {
  server.clock.advance(RENEW_MS)
  vi.advanceTimersByTime(RENEW_MS)
  const renewedUntil = server.clock.now.getTime() + LEASE_MS
  for (let reads = 0; reads < 1000; reads += 1) {
    const [row] = await jobRows()
    if (row?.leased_until && new Date(row.leased_until).getTime() === renewedUntil) return
  }
  throw new Error('The lease was not renewed')
}

describe('the lease of a job', () => {
  test('is renewed while the job runs, so that a job longer than its lease runs once', async () => {
    const { worker, begun, finish, ends } = hangingWorker()
    const other = hangingWorker()
    await queue(0)

    const busy = worker.runDue()
    await begun
    let takenTwice = 0
    for (let renewal = 0; renewal < 24; renewal += 1) {
      await beat()
      takenTwice += await other.worker.runDue()
    }
    finish()

    expect(await busy).toBe(1)
    expect(takenTwice).toBe(0)
    expect(ends).toEqual(['done'])
    expect(await jobRows()).toMatchObject([{ done: true, attempts: 1 }])
  })

  test.each([
    ['complete', undefined],
    ['continue', continueFrom(9)],
  ])('that was lost aborts the handler, which can no longer %s the job', async (_, result) => {
    const slow = hangingWorker()
    const next = hangingWorker()
    await queue(0)
    const slowRun = slow.worker.runDue()
    const { signal } = await slow.begun
    const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve))

    // The process is paused: time passes without a renewal.
    server.clock.advance(LEASE_MS)
    const nextRun = next.worker.runDue()
    const nextJob = await next.begun
    vi.advanceTimersByTime(RENEW_MS)
    await aborted
    slow.finish(result)
    await slowRun
    const meanwhile = await jobRows()
    next.finish()
    await nextRun

    expect(meanwhile).toMatchObject([{ payload: 0, attempts: 2, done: false, leased: true }])
    expect(nextJob.signal.aborted).toBe(false)
    expect([slow.ends, next.ends]).toEqual([['lost'], ['done']])
    expect(await jobRows()).toMatchObject([{ payload: 0, done: true }])
  })

  test('belongs to one claim, also after a later worker has continued the job', async () => {
    await queue(0)
    const claim = async () => {
      const job = await claimDueJob(server.ctx, ['test.batches'])
      if (!job) throw new Error('The job could not be claimed')
      return job
    }
    const slow = await claim()
    server.clock.advance(LEASE_MS)
    await storeCursor(server.ctx, await claim(), 1)
    const holder = await claim()

    const changes = [
      await renewLease(server.ctx, slow),
      await storeCursor(server.ctx, slow, 9),
      await markFailed(server.ctx, slow, { error: 'too late', retryAfterMs: undefined }),
      await markDone(server.ctx, slow),
    ]
    const meanwhile = await jobRows()

    expect(slow.attempt).toBe(holder.attempt)
    expect(changes).toEqual([false, false, false, false])
    expect(meanwhile).toMatchObject([{ payload: 1, done: false, dead: false, leased: true }])
    expect(await markDone(server.ctx, holder)).toBe(true)
  })

  test('is not renewed after the job has ended', async () => {
    await queue(0)
    const job = await claimDueJob(server.ctx, ['test.batches'])
    if (!job) throw new Error('The job could not be claimed')
    await markFailed(server.ctx, job, { error: 'failed', retryAfterMs: 0 })

    expect(await renewLease(server.ctx, job)).toBe(false)
    expect(await jobRows()).toMatchObject([{ leased: false }])
  })

  test('counts as lost once it may have expired while the database is unreachable', async () => {
    await queue(0)
    const job = await claimDueJob(server.ctx, ['test.batches'])
    if (!job) throw new Error('The job could not be claimed')
    const update = vi.spyOn(server.ctx.db, 'update').mockImplementation(() => {
      throw new Error('The database is unreachable')
    })
    const { signal, stop } = startHeartbeat(server.ctx, job)

    const aborted: boolean[] = []
    for (let renewal = 0; renewal < LEASE_MS / RENEW_MS; renewal += 1) {
      server.clock.advance(RENEW_MS)
      await vi.advanceTimersByTimeAsync(RENEW_MS)
      aborted.push(signal.aborted)
    }
    update.mockRestore()
    stop()

    expect(aborted).toEqual([false, false, false, true])
  })

  test('counts as lost once it may have expired while a renewal hangs', async () => {
    await queue(0)
    const job = await claimDueJob(server.ctx, ['test.batches'])
    if (!job) throw new Error('The job could not be claimed')
    const { promise: never } = Promise.withResolvers<never>()
    const db = Object.create(server.ctx.db) as typeof server.ctx.db
    const update = { set: () => ({ where: () => ({ returning: () => never }) }) }
    Object.assign(db, { update: () => update })
    const { signal, stop } = startHeartbeat({ ...server.ctx, db }, job)

    const aborted: boolean[] = []
    for (let renewal = 0; renewal < LEASE_MS / RENEW_MS; renewal += 1) {
      server.clock.advance(RENEW_MS)
      await vi.advanceTimersByTimeAsync(RENEW_MS)
      aborted.push(signal.aborted)
    }
    stop()

    expect(aborted).toEqual([false, false, false, true])
  })
})

describe('a job that works in batches', () => {
  test('is stored at its cursor after each batch, without using up its attempts', async () => {
    const batches: { payload: number; attempt: number }[] = []
    const ends: JobEnd[] = []
    const handle: JobKind<number>['handle'] = async (_ctx, { payload, attempt }) => {
      batches.push({ payload, attempt })
      return payload < 29 ? continueFrom(payload + 1) : undefined
    }
    await queue(0)

    const taken = await workerFor(handle, { ends }).runDue()

    expect(taken).toBe(30)
    expect(batches).toEqual(Array.from({ length: 30 }, (_, payload) => ({ payload, attempt: 1 })))
    expect(ends).toEqual([...Array.from({ length: 29 }, () => 'continued'), 'done'])
    expect(await jobRows()).toMatchObject([{ done: true, attempts: 1 }])
  })

  test('resumes at its cursor in another process after its own was killed', async () => {
    const killed = Promise.withResolvers<void>()
    const atThird = Promise.withResolvers<void>()
    const batches: string[] = []
    const next = (payload: number) => (payload < 5 ? continueFrom(payload + 1) : undefined)
    const first = workerFor(async (_ctx, { payload }) => {
      batches.push(`first ${payload}`)
      if (payload === 2) {
        atThird.resolve()
        await killed.promise
      }
      return next(payload)
    })
    const second = workerFor(
      async (_ctx, { payload }) => {
        batches.push(`second ${payload}`)
        return next(payload)
      },
      { retryAfterMs: [SECOND_MS] },
    )
    await queue(0)

    const firstRun = first.runDue()
    await atThird.promise
    const before = await second.runDue()
    server.clock.advance(LEASE_MS)
    const taken = await second.runDue()
    killed.resolve()
    await firstRun

    expect([before, taken]).toEqual([0, 4])
    expect(batches).toEqual(
      ['first 0', 'first 1', 'first 2'].concat(['second 2', 'second 3', 'second 4', 'second 5']),
    )
    expect(await jobRows()).toMatchObject([{ payload: 5, done: true }])
  })

  test('repeats a failed batch, and has all attempts again for the next one', async () => {
    const batches: number[] = []
    const handle: JobKind<number>['handle'] = async (_ctx, { payload, attempt }) => {
      batches.push(payload)
      if (attempt === 1) throw new Error('simulated failure')
      return payload < 2 ? continueFrom(payload + 1) : undefined
    }
    const worker = workerFor(handle, { retryAfterMs: [SECOND_MS] })
    await queue(0)

    for (let retry = 0; retry <= 3; retry += 1) {
      await worker.runDue()
      server.clock.advance(SECOND_MS)
    }

    expect(batches).toEqual([0, 0, 1, 1, 2, 2])
    expect(await jobRows()).toMatchObject([{ done: true, dead: false }])
  })

  test('lets the other due jobs of its lane run between two batches', async () => {
    const order: string[] = []
    const long: JobKind<number> = {
      kind: 'test.batches',
      lane: 'programme',
      retryAfterMs: [],
      handle: async (_ctx, { payload }) => {
        order.push(`batch ${payload}`)
        server.clock.advance(1)
        return payload < 2 ? continueFrom(payload + 1) : undefined
      },
    }
    const short: JobKind<null> = {
      kind: 'test.short',
      lane: 'programme',
      retryAfterMs: [],
      handle: async () => void order.push('short'),
    }
    await queue(0)
    await queue(null, 'test.short')

    await createWorker(server.ctx, [long, short]).runDue()

    expect(order).toEqual(['batch 0', 'short', 'batch 1', 'batch 2'])
  })

  test('keeps its cursor when its worker stops', async () => {
    const { worker, begun, finish } = hangingWorker()
    await queue(0)

    worker.start()
    await begun
    const stopped = worker.stop()
    finish(continueFrom(1))
    await stopped

    expect(await jobRows()).toMatchObject([{ payload: 1, attempts: 0, done: false, leased: false }])
  })
})
