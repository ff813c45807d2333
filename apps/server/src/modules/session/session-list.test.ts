import { Code } from '@solstice/contract/codes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { openBrowser, PASSWORD, signUpMember, type Browser } from '#test/test-member.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const ANDROID =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

async function logIn(email: string, userAgent?: string) {
  const browser = openBrowser(server)
  await browser.call(
    'auth.login',
    { body: { email, password: PASSWORD, keepLoggedIn: true } },
    userAgent === undefined ? {} : { 'user-agent': userAgent },
  )
  return browser
}

describe('the list of sessions', () => {
  test('shows the current session first, with devices and last uses, and nothing else', async () => {
    const member = await signUpMember(server)
    const start = server.clock.now
    server.clock.advance(60_000)
    const phone = await logIn(member.email, ANDROID)
    const signedIn = server.clock.now
    server.clock.advance(60_000)
    await member.call('auth.reissue', {})

    const { data } = await phone.call('session.list', {})

    expect(data?.list.map(({ sessionId: _id, ...seen }) => seen)).toEqual([
      {
        createdAt: signedIn.toISOString(),
        lastUsedAt: signedIn.toISOString(),
        current: true,
        device: 'Chrome · Android',
      },
      {
        createdAt: start.toISOString(),
        lastUsedAt: server.clock.now.toISOString(),
        current: false,
        device: null,
      },
    ])
  })

  test('labels a session the same each time, without exposing its id', async () => {
    const member = await signUpMember(server)

    const first = await member.call('session.list', {})
    await member.call('auth.reissue', {})
    const second = await member.call('session.list', {})

    const [shown] = first.data?.list ?? []
    expect(second.data?.list[0]?.sessionId).toBe(shown?.sessionId)
    expect(shown?.sessionId).toHaveLength(16)
    for (const token of member.cookies.values()) expect(token).not.toContain(shown?.sessionId)
  })

  test('leaves out ended and expired sessions and those of other members', async () => {
    const member = await signUpMember(server)
    await signUpMember(server)
    const other = await logIn(member.email)
    await other.call('auth.logout', {})
    const kept = await logIn(member.email)
    server.clock.advance(25 * 60 * 60_000)
    await kept.call('auth.reissue', {})

    const { data } = await kept.call('session.list', {})

    expect(data?.list).toHaveLength(1)
    expect(data?.list[0]?.current).toBe(true)
  })
})

describe('logging out the others', () => {
  test('ends every other session of the member and returns their number', async () => {
    const member = await signUpMember(server)
    const others = [await logIn(member.email), await logIn(member.email)]
    const stranger = await signUpMember(server)

    const reply = await member.call('session.endOthers', {})

    expect(reply).toMatchObject({ status: 200, data: { ended: 2 } })
    for (const other of others) expect((await other.call('users.me', {})).status).toBe(401)
    expect((await member.call('users.me', {})).status).toBe(200)
    expect((await stranger.call('users.me', {})).status).toBe(200)
    expect((await member.call('session.endOthers', {})).data).toEqual({ ended: 0 })
  })
})

describe('logging out one device', () => {
  const labelsOf = async (browser: Browser) => {
    const { data } = await browser.call('session.list', {})
    return (data?.list ?? []).map(({ sessionId }) => sessionId)
  }

  test('ends only its session, and returns not found the second time', async () => {
    const member = await signUpMember(server)
    const lost = await logIn(member.email, ANDROID)
    const [sessionId = ''] = await labelsOf(lost)
    const kept = await logIn(member.email)

    const reply = await member.call('session.end', { params: { sessionId } })

    expect(reply).toMatchObject({ status: 200, code: 0, data: null })
    expect((await lost.call('users.me', {})).status).toBe(401)
    expect((await lost.call('auth.reissue', {})).status).toBe(400)
    expect((await kept.call('users.me', {})).status).toBe(200)
    expect(await labelsOf(member)).not.toContain(sessionId)
    const again = await member.call('session.end', { params: { sessionId } })
    expect(again).toMatchObject({ code: Code.NOT_FOUND })
  })

  test('rejects the current session, which ends with a log-out', async () => {
    const member = await signUpMember(server)
    const [sessionId = ''] = await labelsOf(member)

    const reply = await member.call('session.end', { params: { sessionId } })

    expect(reply).toMatchObject({ code: Code.INVALID_REQUEST })
    expect((await member.call('users.me', {})).status).toBe(200)
  })

  test('finds no session of another member', async () => {
    const [member, stranger] = [await signUpMember(server), await signUpMember(server)]
    const [sessionId = ''] = await labelsOf(stranger)

    const reply = await member.call('session.end', { params: { sessionId } })

    expect(reply).toMatchObject({ code: Code.NOT_FOUND })
    expect((await stranger.call('users.me', {})).status).toBe(200)
  })

  test.each(['short', '0123456789abcdef0', '0123456789abcde!', 'a'.repeat(65)])(
    'rejects an invalid session label: %o',
    async (sessionId) => {
      const member = await signUpMember(server)

      const reply = await member.call('session.end', { params: { sessionId } })

      expect(reply.status).toBeLessThan(500)
      expect(reply.code).not.toBe(0)
    },
  )
})
