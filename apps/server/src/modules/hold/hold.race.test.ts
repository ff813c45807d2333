import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsOf } from '#/platform/process/db.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { aGroup, heldMembers } from '#test/test-hold.ts'
import { assessNext, linkNext } from './assessment.service.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

test('two processes that assess the same members open one hold and one group', async () => {
  const { userId, others } = await aGroup(server)
  await linkNext(server.ctx, 0)
  await Promise.all([1, 2, 3].map(() => assessNext(server.ctx, 0)))
  const alerts = await rowsOf(server.ctx.db, sql`select 1 from alerts where code = 'HOLD_OPENED'`)
  const groups = await rowsOf(server.ctx.db, sql`select distinct group_id from holds`)
  const months = await rowsOf<{ held: number }>(server.ctx.db, sql`select held from hold_months`)

  expect(await heldMembers(server)).toEqual([userId, ...others])
  expect(alerts).toHaveLength(9)
  expect(groups).toHaveLength(1)
  expect(months.map(({ held }) => held)).toEqual([9])
})
