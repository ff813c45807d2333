import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { jobKinds } from '#/job-kinds.ts'
import { WATCH_PAYMENTS } from '#/modules/order/order.queue.ts'
import { RUN_PAYOUTS, type OnChain } from '#/modules/payout/payout.queue.ts'
import { WATCH_INCOMING } from '#/modules/wallet/incoming.jobs.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { rowsOf, type Db } from './db.ts'
import { countJobs, enqueue, type AnyJobKind } from './jobs.ts'
import { LANES, type LaneName } from './lanes.ts'
import { claimDueJob, findDueKinds } from './leases.ts'
import { MAX_CONNECTIONS } from './postgres-pool.ts'
import { createWorker } from './worker.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())
beforeEach(() => server.ctx.db.execute(sql`delete from jobs`))

const queue = (kind: string, payload: OnChain | null = null) => {
  const now = server.ctx.now()
  return enqueue(server.ctx.db, kind, { payload, dueAt: now, now })
}

/** Returns the real kinds with other handlers: those of some jobs wait until they are released. */
function withHanging(hangs: (kind: AnyJobKind, payload: unknown) => boolean) {
  const released = Promise.withResolvers<void>()
  const waiting: { isMet: () => boolean; resolve: () => void }[] = []
  const begun: string[] = []
  const kinds = jobKinds.map((each): AnyJobKind => {
    const handle: AnyJobKind['handle'] = async (_, { payload }) => {
      begun.push(each.kind)
      for (const { isMet, resolve } of waiting) if (isMet()) resolve()
      if (hangs(each, payload)) await released.promise
    }
    return { ...each, handle }
  })
  /** Resolves when this many jobs of the kind have begun. */
  const hasBegun = (kind: string, count = 1): Promise<void> =>
    new Promise((resolve) => {
      const isMet = () => begun.filter((each) => each === kind).length >= count
      waiting.push({ isMet, resolve })
      if (isMet()) resolve()
    })
  return { kinds, hasBegun, release: released.resolve }
}

describe('a full lane', () => {
  test('of a long settlement delays no code, mail, push, campaign, payment, ranking or deletion', async () => {
    const { kinds, hasBegun, release } = withHanging(({ kind }) => kind === 'round.settle')
    const worker = createWorker(server.ctx, kinds)
    for (let job = 0; job < 5; job += 1) await queue('round.settle')

    worker.start()
    await hasBegun('round.settle')
    const others = [
      'verification.mail-code',
      'account.security-mail',
      'push.send',
      'notice.run-campaign',
      'order.watch',
      'payout.run',
      'ranking.aggregate',
      'platform.sweep',
    ]
    for (const kind of others) await queue(kind)
    worker.wake()

    await Promise.all(others.map((kind) => hasBegun(kind)))
    const settling = (await countJobs(server.ctx)).find(({ kind }) => kind === 'round.settle')
    release()
    await worker.stop()

    expect(settling).toMatchObject({ running: 2, waiting: 3 })
  })

  test('with the polls of a network that hangs has two slots for those of others', async () => {
    const polls = [WATCH_PAYMENTS, RUN_PAYOUTS, WATCH_INCOMING]
    const { kinds, hasBegun, release } = withHanging((_, payload) =>
      isDeepStrictEqual(payload, { chainId: 1 }),
    )
    expect(LANES.chains - polls.length).toBeGreaterThanOrEqual(2)
    const worker = createWorker(server.ctx, kinds)
    for (const kind of polls) await queue(kind, { chainId: 1 })

    worker.start()
    await Promise.all(polls.map((kind) => hasBegun(kind)))
    for (const kind of polls) await queue(kind, { chainId: 2 })
    worker.wake()

    await Promise.all(polls.map((kind) => hasBegun(kind, 2)))
    release()
    await worker.stop()
  })

  test.each(Object.keys(LANES) as LaneName[])(
    'takes as many jobs as it has slots and delays no other lane: %s',
    async (name) => {
      const { kinds, hasBegun, release } = withHanging(({ lane }) => lane === name)
      const [first] = kinds.filter(({ lane }) => lane === name)
      if (!first) throw new Error(`No kind uses the lane ${name}`)
      const others = kinds.filter(({ lane }) => lane !== name)
      const worker = createWorker(server.ctx, kinds)
      for (let job = 0; job <= LANES[name]; job += 1) await queue(first.kind)

      worker.start()
      await hasBegun(first.kind, LANES[name])
      for (const { kind } of others) await queue(kind)
      worker.wake()
      await Promise.all(others.map(({ kind }) => hasBegun(kind)))
      const counts = (await countJobs(server.ctx)).filter(({ kind }) => kind === first.kind)
      release()
      await hasBegun(first.kind, LANES[name] + 1)
      await worker.stop()

      expect(counts).toMatchObject([{ running: LANES[name], waiting: 1 }])
    },
  )
})

test('all lanes together leave connections for requests and lease renewals', () => {
  const slots = Object.values(LANES).reduce((sum, each) => sum + each, 0)

  expect(slots).toBeLessThanOrEqual(MAX_CONNECTIONS - 5)
})

describe('with many due jobs of another kind', () => {
  beforeEach(async () => {
    await server.ctx.db.execute(sql`insert into jobs (kind, payload, due_at, created_at)
      select 'test.other', 'null', ${server.ctx.now().toISOString()}::timestamptz, now()
      from generate_series(1, 5000)`)
    await queue('test.parcel')
    await server.ctx.db.execute(sql`analyze jobs`)
  })

  /** Returns the rows of jobs that this connection has read and not yet reported. */
  async function rowsReadBy(tx: Db): Promise<number> {
    const [row] = await rowsOf<{ rows: number | string }>(
      tx,
      sql`select seq_tup_read + idx_tup_fetch as rows
        from pg_stat_xact_user_tables where relname = 'jobs'`,
    )
    return Number(row?.rows)
  }

  /** Returns how many rows of jobs the statements read. */
  const rowsRead = (run: (ctx: TestApp['ctx']) => Promise<unknown>): Promise<number> =>
    server.ctx.db.transaction(async (tx) => {
      const before = await rowsReadBy(tx)
      await run({ ...server.ctx, db: tx })
      return (await rowsReadBy(tx)) - before
    })

  test('a claim reads only the jobs of its own kinds', async () => {
    const read = await rowsRead(async (ctx) => {
      expect(await claimDueJob(ctx, ['test.parcel', 'test.missing'])).toMatchObject({
        kind: 'test.parcel',
      })
    })

    expect(read).toBeLessThan(10)
  })

  test('a poll reads one job of each kind', async () => {
    const read = await rowsRead(async (ctx) => {
      const due = await findDueKinds(ctx, ['test.parcel', 'test.other', 'test.missing'])
      expect([...due].toSorted()).toEqual(['test.other', 'test.parcel'])
    })

    expect(read).toBeLessThan(10)
  })
})
