import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '@solstice/rules/duration'
import { insertMember } from '#test/insert-members.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { rowsOf } from './db.ts'
import { batchStatement, sweepBatch, type Sweep, type SweepPosition } from './sweep.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

type Plan = {
  'Index Name'?: string
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Plan[]
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** Deletes the next batch, and returns how many pages it read to find its rows. */
async function pagesOf(sweep: Sweep, position: SweepPosition | null): Promise<number> {
  const statement = batchStatement(sweep, server.ctx.now(), position?.cursor ?? null)
  const rows = await rowsOf<{ 'QUERY PLAN': { Plan: Plan }[] }>(
    server.ctx.db,
    sql`explain (analyze, buffers, format json) ${statement}`,
  )
  const plans = rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan: plan }) => nodesOf(plan)))
  const scan = plans.find((plan) => plan['Index Name'] === 'alerts_by_age_and_id')
  if (!scan) throw new Error('The batch does not read the index')
  return scan['Shared Hit Blocks'] + scan['Shared Read Blocks']
}

test('a later batch reads none of the rows that earlier batches deleted', async () => {
  const { db } = server.ctx
  const memberId = await insertMember(db)
  const at = new Date(server.ctx.now().getTime() - 10 * DAY_MS).toISOString()
  await db.execute(sql`insert into alerts (member_id, code, data, created_at)
    select ${memberId}, 'REWARD', '{}', ${at}::timestamptz from generate_series(1, 40000)`)
  await db.execute(sql`analyze alerts`)
  const alerts = { table: 'alerts', column: 'created_at', key: ['id'], keptMs: 0 }

  const pages = await db.transaction(
    async (older) => {
      // A snapshot from before the deletions keeps the deleted rows, as a long report would.
      await older.execute(sql`select 1`)
      const first = await pagesOf(alerts, null)
      let position: SweepPosition | null = null
      for (let batch = 0; batch < 6; batch += 1) {
        position = await sweepBatch(server.ctx, [alerts], position)
      }
      return { first, last: await pagesOf(alerts, position) }
    },
    { isolationLevel: 'repeatable read' },
  )

  expect(pages.last).toBeLessThan(pages.first * 1.5)
})
