import { afterAll, beforeAll, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import type { CallInput } from '@solstice/contract/wire'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { LINK_MISSION } from '#test/test-mission.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { aSeason } from '#test/test-season.ts'

let server: TestApp
let operator: TestOperator
let seasonId: number
beforeAll(async () => {
  server = await startTestApp()
  operator = await anOperator(server, 'PROGRAMME')
  ;({ seasonId } = await aSeason(server))
})
afterAll(() => server.close())

const texts = (missions: { missionId: number; linkUrl: string | null }[]) =>
  operator.call('seasonPlan.changeLive', {
    params: { seasonId },
    body: { change: { kind: 'TEXTS', missions } },
  })

const revisionNow = async () =>
  (await operator.call('seasonPlan.show', { params: { seasonId } })).data?.revision

test('new texts that leave an invalid plan are refused with its problems', async () => {
  const before = await revisionNow()

  const refused = await texts([{ missionId: LINK_MISSION, linkUrl: null }])

  expect(refused.code).toBe(Code.INVALID_REQUEST)
  expect(JSON.stringify(refused.data)).toContain(`missions.${LINK_MISSION - 1}`)
  expect(await revisionNow()).toBe(before)
})

test('texts that name a mission twice are refused', async () => {
  const refused = await texts([
    { missionId: LINK_MISSION, linkUrl: '/one' },
    { missionId: LINK_MISSION, linkUrl: '/two' },
  ])

  expect(refused.code).toBe(Code.INVALID_REQUEST)
})

type Change = CallInput<'seasonPlan.changeLive'>['body']['change']

test.each<[kind: string, change: Change, code: number]>([
  ['a pause', { kind: 'PAUSE' }, Code.INVALID_REQUEST],
  ['a mission switched off', { kind: 'MISSION_OFF', missionId: 1 }, Code.INVALID_REQUEST],
  ['a mission switched on', { kind: 'MISSION_ON', missionId: 1 }, 0],
  ['a resumption', { kind: 'RESUME' }, 0],
])('%s has the reason that it needs', async (_kind, change, code) => {
  // The reason that the test calls would add is left out.
  const body = { change, reason: undefined as never }
  const sent = await operator.call('seasonPlan.changeLive', { params: { seasonId }, body })

  expect(sent.code).toBe(code)
})
