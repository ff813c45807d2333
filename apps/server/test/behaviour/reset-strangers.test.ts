import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { mailedCode, openBrowser, signUpMember, type Browser } from '#test/test-member.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const NEW_PASSWORD = 'Newpass1!'

describe('strangers who request reset codes for an account and guess them', () => {
  const requestCode = (browser: Browser, email: string) =>
    browser.call('auth.checkResetEmail', { body: { email } })
  const enter = (browser: Browser, email: string, code: string) =>
    browser.call('auth.verifyCode', { body: { email, code, purpose: 'RESET' } })
  const guessAll = async (email: string) => {
    for (const stranger of [openBrowser(server), openBrowser(server, 'no device key')]) {
      for (let time = 0; time < 6; time += 1) await enter(stranger, email, '000000')
    }
  }

  test.each([
    ['a known device', true],
    ['a new phone', false],
  ])('do not use up the code of %s', async (_phone, isKnown) => {
    const member = await signUpMember(server)
    const { email } = member
    const owner = openBrowser(server, isKnown ? member.deviceKey : undefined)
    await requestCode(owner, email)
    const code = mailedCode(server, email)
    await guessAll(email)

    expect((await enter(owner, email, code)).code).toBe(0)
  })

  test('replace neither a pending code nor a verified one', async () => {
    const { email, deviceKey } = await signUpMember(server)
    const owner = openBrowser(server, deviceKey)
    await requestCode(owner, email)
    const code = mailedCode(server, email)
    server.clock.advance(61_000)
    for (const stranger of [openBrowser(server), openBrowser(server, 'no device key')]) {
      expect((await requestCode(stranger, email)).code).toBe(0)
    }
    const verified = await enter(owner, email, code)
    server.clock.advance(61_000)
    await requestCode(openBrowser(server), email)
    const completeCode = verified.data?.completeCode ?? ''
    const body = { email, completeCode, password: NEW_PASSWORD }

    const reset = await owner.call('auth.resetPassword', { body })

    expect([verified.code, reset.code]).toEqual([0, 0])
  })

  test('cannot use the code of a device, and the device itself has five attempts', async () => {
    const { email, deviceKey } = await signUpMember(server)
    const owner = openBrowser(server, deviceKey)
    await requestCode(owner, email)
    const code = mailedCode(server, email)

    const stolen = await enter(openBrowser(server), email, code)
    for (let time = 0; time < 5; time += 1) await enter(owner, email, '000000')
    const sixth = await enter(owner, email, code)

    expect(stolen.code).toBe(Code.VERIFICATION_CODE_INVALID)
    expect(sixth.code).toBe(Code.VERIFICATION_CODE_EXPIRED)
  })

  test('cannot use their codes after the password was reset', async () => {
    const { email, deviceKey } = await signUpMember(server)
    const other = openBrowser(server)
    await requestCode(other, email)
    const otherCode = mailedCode(server, email)
    server.clock.advance(61_000)
    const owner = openBrowser(server, deviceKey)
    await requestCode(owner, email)
    const verified = await enter(owner, email, mailedCode(server, email))
    const completeCode = verified.data?.completeCode ?? ''
    await owner.call('auth.resetPassword', {
      body: { email, completeCode, password: NEW_PASSWORD },
    })

    expect((await enter(other, email, otherCode)).code).toBe(Code.VERIFICATION_CODE_INVALID)
  })

  test('do not prevent a device with a key from using a code that was requested without one', async () => {
    const { email, deviceKey } = await signUpMember(server)
    await requestCode(openBrowser(server, 'no device key'), email)

    const verified = await enter(openBrowser(server, deviceKey), email, mailedCode(server, email))

    expect(verified.code).toBe(0)
  })
})
