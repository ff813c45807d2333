import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { DAY_MS, MINUTE_MS } from '@solstice/rules/duration'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { evaluatePin, enterPin, memberWithPin, PIN } from '#test/test-pin.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

describe('a device with an expired access cookie', () => {
  test('must refresh before its PIN is evaluated or verified', async () => {
    const member = await memberWithPin(server)
    server.clock.advance(6 * MINUTE_MS)
    const { entry } = await evaluatePin(member, PIN, member.pin)
    if (!entry) throw new Error('The PIN was not evaluated')
    const { evaluationId, proof } = entry
    server.clock.advance(9 * MINUTE_MS)

    const evaluated = await evaluatePin(member, PIN, member.pin)
    const verified = await member.call('pin.verify', {
      body: { evaluationId, proof, purpose: 'WITHDRAW' },
    })
    await member.call('auth.reissue', {})
    const again = await enterPin(member, PIN, 'WITHDRAW', member.pin)

    expect([evaluated.code, verified.code]).toEqual([Code.TOKEN_EXPIRED, Code.TOKEN_EXPIRED])
    expect(evaluated.status).toBe(401)
    expect(again.data?.pinToken).toEqual(expect.any(String))
  })

  test('opens its wallet without a session when the refresh token has expired too', async () => {
    const member = await memberWithPin(server)
    server.clock.advance(DAY_MS)

    const opened = await enterPin(member, PIN, 'WALLET_USE', member.pin)

    expect(opened.data).toEqual({ verified: true, failedSince: 0 })
  })
})
