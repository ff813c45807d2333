import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { members } from '#/modules/users/users.table.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { openBrowser, PASSWORD, signUpMember, type Browser } from '#test/test-member.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

function copyOf(browser: Browser): Browser {
  const copy = openBrowser(server)
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
  return copy
}

describe('a private call', () => {
  test('returns 401 and 9993 without a session', async () => {
    expect(await openBrowser(server).call('users.me', {})).toMatchObject({
      status: 401,
      code: Code.TOKEN_EXPIRED,
    })
  })

  test.each(['', 'x', 'a.b.c.d', '....', 'é'])(
    'returns 401 with %j as its session',
    async (token) => {
      const browser = openBrowser(server)
      browser.cookies.set('solstice_access', encodeURIComponent(token))

      expect((await browser.call('users.me', {})).status).toBe(401)
    },
  )

  test('rejects a refresh token and an altered access token', async () => {
    const member = await signUpMember(server)
    const refresh = member.cookies.get('solstice_refresh') ?? ''
    const access = member.cookies.get('solstice_access') ?? ''

    for (const token of [
      refresh,
      access.replace(/^a\./, 'r.'),
      access.replace(/\.0\./, '.1.'),
      `${access}x`,
    ]) {
      const browser = openBrowser(server)
      browser.cookies.set('solstice_access', token)
      expect((await browser.call('users.me', {})).status).toBe(401)
    }
  })

  test('works for fifteen minutes', async () => {
    const member = await signUpMember(server)

    server.clock.advance(15 * 60_000 - 1)
    const inTime = await member.call('users.me', {})
    server.clock.advance(1)
    const late = await member.call('users.me', {})

    expect(inTime.status).toBe(200)
    expect(late).toMatchObject({ status: 401, code: Code.TOKEN_EXPIRED })
  })
})

describe('refreshing', () => {
  test('returns new cookies that work', async () => {
    const member = await signUpMember(server)
    const before = new Map(member.cookies)
    server.clock.advance(16 * 60_000)

    const reply = await member.call('auth.reissue', {})

    expect(reply).toMatchObject({ status: 200, code: 0 })
    expect(Date.parse(reply.data?.expiresAt ?? '') - server.clock.now.getTime()).toBe(15 * 60_000)
    expect(member.cookies.get('solstice_refresh')).not.toBe(before.get('solstice_refresh'))
    expect((await member.call('users.me', {})).status).toBe(200)
  })

  test.each([undefined, '', 'nonsense', 'r.0.0.0'])(
    'returns 9992 with %j as its token',
    async (token) => {
      const browser = openBrowser(server)
      if (token !== undefined) browser.cookies.set('solstice_refresh', token)

      expect(await browser.call('auth.reissue', {})).toMatchObject({
        status: 400,
        code: Code.INVALID_REQUEST,
      })
    },
  )

  test('returns 401 and 9993 after the session has expired', async () => {
    const member = await signUpMember(server)
    server.clock.advance(24 * 60 * 60_000)

    expect(await member.call('auth.reissue', {})).toMatchObject({
      status: 401,
      code: Code.TOKEN_EXPIRED,
    })
  })

  test('extends a kept session to fourteen days from its last use', async () => {
    const { email } = await signUpMember(server)
    const browser = openBrowser(server)
    await browser.call('auth.login', { body: { email, password: PASSWORD, keepLoggedIn: true } })

    server.clock.advance(13 * 24 * 60 * 60_000)
    const first = await browser.call('auth.reissue', {})
    server.clock.advance(13 * 24 * 60 * 60_000)
    const second = await browser.call('auth.reissue', {})

    expect([first.code, second.code]).toEqual([0, 0])
  })

  test('can be repeated at any later time when its response was lost', async () => {
    const member = await signUpMember(server)
    const lost = copyOf(member)
    await lost.call('auth.reissue', {})
    server.clock.advance(60 * 60_000)

    const again = await member.call('auth.reissue', {})

    expect(again.code).toBe(0)
    expect((await member.call('users.me', {})).status).toBe(200)
  })

  test('ends the session for thief and member when an older token is used', async () => {
    const member = await signUpMember(server)
    const thief = copyOf(member)
    await member.call('auth.reissue', {})
    await member.call('users.me', {})
    server.clock.advance(10_001)

    const replay = await thief.call('auth.reissue', {})
    const memberAfter = await member.call('users.me', {})

    expect(replay).toMatchObject({ status: 400, code: Code.INVALID_REQUEST })
    expect(memberAfter.status).toBe(401)
    expect((await member.call('auth.reissue', {})).code).toBe(Code.INVALID_REQUEST)
  })

  test('keeps both tabs signed in when a second tab refreshes within ten seconds', async () => {
    const member = await signUpMember(server)
    const tab = copyOf(member)
    await member.call('auth.reissue', {})
    await member.call('users.me', {})
    server.clock.advance(10_000)

    const second = await tab.call('auth.reissue', {})

    expect(second.code).toBe(0)
    expect(tab.cookies.get('solstice_refresh')).toBe(member.cookies.get('solstice_refresh'))
    expect((await tab.call('users.me', {})).status).toBe(200)
  })

  test('accepts requests that were sent during a refresh', async () => {
    const member = await signUpMember(server)
    const onTheWay = copyOf(member)
    await member.call('auth.reissue', {})

    expect((await onTheWay.call('users.me', {})).status).toBe(200)
  })

  test.each([
    ['DISABLED', Code.ACCOUNT_DISABLED],
    ['SUSPENDED', Code.ACCOUNT_SUSPENDED],
  ] as const)('rejects a %s member', async (status, code) => {
    const member = await signUpMember(server)
    await server.ctx.db.update(members).set({ status }).where(eq(members.id, member.userId))

    expect(await member.call('auth.reissue', {})).toMatchObject({ status: 400, code })
  })
})

describe('logging out', () => {
  test('clears the cookies and ends the session on the server', async () => {
    const member = await signUpMember(server)
    const copy = copyOf(member)

    const reply = await member.call('auth.logout', {})

    expect(reply).toMatchObject({ status: 200, code: 0, data: null })
    expect(member.cookies.size).toBe(0)
    expect((await copy.call('users.me', {})).status).toBe(401)
    expect((await copy.call('auth.reissue', {})).code).toBe(Code.INVALID_REQUEST)
  })

  test('succeeds without a session', async () => {
    expect(await openBrowser(server).call('auth.logout', {})).toMatchObject({
      status: 200,
      code: 0,
    })
  })
})
