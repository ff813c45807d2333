import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE_MS } from '@solstice/rules/duration'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { signUpMember } from '#test/test-member.ts'
import { execute } from '#test/test-mission.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { aSeason } from '#test/test-season.ts'

let server: TestApp
let operator: TestOperator
beforeAll(async () => {
  server = await startTestApp()
  operator = await anOperator(server, 'PROGRAMME')
})
afterAll(() => server.close())

const TICKETS = 3

test('a process that has cached the former end counts the days of an extension', async () => {
  const { seasonId, endAt } = await aSeason(server)
  const change = { kind: 'EXTEND', days: 2, endAt: endAt.toISOString() } as const
  const extended = await operator.call('seasonPlan.reviseLive', {
    params: { seasonId },
    body: { change },
  })
  server.clock.now = new Date(endAt.getTime() + MINUTE_MS)
  const member = await signUpMember(server)

  expect(extended.code).toBe(0)
  expect(await execute(member, seasonId, TICKETS)).toMatchObject({ code: 0 })
})
