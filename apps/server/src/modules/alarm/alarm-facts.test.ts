import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '@solstice/rules/duration'
import { programmeDayOf, startOfDay } from '@solstice/rules/programme-day'
import { demoSeason, THEMES } from '#/demo/season-plan.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { anOperator } from '#test/test-operator.ts'
import { aSeason, CONFIRMED, previewDraft } from '#test/test-season.ts'
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
