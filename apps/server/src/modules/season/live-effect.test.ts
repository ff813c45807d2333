import { afterAll, beforeAll, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { demoSeason, THEMES } from '#/demo/season-plan.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { aSeason } from '#test/test-season.ts'
import { draftSeason } from './publication.service.ts'

let server: TestApp
let operator: TestOperator
beforeAll(async () => {
  server = await startTestApp()
  operator = await anOperator(server, 'PROGRAMME')
})
afterAll(() => server.close())

test('refuses a draft, which may have any length, before it is simulated', async () => {
  const { ctx } = server
  const plan = { ...demoSeason(THEMES[0], ctx.now()), endAt: '2999-01-01T00:00:00.000Z' }
  const seasonId = await draftSeason(ctx.db, ctx, plan)
  const change = { kind: 'MISSION_OFF', missionId: 1 } as const

  expect(
    await operator.call('seasonPlan.liveEffect', { params: { seasonId }, body: { change } }),
  ).toMatchObject({
    code: Code.INVALID_REQUEST,
    data: { problems: [{ code: 'CHANGE_NOT_PUBLISHED' }] },
  })
})

test('does not simulate a change that leaves an invalid plan', async () => {
  const { seasonId, endAt } = await aSeason(server)
  const change = { kind: 'EXTEND', days: 180, endAt: endAt.toISOString() } as const

  const { code, data } = await operator.call('seasonPlan.liveEffect', {
    params: { seasonId },
    body: { change },
  })

  expect(code).toBe(0)
  expect(data).toMatchObject({ level: null, problems: [{ code: 'SEASON_TOO_LONG' }], rest: null })
})
