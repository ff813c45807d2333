import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { withdrawalsPausedUntil } from '#/modules/security/security.service.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { openBrowser, PASSWORD, signUpMember } from '#test/test-member.ts'
import { memberWithPin, PIN, pinHeader } from '#test/test-pin.ts'
import { endPauses } from '#test/test-wallet.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const NEW_PASSWORD = 'Another1!'
const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }

describe('verifying the password', () => {
  test('accepts the right password and rejects a wrong one', async () => {
    const member = await signUpMember(server)

    const right = await member.call('account.verifyPassword', { body: { password: PASSWORD } })
    const wrong = await member.call('account.verifyPassword', { body: { password: 'Wrong123!' } })

    expect(right).toMatchObject({ status: 200, data: { verified: true } })
    expect(wrong).toMatchObject({
      status: 400,
      code: Code.PASSWORD_MISMATCH,
      msg: 'Password does not match.',
    })
  })

  test('rejects even the right password after ten wrong attempts within fifteen minutes', async () => {
    const member = await signUpMember(server)
    const verify = (password: string) =>
      member.call('account.verifyPassword', { body: { password } })

    const codes = []
    for (let time = 0; time < 10; time += 1) codes.push((await verify('Wrong123!')).code)
    const eleventh = await verify(PASSWORD)

    expect(new Set(codes)).toEqual(new Set([Code.PASSWORD_MISMATCH]))
    expect(eleventh).toMatchObject({ status: 429, code: Code.TOO_MANY_REQUESTS })
    expect(Number(eleventh.headers['retry-after'])).toBe(900)
  })
})

describe('changing the password', () => {
  test('keeps this session, ends the others and notifies the member by mail', async () => {
    const member = await memberWithPin(server)
    const { email } = member
    await endPauses(server, member.userId)
    const other = openBrowser(server)
    await other.call('auth.login', { body: { email, password: PASSWORD } })
    const header = await pinHeader(member, PIN, 'PASSWORD_CHANGE')

    const reply = await member.call('account.changePassword', { body: change }, header)

    expect(reply).toMatchObject({ status: 200, code: 0, data: null })
    expect((await member.call('users.me', {})).status).toBe(200)
    expect((await other.call('users.me', {})).status).toBe(401)
    expect((await other.call('auth.reissue', {})).code).toBe(Code.INVALID_REQUEST)
    expect(server.mails.at(-1)).toMatchObject({
      to: email,
      subject: 'Your Solstice password was changed',
    })
    expect(await withdrawalsPausedUntil(server.ctx, member.userId)).toBeUndefined()
    const logins = []
    for (const password of [PASSWORD, NEW_PASSWORD]) {
      logins.push(
        (await openBrowser(server).call('auth.login', { body: { email, password } })).code,
      )
    }
    expect(logins).toEqual([Code.CREDENTIALS_INVALID, 0])
  })

  test('requires the PIN before it reveals anything about the password', async () => {
    const member = await memberWithPin(server)

    const right = await member.call('account.changePassword', { body: change })
    const wrong = await member.call('account.changePassword', {
      body: { ...change, currentPassword: 'Wrong123!' },
    })

    expect([right.code, wrong.code]).toEqual([
      Code.PIN_VERIFICATION_REQUIRED,
      Code.PIN_VERIFICATION_REQUIRED,
    ])
  })

  test('keeps the PIN entry valid while the passwords are still wrong', async () => {
    const member = await memberWithPin(server)
    const header = await pinHeader(member, PIN, 'PASSWORD_CHANGE')
    const send = (body: typeof change) => member.call('account.changePassword', { body }, header)

    const format = await send({ ...change, newPassword: 'short' })
    const current = await send({ ...change, currentPassword: 'Wrong123!' })
    const right = await send(change)

    expect([format.code, current.code, right.code]).toEqual([
      Code.PASSWORD_FORMAT,
      Code.PASSWORD_MISMATCH,
      0,
    ])
  })

  test('sends its mail in Korean to a member who uses Korean', async () => {
    const member = await memberWithPin(server)
    await member.call('users.changeProfile', { body: { language: 'ko' } })
    const header = await pinHeader(member, PIN, 'PASSWORD_CHANGE')

    await member.call('account.changePassword', { body: change }, header)

    expect(server.mails.at(-1)?.subject).toBe('Solstice 비밀번호가 변경됐어요')
  })
})
