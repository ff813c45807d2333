import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { HOUR_MS, MINUTE_MS } from '@solstice/rules/duration'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { logInAgain, PASSWORD, signUpMember, type Browser } from '#test/test-member.ts'
import { aSalt, blindPin, memberWithPin, PIN } from '#test/test-pin.ts'
import { aWallet, registerWallet } from '#test/test-wallet.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const holdOf = async (member: Browser) => (await member.call('freeze.hold', {})).data?.hold

describe('the first PIN', () => {
  const enrol = (member: Browser, password?: string) => {
    const salt = aSalt()
    const { blinded } = blindPin(PIN, salt)
    const body = { salt, blinded, ...(password === undefined ? {} : { password }) }
    return member.call('pin.enrol', { body })
  }

  test('requires the password when the login is ten minutes old', async () => {
    const member = await signUpMember(server)
    server.clock.advance(10 * MINUTE_MS - 1)
    const inTime = await enrol(member)
    server.clock.advance(1)

    const codes = [
      await enrol(member),
      await enrol(member, 'Wrong1!aa'),
      await enrol(member, PASSWORD),
    ]

    expect(inTime.code).toBe(0)
    expect(codes.map(({ code }) => code)).toEqual([
      Code.PASSWORD_MISMATCH,
      Code.PASSWORD_MISMATCH,
      0,
    ])
  })

  test('limits password guessing: the eleventh wrong one is refused for 15 minutes', async () => {
    const member = await signUpMember(server)
    server.clock.advance(11 * MINUTE_MS)
    for (let time = 0; time < 10; time += 1) await enrol(member, 'Wrong1!aa')

    expect((await enrol(member, PASSWORD)).code).toBe(Code.TOO_MANY_REQUESTS)
  })

  test('does not reset the count of wrong passwords when enrolled right after a login', async () => {
    const member = await signUpMember(server)
    const guess = () => member.call('account.verifyPassword', { body: { password: 'Wrong1!aa' } })
    for (let time = 0; time < 9; time += 1) await guess()

    const begun = await enrol(member)
    const [tenth, eleventh] = [await guess(), await guess()]

    expect([begun.code, tenth.code]).toEqual([0, Code.PASSWORD_MISMATCH])
    expect(eleventh.code).toBe(Code.TOO_MANY_REQUESTS)
  })

  test('shows the member why payouts are held and until when', async () => {
    const member = await memberWithPin(server)
    const until = new Date(server.clock.now.getTime() + 48 * HOUR_MS).toISOString()

    expect(await holdOf(member)).toEqual({ reason: 'PIN_SET', until })
    await registerWallet(member, aWallet())
    expect(await holdOf(member)).toEqual({ reason: 'WALLET_REGISTERED', until })
    server.clock.advance(48 * HOUR_MS)
    await logInAgain(member)
    expect(await holdOf(member)).toBeNull()
  })
})
