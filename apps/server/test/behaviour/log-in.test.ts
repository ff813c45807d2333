import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { members } from '#/modules/users/users.table.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { anEmail, openBrowser, PASSWORD, signUpMember } from '#test/test-member.ts'
import { anOperator } from '#test/test-operator.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

async function setStatus(userId: number, status: 'DISABLED' | 'SUSPENDED'): Promise<void> {
  await server.ctx.db.update(members).set({ status }).where(eq(members.id, userId))
}

describe('logging in', () => {
  test('opens a session with the right password, whatever the case of the address', async () => {
    const { email, userId } = await signUpMember(server)
    const browser = openBrowser(server)

    const reply = await browser.call('auth.login', {
      body: { email: email.toUpperCase(), password: PASSWORD },
    })

    expect(reply).toMatchObject({ status: 200, code: 0, data: { userId, email, hasPin: false } })
    expect((await browser.call('users.me', {})).data?.userId).toBe(userId)
  })

  test('returns the same response for an unknown address and a wrong password', async () => {
    const { email } = await signUpMember(server)
    const browser = openBrowser(server)

    const wrong = await browser.call('auth.login', { body: { email, password: 'Wrong123!' } })
    const unknown = await browser.call('auth.login', {
      body: { email: anEmail(), password: 'Wrong123!' },
    })

    expect({ ...wrong, headers: {} }).toEqual({ ...unknown, headers: {} })
    expect(wrong).toMatchObject({ status: 400, code: Code.CREDENTIALS_INVALID })
    expect(browser.cookies.size).toBe(0)
  })

  test('checks exactly one password on every path', async () => {
    const { email } = await signUpMember(server)
    const disabled = await signUpMember(server)
    await setStatus(disabled.userId, 'DISABLED')
    const verified: string[] = []
    const real = server.ctx.passwords.verify
    server.ctx.passwords.verify = (hash, password) => {
      verified.push(hash)
      return real(hash, password)
    }

    const counts = []
    for (const body of [
      { email, password: PASSWORD },
      { email, password: 'Wrong123!' },
      { email: anEmail(), password: PASSWORD },
      { email: disabled.email, password: PASSWORD },
    ]) {
      verified.length = 0
      await openBrowser(server).call('auth.login', { body })
      counts.push(verified.length)
    }
    server.ctx.passwords.verify = real

    expect(counts).toEqual([1, 1, 1, 1])
  })

  test.each([
    ['DISABLED', Code.ACCOUNT_DISABLED],
    ['SUSPENDED', Code.ACCOUNT_SUSPENDED],
  ] as const)(
    'reports the state of a %s account only with the right password',
    async (status, code) => {
      const { email, userId } = await signUpMember(server)
      await setStatus(userId, status)
      const browser = openBrowser(server)

      const right = await browser.call('auth.login', { body: { email, password: PASSWORD } })
      const wrong = await browser.call('auth.login', { body: { email, password: 'Wrong123!' } })

      expect(right).toMatchObject({ status: 400, code })
      expect(right.msg).toMatch(
        /Your wallet and funds aren’t affected\. For help, email help@solstice\.example\.$/,
      )
      expect(wrong.code).toBe(Code.CREDENTIALS_INVALID)
      expect(browser.cookies.size).toBe(0)
    },
  )

  test('shows the operator’s note and its date to a closed account, but not the reason in the audit', async () => {
    const { email, userId } = await signUpMember(server)
    const support = await anOperator(server, 'SUPPORT')
    const params = { userId }
    const logIn = () =>
      openBrowser(server).call('auth.login', { body: { email, password: PASSWORD } })
    const day = server.clock.now.toISOString().slice(0, 10)

    await support.call('operator.suspendMember', {
      params,
      body: { reason: 'Ticket 4711', note: 'More than one account' },
    })
    const noted = await logIn()
    await support.call('operator.restoreMember', { params, body: { reason: 'Settled' } })
    await support.call('operator.disableMember', { params, body: { reason: 'Ticket 4712' } })
    const withoutNote = await logIn()

    expect(noted.msg).toContain(
      `This account is suspended (${day}: More than one account). Your wallet`,
    )
    expect(withoutNote.msg).toContain('This account has been disabled. Your wallet')
  })

  test('rejects an invalid email address', async () => {
    const reply = await openBrowser(server).call('auth.login', {
      body: { email: 'abc', password: PASSWORD },
    })

    expect(reply).toMatchObject({ code: Code.EMAIL_FORMAT, msg: 'Invalid email format' })
  })

  test('responds in the language of the caller', async () => {
    const body = { email: anEmail(), password: 'Wrong123!' }

    const reply = await openBrowser(server).call(
      'auth.login',
      { body },
      { 'accept-language': 'ko-KR,ko' },
    )

    expect(reply.msg).toBe('이메일 또는 비밀번호가 올바르지 않아요.')
  })

  test('keeps the cookies for fourteen days only when requested', async () => {
    const { email } = await signUpMember(server)

    const kept = await openBrowser(server).call('auth.login', {
      body: { email, password: PASSWORD, keepLoggedIn: true },
    })
    const brief = await openBrowser(server).call('auth.login', {
      body: { email, password: PASSWORD },
    })

    expect(kept.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^solstice_access=.+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=900$/,
      ),
      expect.stringMatching(
        /^solstice_refresh=.+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=1209600$/,
      ),
    ])
    expect(brief.headers['set-cookie']).toEqual([
      expect.stringMatching(/^solstice_access=.+; Path=\/; HttpOnly; SameSite=Strict$/),
      expect.stringMatching(/^solstice_refresh=.+; Path=\/; HttpOnly; SameSite=Strict$/),
    ])
  })

  test('never logs a password or a session', async () => {
    const { email, cookies } = await signUpMember(server)
    await openBrowser(server).call('auth.login', { body: { email, password: 'Canary123!' } })

    expect(server.log.text).toContain('/v1/public/auth/login')
    for (const secret of ['Canary123!', PASSWORD, ...cookies.values()]) {
      expect(server.log.text).not.toContain(secret)
    }
  })
})

describe('over https', () => {
  test('binds the cookies to the host and to https', async () => {
    const https = await startTestApp({ publicOrigin: 'https://app.solstice.test' })
    const browser = openBrowser(https)
    const origin = { origin: 'https://app.solstice.test' }
    const reply = await browser.call('auth.logout', {}, origin)
    await https.close()

    expect(reply.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^__Host-solstice_access=; Path=\/; HttpOnly; SameSite=Strict; Secure; Max-Age=0$/,
      ),
      expect.stringMatching(
        /^__Host-solstice_refresh=; Path=\/; HttpOnly; SameSite=Strict; Secure; Max-Age=0$/,
      ),
    ])
    expect(reply.headers['strict-transport-security']).toContain('max-age=31536000')
  })
})
