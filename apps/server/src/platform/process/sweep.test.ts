import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '@solstice/rules/duration'
import { insertMember } from '#test/insert-members.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { rowsOf } from './db.ts'
import { enqueue } from './jobs.ts'
import { queueSweep, sweepBatch, SWEEP } from './sweep.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())
beforeEach(() => server.ctx.db.execute(sql`delete from jobs`))

async function sweeps(): Promise<{ due: number; done: boolean }[]> {
  const rows = await rowsOf<{ due_at: string | Date; done: boolean }>(
    server.ctx.db,
    sql`select due_at, done_at is not null as done from jobs where kind = ${SWEEP} order by due_at`,
  )
  return rows.map(({ due_at, done }) => ({ due: new Date(due_at).getTime(), done }))
}

test('removes jobs that were done a week ago, and keeps waiting and dead ones', async () => {
  const { db, now } = server.ctx
  const old = new Date(now().getTime() - 7 * DAY_MS).toISOString()
  const young = new Date(now().getTime() - 7 * DAY_MS + 1).toISOString()
  for (const key of ['old', 'young', 'waiting', 'dead']) {
    const dueAt = new Date(now().getTime() + 365 * DAY_MS)
    await enqueue(db, 'test', { payload: null, dueAt, now: now(), key })
  }
  await db.execute(sql`update jobs set done_at = ${old}::timestamptz where key = 'old'`)
  await db.execute(sql`update jobs set done_at = ${young}::timestamptz where key = 'young'`)
  await db.execute(sql`update jobs set dead_at = ${old}::timestamptz where key = 'dead'`)

  await queueSweep(server.ctx, now())
  await server.worker.runDue()

  const left = await rowsOf<{ key: string }>(
    db,
    sql`select key from jobs where kind = 'test' order by key`,
  )
  expect(left.map(({ key }) => key)).toEqual(['dead', 'waiting', 'young'])
})

test('enqueues its next run in an hour', async () => {
  const now = server.ctx.now().getTime()
  await queueSweep(server.ctx, server.ctx.now())

  await server.worker.runDue()

  expect(await sweeps()).toEqual([
    { due: now, done: true },
    { due: now + HOUR_MS, done: false },
  ])
})

test('runs every hour of the clock', async () => {
  await queueSweep(server.ctx, server.ctx.now())
  await server.worker.runDue()
  for (let hour = 0; hour < 5; hour += 1) {
    server.clock.advance(HOUR_MS)
    expect(await server.worker.runDue()).toBe(1)
  }

  expect((await sweeps()).filter(({ done }) => !done)).toHaveLength(1)
})

test('is enqueued once, regardless of the number of processes that start', async () => {
  for (let start = 0; start < 5; start += 1) await queueSweep(server.ctx, server.ctx.now())
  await server.worker.runDue()
  for (let start = 0; start < 5; start += 1) await queueSweep(server.ctx, server.ctx.now())

  expect(await server.worker.runDue()).toBe(0)
  expect((await sweeps()).map(({ done }) => done)).toEqual([true, false])
})

test('returns to one run per hour after hours without a worker', async () => {
  await queueSweep(server.ctx, server.ctx.now())
  server.clock.advance(5 * HOUR_MS)
  await queueSweep(server.ctx, server.ctx.now())

  await server.worker.runDue()

  expect((await sweeps()).filter(({ done }) => !done)).toHaveLength(1)
})

describe('a backlog', () => {
  const DAYS_AGO_400 = () => new Date(server.ctx.now().getTime() - 400 * DAY_MS).toISOString()
  const count = async (table: string) => {
    const rows = await rowsOf<{ count: string | number }>(
      server.ctx.db,
      sql`select count(*) as count from ${sql.identifier(table)}`,
    )
    return Number(rows[0]?.count)
  }

  test('is deleted in several statements if it is larger than one batch, and newer rows stay', async () => {
    // Rejects large statements, as a time limit would.
    await server.ctx.db
      .execute(sql`create function refuse_large() returns trigger language plpgsql as $$
      begin
        if (select count(*) from gone) > 5000 then raise exception 'too many at once'; end if;
        return null;
      end $$`)
    await server.ctx.db.execute(sql`create trigger refuse_large after delete on rate_limits
      referencing old table as gone for each statement execute function refuse_large()`)
    const now = server.ctx.now().toISOString()
    await insertOld(12_500)
    await server.ctx.db
      .execute(sql`insert into rate_limits (name, subject, window_started_at, count)
      values ('test', 'young', ${now}::timestamptz, 1)`)

    await queueSweep(server.ctx, server.ctx.now())
    await server.worker.runDue()

    expect(await count('rate_limits')).toBe(1)
  })

  test('is finished in further turns of the job if it has more batches than one turn', async () => {
    await server.ctx.db.execute(sql`delete from rate_limits`)
    await insertOld(110_000)

    await queueSweep(server.ctx, server.ctx.now())
    const turns = await server.worker.runDue()

    expect(turns).toBe(2)
    expect(await count('rate_limits')).toBe(0)
    expect((await sweeps()).filter(({ done }) => !done)).toHaveLength(1)
  })

  test('continues behind the last deleted row, also among rows of the same instant', async () => {
    const at = DAYS_AGO_400()
    const memberId = await insertMember(server.ctx.db)
    await server.ctx.db.execute(sql`insert into alerts (member_id, code, data, created_at)
      select ${memberId}, 'REWARD', '{}', ${at}::timestamptz from generate_series(1, 7000)`)
    const alerts = { table: 'alerts', column: 'created_at', key: ['id'], keptMs: DAY_MS }
    const ids = await rowsOf<{ id: string }>(
      server.ctx.db,
      sql`select id::text as id from alerts order by alerts.id limit 1 offset 4999`,
    )

    const next = await sweepBatch(server.ctx, [alerts], null)
    const left = await count('alerts')
    const end = await sweepBatch(server.ctx, [alerts], next)

    expect(next).toMatchObject({ table: 'alerts', column: 'created_at' })
    expect(next?.cursor?.[1]).toBe(ids[0]?.id)
    expect(left).toBe(2000)
    expect(end).toBeNull()
    expect(await count('alerts')).toBe(0)
  })

  test('is swept from the first table if the stored position names a sweep that is gone', async () => {
    await server.ctx.db.execute(sql`delete from rate_limits`)
    await insertOld(1)
    const limits = { table: 'rate_limits', column: 'window_started_at', keptMs: DAY_MS }
    const former = { table: 'former', column: 'at', cursor: ['2026-01-01'] }

    expect(await sweepBatch(server.ctx, [limits], former)).toBeNull()
    expect(await count('rate_limits')).toBe(0)
  })

  const insertOld = (rows: number) =>
    server.ctx.db.execute(sql`insert into rate_limits (name, subject, window_started_at, count)
      select 'test', 'old ' || n, ${DAYS_AGO_400()}::timestamptz, 1
      from generate_series(1, ${rows}::integer) n`)
})
