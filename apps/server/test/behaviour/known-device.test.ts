import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { LIMITS } from '@solstice/contract/limits'
import { rowsOf } from '#/platform/process/db.ts'
import { aDeviceKey } from '#test/device-key.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { mailedCode, openBrowser, PASSWORD, signUpMember, type Browser } from '#test/test-member.ts'
import { enrolPin, memberWithPin, PIN, pinHeader } from '#test/test-pin.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const ANDROID =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36'

type Member = { email: string; userId: number }
type Owner = Member & Browser

function logIn(
  browser: Browser,
  { email }: Member,
  { password = PASSWORD, userAgent = IPHONE } = {},
) {
  return browser.call('auth.login', { body: { email, password } }, { 'user-agent': userAgent })
}

async function logInWrongly(browser: Browser, member: Member, times: number) {
  const codes = []
  for (let time = 0; time < times; time += 1) {
    codes.push((await logIn(browser, member, { password: 'Wrong123!' })).code)
  }
  return codes
}

/** Returns the new-device notices of a member: mails and alerts. */
async function notices({ email, userId }: Member) {
  const alerts = await rowsOf(
    server.ctx.db,
    sql`select 1 from alerts where member_id = ${userId} and code = 'NEW_DEVICE'`,
  )
  const mails = server.mails.filter(({ to, code }) => to === email && code === undefined)
  return { alerts: alerts.length, mails: mails.map(({ text }) => text) }
}

describe('the new-device notice', () => {
  test('is sent for a device key that never logged in to the account, whatever its user agent', async () => {
    const member = await signUpMember(server)
    const thief = openBrowser(server)

    await logIn(openBrowser(server, member.deviceKey), member)
    const before = await notices(member)
    await logIn(thief, member)
    await logIn(thief, member, { userAgent: ANDROID })

    const { alerts, mails } = await notices(member)
    expect(before).toEqual({ alerts: 0, mails: [] })
    expect(alerts).toBe(1)
    expect(mails).toEqual([expect.stringContaining('Safari · iOS')])
  })

  test('is not sent for a known device with a different user agent', async () => {
    const member = await signUpMember(server)

    await logIn(member, member, { userAgent: ANDROID })
    await logIn(member, member, { userAgent: '' })

    expect(await notices(member)).toEqual({ alerts: 0, mails: [] })
  })

  test('is sent each time for a caller without a device key', async () => {
    const member = await signUpMember(server)
    const keyless = openBrowser(server, 'no device key')

    await logIn(keyless, member)
    await logIn(keyless, member)

    expect((await notices(member)).alerts).toBe(2)
  })

  test('is sent for a device that is known only to another account', async () => {
    const member = await signUpMember(server)
    const other = await signUpMember(server)

    await logIn(other, member)

    expect((await notices(member)).alerts).toBe(1)
    expect((await notices(other)).alerts).toBe(0)
  })
})

describe('ten wrong log-ins by strangers', () => {
  const { max } = LIMITS.loginPerAccount

  test('do not lock out a device that has logged in before', async () => {
    const member = await signUpMember(server)
    const codes = await logInWrongly(openBrowser(server), member, max + 1)

    const owner = await logIn(openBrowser(server, member.deviceKey), member)

    expect(codes.at(-1)).toBe(Code.TOO_MANY_REQUESTS)
    expect(owner.code).toBe(0)
  })

  test('share one budget, however many devices the strangers use', async () => {
    const member = await signUpMember(server)
    const codes = []
    for (let time = 0; time < max; time += 1) {
      codes.push(...(await logInWrongly(openBrowser(server), member, 1)))
    }

    const invented = await logIn(openBrowser(server), member)
    const keyless = await logIn(openBrowser(server, 'no device key'), member)

    expect(new Set(codes)).toEqual(new Set([Code.CREDENTIALS_INVALID]))
    expect([invented.code, keyless.code]).toEqual([Code.TOO_MANY_REQUESTS, Code.TOO_MANY_REQUESTS])
  })

  test('do not count against a device that is known only to another account', async () => {
    const member = await signUpMember(server)
    const stranger = await signUpMember(server)

    const codes = await logInWrongly(stranger, member, max + 1)

    expect(codes.at(-1)).toBe(Code.TOO_MANY_REQUESTS)
    expect((await logIn(openBrowser(server, member.deviceKey), member)).code).toBe(0)
  })
})

test('a known device has its own budget of ten wrong log-ins, and strangers keep theirs', async () => {
  const member = await signUpMember(server)
  const { max } = LIMITS.loginPerAccount

  const codes = await logInWrongly(member, member, max + 1)
  const elsewhere = await logIn(openBrowser(server), member)

  expect(codes.at(-1)).toBe(Code.TOO_MANY_REQUESTS)
  expect(elsewhere.code).toBe(0)
})

describe('a device that a thief has logged in with', () => {
  const NEW_PASSWORD = 'Another1!'

  async function reset({ email, deviceKey }: Owner) {
    const phone = openBrowser(server, deviceKey)
    await phone.call('auth.checkResetEmail', { body: { email } })
    const code = mailedCode(server, email)
    const { data } = await phone.call('auth.verifyCode', {
      body: { email, code, purpose: 'RESET' },
    })
    const completeCode = data?.completeCode ?? ''
    const body = { email, completeCode, password: NEW_PASSWORD }
    return { reply: await phone.call('auth.resetPassword', { body }), password: NEW_PASSWORD }
  }

  async function change(owner: Owner) {
    const header = await pinHeader(owner, PIN, 'PASSWORD_CHANGE')
    const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
    const reply = await owner.call('account.changePassword', { body }, header)
    return { reply, password: NEW_PASSWORD }
  }

  async function report(owner: Owner) {
    const mail = server.mails.findLast(({ to, code }) => to === owner.email && code === undefined)
    const token = /security-alert#(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
    const reply = await owner.call('freeze.report', { body: { token } })
    return { reply, password: PASSWORD }
  }

  test.each([
    ['a password reset', reset],
    ['a password change', change],
    ['a theft report', report],
  ])("counts as new again after %s, and the owner's does not", async (_label, act) => {
    const owner = await memberWithPin(server)
    const thief = openBrowser(server)
    await logIn(thief, owner)

    const { reply, password } = await act(owner)
    const before = await notices(owner)
    const ofOwner = await logIn(openBrowser(server, owner.deviceKey), owner, { password })
    const between = await notices(owner)
    const ofThief = await logIn(thief, owner, { password })
    const after = await notices(owner)

    expect([reply.code, ofOwner.code, ofThief.code]).toEqual([0, 0, 0])
    expect([between.alerts, after.alerts]).toEqual([before.alerts, before.alerts + 1])
  })
})

test('deleting an account deletes its known devices', async () => {
  const member = await signUpMember(server, { device: aDeviceKey() })
  await enrolPin(member, PIN)
  const header = await pinHeader(member, PIN, 'ACCOUNT_DELETE')
  await member.call('account.delete', { body: { reason: 'OTHER', agreed: true } }, header)

  const rows = await rowsOf(
    server.ctx.db,
    sql`select 1 from known_devices where member_id = ${member.userId}`,
  )
  expect(rows).toHaveLength(0)
})
