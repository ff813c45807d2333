import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIMITS } from '@solstice/contract/limits'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { countCall } from './limits.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

test('two hundred concurrent calls succeed exactly as often as the limit allows', async () => {
  const calls = await Promise.allSettled(
    Array.from({ length: 200 }, () => countCall(server.ctx, ['valuePerMember'], { member: '1' })),
  )

  const through = calls.filter(({ status }) => status === 'fulfilled')
  expect(through).toHaveLength(LIMITS.valuePerMember.max)
})
