import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { withdrawalsPausedUntil } from '#/modules/security/security.service.ts'
import { members } from '#/modules/users/users.table.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import {
  anEmail,
  mailedCode,
  openBrowser,
  PASSWORD,
  signUpMember,
  verifiedCode,
} from '#test/test-member.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const NEW_PASSWORD = 'Newpass1!'

async function resetCode(email: string): Promise<string> {
  const browser = openBrowser(server)
  await browser.call('auth.checkResetEmail', { body: { email } })
  const code = mailedCode(server, email)
  const { data } = await browser.call('auth.verifyCode', {
    body: { email, code, purpose: 'RESET' },
  })
  if (!data) throw new Error('The code was refused')
  return data.completeCode
}

describe('requesting a reset', () => {
  test('mails a code to a member, whatever the case of the address', async () => {
    const { email } = await signUpMember(server)

    const reply = await openBrowser(server).call('auth.checkResetEmail', {
      body: { email: ` ${email.toUpperCase()} ` },
    })

    expect(reply).toMatchObject({ status: 200, code: 0 })
    expect(Date.parse(reply.data?.expiresAt ?? '') - server.clock.now.getTime()).toBe(300_000)
    expect(Date.parse(reply.data?.resendAt ?? '') - server.clock.now.getTime()).toBe(60_000)
    expect(mailedCode(server, email)).toMatch(/^\d{6}$/)
  })

  test('rejects an unknown address and an invalid one', async () => {
    const browser = openBrowser(server)

    const unknown = await browser.call('auth.checkResetEmail', { body: { email: anEmail() } })
    const none = await browser.call('auth.checkResetEmail', { body: { email: 'abc' } })

    expect(unknown).toMatchObject({ status: 404, code: Code.USER_NOT_FOUND })
    expect(none.code).toBe(Code.EMAIL_FORMAT)
  })

  test.each(['DISABLED', 'SUSPENDED'] as const)(
    'responds to a %s member as to an active one at every step, and sends nothing',
    async (status) => {
      const [active, closed] = [await signUpMember(server), await signUpMember(server)]
      const { userId } = closed
      await server.ctx.db.update(members).set({ status }).where(eq(members.id, userId))
      const before = server.mails.length
      /** Makes every attempt that is possible without access to the mailbox. */
      const tryAll = async (email: string) => {
        const browser = openBrowser(server)
        const replies = []
        for (let time = 0; time < 2; time += 1) {
          replies.push(await browser.call('auth.checkResetEmail', { body: { email } }))
        }
        for (let time = 0; time < 7; time += 1) {
          const body = { email, code: '000000', purpose: 'RESET' } as const
          replies.push(await browser.call('auth.verifyCode', { body }))
        }
        const body = { email, completeCode: 'x'.repeat(43), password: NEW_PASSWORD }
        replies.push(await browser.call('auth.resetPassword', { body }))
        return replies.map(({ status, code, msg, data, headers }) => {
          return { status, code, msg, data, wait: headers['retry-after'] }
        })
      }

      const [asActive, asClosed] = [await tryAll(active.email), await tryAll(closed.email)]

      expect(asClosed).toEqual(asActive)
      expect(asClosed[0]?.code).toBe(0)
      expect(server.mails.slice(before).map(({ to }) => to)).toEqual([active.email])
    },
  )

  test('returns 2902 and the waiting time when repeated within a minute', async () => {
    const { email } = await signUpMember(server)
    const browser = openBrowser(server)
    await browser.call('auth.checkResetEmail', { body: { email } })
    server.clock.advance(20_000)

    const early = await browser.call('auth.checkResetEmail', { body: { email } })
    server.clock.advance(40_000)
    const later = await browser.call('auth.checkResetEmail', { body: { email } })

    expect(early).toMatchObject({ status: 429, code: Code.TOO_MANY_REQUESTS })
    expect(early.headers['retry-after']).toBe('40')
    expect(later.code).toBe(0)
  })

  test('is limited to ten requests an hour for one address', async () => {
    const { email } = await signUpMember(server)
    const browser = openBrowser(server)
    const codes = []
    for (let time = 0; time < 12; time += 1) {
      codes.push((await browser.call('auth.checkResetEmail', { body: { email } })).code)
      server.clock.advance(61_000)
    }

    expect(codes.filter((code) => code === 0)).toHaveLength(10)
    expect(codes.at(-1)).toBe(Code.TOO_MANY_REQUESTS)
  })

  test('is limited to ten requests a day for one address', async () => {
    const { email } = await signUpMember(server)
    const codes = []
    for (let time = 0; time < 12; time += 1) {
      const reply = await openBrowser(server).call('auth.checkResetEmail', { body: { email } })
      codes.push(reply.code)
      server.clock.advance(60 * 60_000)
    }
    server.clock.advance(12 * 60 * 60_000)
    const nextDay = await openBrowser(server).call('auth.checkResetEmail', { body: { email } })

    expect(codes.filter((code) => code === 0)).toHaveLength(10)
    expect(codes.slice(10)).toEqual([Code.TOO_MANY_REQUESTS, Code.TOO_MANY_REQUESTS])
    expect(nextDay.code).toBe(0)
  })

  test.each([
    ['an hour', 61_000],
    ['a day', 60 * 60_000],
  ])('works on a known device after strangers made ten requests in %s', async (_span, pauseMs) => {
    const member = await signUpMember(server)
    const { email } = member
    const strangers = []
    for (let time = 0; time < 11; time += 1) {
      const stranger = openBrowser(server)
      strangers.push((await stranger.call('auth.checkResetEmail', { body: { email } })).code)
      server.clock.advance(pauseMs)
    }

    const owner = openBrowser(server, member.deviceKey)
    const reply = await owner.call('auth.checkResetEmail', { body: { email } })

    expect(strangers.at(-1)).toBe(Code.TOO_MANY_REQUESTS)
    expect(reply.code).toBe(0)
  })

  test('sends a code that is not valid for a sign-up', async () => {
    const { email } = await signUpMember(server)
    const browser = openBrowser(server)
    await browser.call('auth.checkResetEmail', { body: { email } })

    const reply = await browser.call('auth.verifyCode', {
      body: { email, code: mailedCode(server, email), purpose: 'SIGNUP' },
    })

    expect(reply.code).not.toBe(0)
  })
})

