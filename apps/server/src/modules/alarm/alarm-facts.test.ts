import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '@solstice/rules/duration'
import { programmeDayOf, startOfDay } from '@solstice/rules/programme-day'
import { demoSeason, THEMES } from '#/demo/season-plan.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { anOperator } from '#test/test-operator.ts'
import { insertMembers } from '#test/insert-members.ts'
import { insertHoldOf } from '#test/test-hold.ts'
import { aSeason, CONFIRMED, previewDraft } from '#test/test-season.ts'
import { aWallet } from '#test/test-wallet.ts'
import { readFacts } from './alarm-facts.service.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

test('the facts name a schedule that was suspended, until it ends', async () => {
  const operator = await anOperator(server, 'PROGRAMME')
  const midnight = startOfDay(programmeDayOf(server.clock.now)).getTime()
  const plan = demoSeason(THEMES[0], new Date(midnight + 100 * DAY_MS))
  // The contract's input type has mutable arrays.
  const body = { plan: structuredClone(plan) as never }
  const seasonId = (await operator.call('seasonPlan.create', { body })).data?.seasonId ?? 0
  await previewDraft(server, seasonId)
  const publishAt = new Date(server.clock.now.getTime() + DAY_MS)
  await operator.call('seasonPlan.schedule', {
    params: { seasonId },
    body: { ...CONFIRMED, publishAt: publishAt.toISOString() },
  })
  const before = await readFacts(server.ctx)
  await aSeason(server, { startsInDays: 101 })
  server.clock.now = publishAt
  await server.worker.runDue()
  const suspended = await readFacts(server.ctx)
  await operator.call('seasonPlan.unschedule', { params: { seasonId } })

  expect(before.suspended).toEqual([])
  expect(suspended.suspended).toMatchObject([{ seasonId }])
  expect((await readFacts(server.ctx)).suspended).toEqual([])
})

test('the facts count holds without a decision or an answer, and no payout that such a hold keeps', async () => {
  const { ctx } = server
  const [waiting = 0, appealed = 0, upheld = 0] = await insertMembers(ctx.db, 3)
  await insertHoldOf(server, waiting)
  const openedAt = server.clock.now
  server.clock.advance(DAY_MS)
  const appealedId = await insertHoldOf(server, appealed)
  const upheldId = await insertHoldOf(server, upheld)
  await ctx.db.execute(
    sql`update holds set state = 'UPHELD' where id in (${appealedId}, ${upheldId})`,
  )
  await ctx.db
    .execute(sql`update holds set appeal = 'Hello', appealed_at = ${openedAt.toISOString()}
    where id = ${appealedId}`)
  await ctx.payouts.request(ctx.db, {
    purpose: 'REWARD',
    key: 'held',
    memberId: waiting,
    address: aWallet().address,
    symbol: 'USDS',
    decimals: 6,
    amount: 1n,
  })
  const { holds, payouts } = await readFacts(ctx)

  expect(holds).toEqual({ count: 2, oldestAt: openedAt })
  expect(payouts.count).toBe(0)
})
