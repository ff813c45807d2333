import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { SECURITY_EVENTS } from '@solstice/rules/account'
import { rowsOf } from '#/platform/process/db.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { mailedCode, openBrowser, PASSWORD, signUpMember } from '#test/test-member.ts'
import { enrolPin, enterPin, pinHeader } from '#test/test-pin.ts'
import { SECURITY_MAIL } from './security.jobs.ts'
import { recordSecurityEvent } from './security.service.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const PIN = '135790'
const WRONG = '000000'
const NEW_PASSWORD = 'Another1!'

type Member = Awaited<ReturnType<typeof memberWithPin>>

async function memberWithPin() {
  const member = await signUpMember(server)
  await enrolPin(member, PIN)
  // Drops the mail about the first PIN, so that tests only see later mails.
  server.mails.length = 0
  return member
}

async function logIn({ email }: Member, headers: Record<string, string> = {}) {
  const browser = openBrowser(server)
  const reply = await browser.call('auth.login', { body: { email, password: PASSWORD } }, headers)
  return { ...browser, reply }
}

async function lockPin(member: Member) {
  for (let time = 0; time < 5; time += 1) await enterPin(member, WRONG)
}

async function resetBody({ email }: Member) {
  const browser = openBrowser(server)
  await browser.call('auth.checkResetEmail', { body: { email } })
  const code = mailedCode(server, email)
  const { data } = await browser.call('auth.verifyCode', {
    body: { email, code, purpose: 'RESET' },
  })
  return { email, completeCode: data?.completeCode ?? '', password: NEW_PASSWORD }
}

/** Returns the alerts and mails sent to the member, without mails that carry a requested code. */
async function notificationsOf({ userId, email }: Pick<Member, 'userId' | 'email'>) {
  const alerts = await rowsOf<{ code: string; data: unknown }>(
    server.ctx.db,
    sql`select code, data from alerts where member_id = ${userId} order by id`,
  )
  const mails = server.mails.filter(({ to, code }) => to === email && code === undefined)
  return { alerts, mails: mails.map(({ subject }) => subject) }
}

const once = (code: string, subject: string) => ({
  alerts: [{ code, data: {} }],
  mails: [subject],
})
const NOTHING = { alerts: [], mails: [] }

describe('a security event', () => {
  test('sends one alert and one mail for a password reset, and none for a rejected reset', async () => {
    const member = await memberWithPin()
    const body = await resetBody(member)
    const reset = (completeCode: string) =>
      openBrowser(server).call('auth.resetPassword', { body: { ...body, completeCode } })

    const refused = await reset('x'.repeat(43))
    const before = await notificationsOf(member)
    const done = await reset(body.completeCode)
    const again = await reset(body.completeCode)

    expect([refused.code, done.code, again.code]).toEqual([
      Code.VERIFICATION_CODE_INVALID,
      0,
      Code.VERIFICATION_CODE_INVALID,
    ])
    expect(before).toEqual(NOTHING)
    expect(await notificationsOf(member)).toEqual(
      once('PASSWORD_RESET', 'Your Solstice password was reset'),
    )
  })

  test('sends one alert and one mail for a password change, and none for a rejected change', async () => {
    const member = await memberWithPin()
    const pin = await pinHeader(member, PIN, 'PASSWORD_CHANGE')
    const change = (currentPassword: string) =>
      member.call(
        'account.changePassword',
        { body: { currentPassword, newPassword: NEW_PASSWORD } },
        pin,
      )

    const refused = await change('Wrong123!')
    const before = await notificationsOf(member)
    const done = await change(PASSWORD)

    expect([refused.code, done.code]).toEqual([Code.PASSWORD_MISMATCH, 0])
    expect(before).toEqual(NOTHING)
    expect(await notificationsOf(member)).toEqual(
      once('PASSWORD_CHANGED', 'Your Solstice password was changed'),
    )
  })

  test('sends one alert and one mail when the PIN is locked, and none for the four attempts before', async () => {
    const member = await memberWithPin()
    for (let time = 0; time < 4; time += 1) await enterPin(member, WRONG)
    const before = await notificationsOf(member)

    await enterPin(member, WRONG)

    expect(before).toEqual(NOTHING)
    expect(await notificationsOf(member)).toEqual(
      once('PIN_LOCKED', 'Your Solstice PIN was locked'),
    )
  })

  test('sends one alert and one mail for a PIN set without the old one, also when its response was lost', async () => {
    const member = await memberWithPin()
    await lockPin(member)
    const browser = await logIn(member)
    const before = await notificationsOf(member)

    const { enrolmentId, proof } = await enrolPin(browser, '246802')
    const again = await browser.call('pin.set', { body: { enrolmentId, proof } })

    const since = await notificationsOf(member)
    expect(again.code).toBe(0)
    expect({
      alerts: since.alerts.slice(before.alerts.length),
      mails: since.mails.slice(before.mails.length),
    }).toEqual(once('PIN_RESET', 'A new Solstice PIN was set'))
  })
})

test('sends only a mail for the first PIN and for a PIN changed with the old one', async () => {
  const member = await signUpMember(server)
  await enrolPin(member, PIN)
  const first = await notificationsOf(member)

  const { 'x-pin-token': token } = await pinHeader(member, PIN, 'PIN_CHANGE')
  await enrolPin(member, '246802', token)

  const subject = 'A PIN was set for your Solstice account'
  expect(first).toEqual({ alerts: [], mails: [subject] })
  expect(await notificationsOf(member)).toEqual({
    alerts: [],
    mails: [subject, 'Your Solstice PIN was changed'],
  })
})

describe('every kind of security event', () => {
  test.each(SECURITY_EVENTS)(
    'sends nothing for %s when its transaction is rolled back',
    async (kind) => {
      const member = await signUpMember(server)

      const fact = server.ctx.db.transaction(async (tx) => {
        await recordSecurityEvent(tx, server.ctx, { memberId: member.userId, kind })
        throw new Error('the transaction failed')
      })

      await expect(fact).rejects.toThrow('the transaction failed')
      await server.worker.runDue()
      expect(await notificationsOf(member)).toEqual(NOTHING)
    },
  )

  test.each(SECURITY_EVENTS)(
    'notifies once of %s when its job is delivered twice',
    async (kind) => {
      const member = await signUpMember(server)
      await recordSecurityEvent(server.ctx.db, server.ctx, { memberId: member.userId, kind })
      await server.worker.runDue()
      const notifications = await notificationsOf(member)

      await server.ctx.db.execute(sql`update jobs set done_at = null where kind = ${SECURITY_MAIL}
      and id = (select max(id) from jobs where kind = ${SECURITY_MAIL})`)
      const taken = await server.worker.runDue()

      expect(taken).toBe(1)
      expect(notifications.mails).toHaveLength(1)
      expect(await notificationsOf(member)).toEqual(notifications)
    },
  )
})