describe('setting the new password', () => {
  test('replaces the old password, which no longer opens the account', async () => {
    const { email } = await signUpMember(server)
    const completeCode = await resetCode(email)

    const reply = await openBrowser(server).call('auth.resetPassword', {
      body: { email, completeCode, password: NEW_PASSWORD },
    })
    const old = await openBrowser(server).call('auth.login', {
      body: { email, password: PASSWORD },
    })
    const fresh = await openBrowser(server).call('auth.login', {
      body: { email, password: NEW_PASSWORD },
    })

    expect(reply).toMatchObject({ status: 200, code: 0, data: null })
    expect(old.code).toBe(Code.CREDENTIALS_INVALID)
    expect(fresh.code).toBe(0)
  })

  test('ends every session, opens none, pauses withdrawals and notifies the member', async () => {
    const member = await signUpMember(server)
    const second = openBrowser(server)
    await second.call('auth.login', { body: { email: member.email, password: PASSWORD } })
    const resetting = openBrowser(server)

    await resetting.call('auth.resetPassword', {
      body: {
        email: member.email,
        completeCode: await resetCode(member.email),
        password: NEW_PASSWORD,
      },
    })

    for (const browser of [member, second]) {
      expect((await browser.call('users.me', {})).status).toBe(401)
      expect((await browser.call('auth.reissue', {})).code).toBe(Code.INVALID_REQUEST)
    }
    expect(resetting.cookies.size).toBe(0)
    expect(await withdrawalsPausedUntil(server.ctx, member.userId)).toEqual(
      new Date(server.clock.now.getTime() + 48 * 60 * 60_000),
    )
    const mail = server.mails.at(-1)
    expect(mail).toMatchObject({
      to: member.email,
      subject: 'Your Solstice password was reset',
    })
    expect(mail?.text).toContain('paused for 48 hours')
  })

  test('works only once with the same code', async () => {
    const { email } = await signUpMember(server)
    const body = { email, completeCode: await resetCode(email), password: NEW_PASSWORD }
    await openBrowser(server).call('auth.resetPassword', { body })

    const again = await openBrowser(server).call('auth.resetPassword', {
      body: { ...body, password: 'Another1!' },
    })

    expect(again.code).toBe(Code.VERIFICATION_CODE_INVALID)
  })

  test('works three times in 24 hours, not counting attempts without a valid code', async () => {
    const { email } = await signUpMember(server)
    const reset = async (completeCode: string) =>
      openBrowser(server).call('auth.resetPassword', {
        body: { email, completeCode, password: NEW_PASSWORD },
      })
    for (let time = 0; time < 5; time += 1) await reset('x'.repeat(43))
    const replies = []
    for (let time = 0; time < 4; time += 1) {
      replies.push(await reset(await resetCode(email)))
      server.clock.advance(60 * 60_000)
    }
    server.clock.advance(20 * 60 * 60_000)
    const nextDay = await reset(await resetCode(email))

    expect(replies.map(({ code }) => code)).toEqual([0, 0, 0, Code.TOO_MANY_REQUESTS])
    expect(replies[3]?.headers['retry-after']).toBe(String(21 * 60 * 60))
    expect(nextDay.code).toBe(0)
  })

  test('rejects a wrong code, an expired one, a sign-up code and the code of another account', async () => {
    const { email } = await signUpMember(server)
    const other = await signUpMember(server)
    const browser = openBrowser(server)
    const reset = (completeCode: string) =>
      browser.call('auth.resetPassword', { body: { email, completeCode, password: NEW_PASSWORD } })
    const ofSignUp = await verifiedCode(server, browser, anEmail())
    const ofOther = await resetCode(other.email)
    const own = await resetCode(email)

    const wrong = [await reset('x'.repeat(43)), await reset(ofSignUp), await reset(ofOther)]
    server.clock.advance(30 * 60_000)
    const late = await reset(own)

    expect(wrong.map(({ code }) => code)).toEqual(wrong.map(() => Code.VERIFICATION_CODE_INVALID))
    expect(late.code).toBe(Code.VERIFICATION_CODE_EXPIRED)
  })

  test('rejects a password that breaks the rule, and an unknown address', async () => {
    const browser = openBrowser(server)
    const body = { email: anEmail(), completeCode: 'any', password: 'short' }

    const format = await browser.call('auth.resetPassword', { body })
    const unknown = await browser.call('auth.resetPassword', {
      body: { ...body, password: NEW_PASSWORD },
    })

    expect(format.code).toBe(Code.PASSWORD_FORMAT)
    expect(unknown).toMatchObject({ status: 404, code: Code.USER_NOT_FOUND })
  })

  test('rejects a concurrent log-in with the old password', async () => {
    const { email } = await signUpMember(server)
    const completeCode = await resetCode(email)
    const real = server.ctx.passwords.verify
    // The reset completes after the old password was verified and before the session opens.
    server.ctx.passwords.verify = async (hash, password) => {
      server.ctx.passwords.verify = real
      const matches = await real(hash, password)
      await openBrowser(server).call('auth.resetPassword', {
        body: { email, completeCode, password: NEW_PASSWORD },
      })
      return matches
    }

    const login = await openBrowser(server).call('auth.login', {
      body: { email, password: PASSWORD },
    })

    expect(login.code).toBe(Code.CREDENTIALS_INVALID)
  })
})
