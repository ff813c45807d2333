import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SECOND_MS } from '@solstice/rules/duration'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { rowsOf } from './db.ts'
import { enqueue, type JobKind } from './jobs.ts'
import { claimDueJob, LEASE_MS, markDone, markFailed } from './leases.ts'
import { createWorker } from './worker.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())
beforeEach(() => server.ctx.db.execute(sql`delete from jobs`))

/** Returns a kind whose handler fails as configured and records its calls. */
function testJobs({ retryAfterMs = [SECOND_MS, 5 * SECOND_MS], fail = (): boolean => false } = {}) {
  const delivered: { payload: unknown; attempt: number }[] = []
  const kind: JobKind<unknown> = {
    kind: 'test.parcel',
    lane: 'programme',
    retryAfterMs,
    handle: async (_ctx, { payload, attempt }) => {
      delivered.push({ payload, attempt })
      if (fail()) throw new Error('delivery failed')
    },
  }
  return { kind, delivered, payloads: () => delivered.map(({ payload }) => payload) }
}

function queue(payload: unknown, { inMs = 0, key = undefined as string | undefined } = {}) {
  const now = server.ctx.now()
  const dueAt = new Date(now.getTime() + inMs)
  const queued = { payload, dueAt, now, ...(key === undefined ? {} : { key }) }
  return enqueue(server.ctx.db, 'test.parcel', queued)
}

type JobRow = {
  attempts: number
  done: boolean
  dead: boolean
  leased: boolean
  last_error: string | null
}

const jobRows = () =>
  rowsOf<JobRow>(
    server.ctx.db,
    sql`select attempts, done_at is not null as done, dead_at is not null as dead,
      leased_until is not null as leased, last_error from jobs order by id`,
  )

describe('a job', () => {
  test('is rolled back with the transaction that enqueued it', async () => {
    const { kind, delivered } = testJobs()
    const now = server.ctx.now()

    const fact = server.ctx.db.transaction(async (tx) => {
      await enqueue(tx, 'test.parcel', { payload: 'a', dueAt: now, now })
      throw new Error('simulated failure')
    })

    await expect(fact).rejects.toThrow('simulated failure')
    expect(await createWorker(server.ctx, [kind]).runDue()).toBe(0)
    expect(delivered).toEqual([])
  })

  test('is due by the injected clock, to the millisecond', async () => {
    const { kind, payloads } = testJobs()
    const worker = createWorker(server.ctx, [kind])
    await queue('a', { inMs: 10 * SECOND_MS })

    server.clock.advance(10 * SECOND_MS - 1)
    const early = await worker.runDue()
    server.clock.advance(1)
    await worker.runDue()

    expect(early).toBe(0)
    expect(payloads()).toEqual(['a'])
  })

  test('receives its payload as it was enqueued', async () => {
    const { kind, payloads } = testJobs()
    const payload = { text: '인증 "코드"', list: [1, null, { deep: true }] }
    await queue(payload)

    await createWorker(server.ctx, [kind]).runDue()

    expect(payloads()).toEqual([payload])
  })

  test('is enqueued once per key, both while it waits and after it is done', async () => {
    const { kind, payloads } = testJobs()
    const worker = createWorker(server.ctx, [kind])
    await queue('first', { key: 'k' })
    await queue('second', { key: 'k' })
    await worker.runDue()
    await queue('third', { key: 'k' })
    await worker.runDue()

    expect(payloads()).toEqual(['first'])
  })

  test('is not run again after it is done', async () => {
    const { kind, delivered } = testJobs()
    const worker = createWorker(server.ctx, [kind])
    await queue('a')

    await worker.runDue()
    server.clock.advance(LEASE_MS * 10)
    await worker.runDue()

    expect(delivered).toHaveLength(1)
    expect(await jobRows()).toEqual([
      { attempts: 1, done: true, dead: false, leased: false, last_error: null },
    ])
  })

  test('waits for another worker if this one does not know its kind', async () => {
    const { kind, payloads } = testJobs()
    await queue('a')

    const before = await createWorker(server.ctx, [{ ...kind, kind: 'test.other' }]).runDue()
    await createWorker(server.ctx, [kind]).runDue()

    expect(before).toBe(0)
    expect(payloads()).toEqual(['a'])
  })
})

