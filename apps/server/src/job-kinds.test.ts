import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { jobKinds } from '#/job-kinds.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { claimDueJob } from '#/platform/process/leases.ts'
import { jobFixtures } from '#test/job-fixtures.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { dumpDatabase } from '#test/dump-database.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())
beforeEach(() => server.ctx.db.execute(sql`delete from jobs`))

/** Returns everything a job could change, except the number of attempts. */
async function snapshot() {
  const tables = await dumpDatabase(server.ctx.db)
  delete tables['jobs']
  const jobs = await rowsOf(
    server.ctx.db,
    sql`select kind, key, due_at, done_at is not null as done, dead_at from jobs order by id`,
  )
  return { tables, jobs, mails: server.mails.length }
}

test('every kind of job has a unique name', () => {
  expect(new Set(jobKinds.map(({ kind }) => kind)).size).toBe(jobKinds.length)
})

describe('a job that is delivered twice', () => {
  test.each(jobKinds.map(({ kind, lane }) => [kind, lane]))(
    'leaves the same state as once: %s',
    async (kind, lane) => {
      const createJob = jobFixtures[kind]
      if (!createJob) throw new Error(`test/job-fixtures.ts has no fixture for ${kind}`)
      await createJob(server)
      const before = await snapshot()

      await server.worker.runDue()
      const once = await snapshot()
      // A worker that died between its work and the mark leaves the job as not done.
      await server.ctx.db.execute(sql`update jobs set done_at = null where kind = ${kind}
      and due_at <= ${server.ctx.now().toISOString()}::timestamptz`)
      const takenAgain = await server.worker.runDue()
      const twice = await snapshot()

      expect(once).not.toEqual(before)
      // A hanging mail server delays only the lanes of mails.
      expect(lane === 'codes' || lane === 'mail').toBe(once.mails > before.mails)
      expect(takenAgain).toBe(1)
      expect(twice).toEqual(once)
    },
  )
})

describe('a job whose worker died before it began', () => {
  test.each(jobKinds.map(({ kind }) => kind))('is done by the next worker: %s', async (kind) => {
    await jobFixtures[kind]?.(server)
    await claimDueJob(server.ctx, [kind])

    server.clock.advance(5 * 60_000)
    await server.worker.runDue()

    // A job over many rows is claimed again for each batch.
    const rows = await rowsOf<{ done: boolean; again: boolean }>(
      server.ctx.db,
      sql`select done_at is not null as done, claims >= 2 as again from jobs where kind = ${kind}
        order by id limit 1`,
    )
    expect(rows).toEqual([{ done: true, again: true }])
  })
})