test('runs jobs by due time, and then in the order in which they were enqueued', async () => {
  const { kind, payloads } = testJobs()
  await queue('late', { inMs: 3 * SECOND_MS })
  await queue('first', { inMs: SECOND_MS })
  await queue('second', { inMs: SECOND_MS })
  server.clock.advance(5 * SECOND_MS)

  await createWorker(server.ctx, [kind]).runDue()

  expect(payloads()).toEqual(['first', 'second', 'late'])
})

describe('a failing job', () => {
  test('is retried after each of its delays until it succeeds', async () => {
    let failures = 2
    const { kind, delivered } = testJobs({ fail: () => (failures -= 1) >= 0 })
    const worker = createWorker(server.ctx, [kind])
    await queue('a')

    const taken: number[] = []
    for (const waitMs of [0, SECOND_MS - 1, 1, 5 * SECOND_MS - 1, 1]) {
      server.clock.advance(waitMs)
      taken.push(await worker.runDue())
    }

    expect(taken).toEqual([1, 0, 1, 0, 1])
    expect(delivered.map(({ attempt }) => attempt)).toEqual([1, 2, 3])
    expect(await jobRows()).toMatchObject([{ done: true, last_error: null }])
  })

  test('records the error while it waits for the next attempt', async () => {
    const { kind } = testJobs({ fail: () => true })
    await queue('a')

    await createWorker(server.ctx, [kind]).runDue()

    expect(await jobRows()).toEqual([
      {
        attempts: 1,
        done: false,
        dead: false,
        leased: false,
        last_error: 'Error: delivery failed',
      },
    ])
  })

  test('is dead after the last attempt, stays visible and is not retried', async () => {
    const { kind, delivered } = testJobs({ fail: () => true })
    const worker = createWorker(server.ctx, [kind])
    await queue('a')

    for (let round = 0; round < 10; round += 1) {
      await worker.runDue()
      server.clock.advance(60 * SECOND_MS)
    }

    expect(delivered).toHaveLength(3)
    expect(await jobRows()).toEqual([
      { attempts: 3, done: false, dead: true, leased: false, last_error: 'Error: delivery failed' },
    ])
  })

  test('does not block the jobs behind it', async () => {
    const { kind, payloads } = testJobs()
    const bad: JobKind<unknown> = {
      kind: 'test.bad',
      lane: 'programme',
      retryAfterMs: [],
      handle: () => Promise.reject(new Error('bad')),
    }
    const now = server.ctx.now()
    await enqueue(server.ctx.db, 'test.bad', { payload: null, dueAt: now, now })
    await queue('a')

    await createWorker(server.ctx, [kind, bad]).runDue()

    expect(payloads()).toEqual(['a'])
  })
})

describe('a worker that dies during a job', () => {
  const claim = () => claimDueJob(server.ctx, ['test.parcel'])

  test('loses the job to another one when its lease expires, and not before', async () => {
    const { kind, delivered } = testJobs()
    const other = createWorker(server.ctx, [kind])
    await queue('a')
    await claim()

    server.clock.advance(LEASE_MS - 1)
    const before = await other.runDue()
    server.clock.advance(1)
    await other.runDue()

    expect(before).toBe(0)
    expect(delivered).toEqual([{ payload: 'a', attempt: 2 }])
    expect(await jobRows()).toMatchObject([{ done: true }])
  })

  test('cannot change the job any more if it was only slow', async () => {
    await queue('a')
    const slow = await claim()
    server.clock.advance(LEASE_MS)
    const next = await claim()
    if (!slow || !next) throw new Error('The job could not be claimed')

    await markFailed(server.ctx, slow, { error: 'too late', retryAfterMs: undefined })
    await markDone(server.ctx, slow)
    const meanwhile = await jobRows()
    await markDone(server.ctx, next)

    expect(meanwhile).toEqual([
      { attempts: 2, done: false, dead: false, leased: true, last_error: null },
    ])
    expect(await jobRows()).toMatchObject([{ done: true }])
  })

  test('leaves the job dead after repeated deaths, so that it does not kill every worker', async () => {
    const { kind, delivered } = testJobs()
    await queue('a')
    for (let crash = 0; crash < 3; crash += 1) {
      await claim()
      server.clock.advance(LEASE_MS)
    }

    await createWorker(server.ctx, [kind]).runDue()

    expect(delivered).toEqual([])
    expect(await jobRows()).toMatchObject([
      {
        attempts: 4,
        dead: true,
        last_error: 'Error: The job exceeded its attempts: its workers stopped while they ran it',
      },
    ])
  })
})

describe('stopping a worker', () => {
  test('lets the running job finish and takes no other', async () => {
    const begun = Promise.withResolvers<void>()
    const ending = Promise.withResolvers<void>()
    const done: unknown[] = []
    const worker = createWorker(server.ctx, [
      {
        kind: 'test.parcel',
        lane: 'housekeeping',
        retryAfterMs: [],
        handle: async (_ctx, { payload }) => {
          begun.resolve()
          await ending.promise
          done.push(payload)
        },
      },
    ])
    await queue('a')
    await queue('b')

    worker.start()
    await begun.promise
    const stopped = worker.stop()
    ending.resolve()
    await stopped
    worker.wake()

    expect(done).toEqual(['a'])
    expect(await jobRows()).toMatchObject([
      { done: true },
      { done: false, leased: false, attempts: 0 },
    ])
  })
})

describe('a hanging mail job', () => {
  /** Returns a mail job that hangs until it is released. */
  function aHangingMail() {
    const begun = Promise.withResolvers<void>()
    const ending = Promise.withResolvers<void>()
    const kind: JobKind<unknown> = {
      kind: 'test.mail',
      lane: 'mail',
      retryAfterMs: [],
      handle: async () => {
        begun.resolve()
        await ending.promise
      },
    }
    return { kind, begun: begun.promise, finish: ending.resolve }
  }

  const queueMail = () => {
    const now = server.ctx.now()
    return enqueue(server.ctx.db, 'test.mail', { payload: null, dueAt: now, now })
  }

  test('delays no other job, and a stopping worker waits for both', async () => {
    const mail = aHangingMail()
    const arrived = Promise.withResolvers<unknown>()
    const testJob: JobKind<unknown> = {
      kind: 'test.parcel',
      lane: 'programme',
      retryAfterMs: [],
      handle: async (_ctx, { payload }) => arrived.resolve(payload),
    }
    const worker = createWorker(server.ctx, [mail.kind, testJob])
    await queueMail()

    worker.start()
    await mail.begun
    await queue('a')
    worker.wake()
    const payload = await arrived.promise
    const stopped = worker.stop()
    mail.finish()
    await stopped

    expect(payload).toBe('a')
    expect(await jobRows()).toMatchObject([{ done: true }, { done: true }])
  })

  test('runs in the same pass as the job that enqueued it, and so do the jobs it enqueues', async () => {
    const taken: string[] = []
    const mail: JobKind<unknown> = {
      ...aHangingMail().kind,
      handle: async () => {
        taken.push('mail')
        if (taken.length === 1) await queue('a')
      },
    }
    const testJob: JobKind<unknown> = {
      kind: 'test.parcel',
      lane: 'programme',
      retryAfterMs: [],
      handle: async () => {
        taken.push('parcel')
        await queueMail()
      },
    }
    await queueMail()

    expect(await createWorker(server.ctx, [testJob, mail]).runDue()).toBe(3)
    expect(taken).toEqual(['mail', 'parcel', 'mail'])
  })
})

test('a job that is enqueued during another one runs in the same pass', async () => {
  const taken: unknown[] = []
  const worker = createWorker(server.ctx, [
    {
      kind: 'test.parcel',
      lane: 'programme',
      retryAfterMs: [],
      handle: async (_ctx, { payload }) => {
        taken.push(payload)
        if (payload === 'a') await queue('b')
      },
    },
  ])
  await queue('a')

  expect(await worker.runDue()).toBe(2)
  expect(taken).toEqual(['a', 'b'])
})
