import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { openBrowser, signUpMember } from '#test/test-member.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

let counter = 0
const aNickname = () => `harbor${String((counter += 1)).padStart(4, '0')}`

describe('checking a nickname', () => {
  test('needs no session and reports an available nickname', async () => {
    const reply = await openBrowser(server).call('users.checkNickname', {
      query: { nickname: aNickname() },
    })

    expect(reply).toMatchObject({ status: 200, code: 0, data: { available: true } })
  })

  test('reports a taken nickname regardless of case', async () => {
    const nickname = aNickname()
    await (await signUpMember(server)).call('users.changeNickname', { body: { nickname } })

    const reply = await openBrowser(server).call('users.checkNickname', {
      query: { nickname: nickname.toUpperCase() },
    })

    expect(reply).toMatchObject({ code: Code.NICKNAME_TAKEN, msg: 'Duplicate name' })
  })

  test.each(['', 'short', 'x'.repeat(21), 'with space1', 'abc_123', '🙂🙂🙂🙂🙂🙂'])(
    'rejects the malformed nickname %j',
    async (nickname) => {
      const reply = await openBrowser(server).call('users.checkNickname', { query: { nickname } })

      expect(reply).toMatchObject({ code: Code.NICKNAME_FORMAT, msg: 'Wrong Name Format' })
    },
  )

  test('rejects a request without a nickname', async () => {
    const response = await server.app.inject('/v1/public/users/nickname/check')

    expect(response.json()).toMatchObject({ code: Code.INVALID_REQUEST })
  })

  test('is limited per network address', async () => {
    const narrow = await startTestApp()
    narrow.ctx.settings.ipLimitFactor = 0.01

    const codes = []
    for (let time = 0; time < 4; time += 1) {
      const reply = await openBrowser(narrow).call('users.checkNickname', {
        query: { nickname: aNickname() },
      })
      codes.push(reply.code)
    }
    await narrow.close()

    expect(codes).toEqual([0, 0, 0, Code.TOO_MANY_REQUESTS])
  })
})

describe('changing the nickname', () => {
  test.each(['Sunrise2026', '여름밤하늘별', '123456'])(
    'returns %s in me afterwards',
    async (nickname) => {
      const member = await signUpMember(server)

      const reply = await member.call('users.changeNickname', { body: { nickname } })

      expect(reply).toMatchObject({ status: 200, data: { nickname } })
      expect((await member.call('users.me', {})).data?.nickname).toBe(nickname)
    },
  )

  test('stores Korean in one normalised form, regardless of the input method', async () => {
    const member = await signUpMember(server)
    const nickname = '가나다라마바'

    const reply = await member.call('users.changeNickname', {
      body: { nickname: nickname.normalize('NFD') },
    })

    expect(reply.data?.nickname).toBe(nickname)
  })

  test('reports an unchanged nickname first, then a malformed one, then a taken one', async () => {
    const member = await signUpMember(server)
    const other = await signUpMember(server)
    const [own, taken] = [aNickname(), aNickname()]
    await member.call('users.changeNickname', { body: { nickname: own } })
    await other.call('users.changeNickname', { body: { nickname: taken } })

    const replies = []
    for (const nickname of [own, 'abc_1', 'abc_123', taken.toUpperCase()]) {
      replies.push(await member.call('users.changeNickname', { body: { nickname } }))
    }

    expect(replies.map(({ code, msg }) => [code, msg])).toEqual([
      [Code.NICKNAME_UNCHANGED, 'This is the same as your current nickname'],
      [Code.NICKNAME_FORMAT, 'Wrong Name Format'],
      [Code.NICKNAME_FORMAT, 'Wrong Name Format'],
      [Code.NICKNAME_TAKEN, 'Duplicate name'],
    ])
  })

  test("allows a change of case of the member's own nickname", async () => {
    const member = await signUpMember(server)
    const nickname = aNickname()
    await member.call('users.changeNickname', { body: { nickname } })

    const reply = await member.call('users.changeNickname', {
      body: { nickname: nickname.toUpperCase() },
    })

    expect(reply.data?.nickname).toBe(nickname.toUpperCase())
  })
})

describe('the profile', () => {
  test('contains the same wallet address as me, and the language and picture', async () => {
    const member = await signUpMember(server)

    const profile = await member.call('users.profile', {})
    const me = await member.call('users.me', {})

    expect(profile.data).toEqual({
      walletAddress: null,
      nickname: me.data?.nickname,
      email: member.email,
      language: 'en',
      profileImageUrl: null,
    })
    expect(profile.data?.walletAddress).toBe(me.data?.walletAddress)
  })

  test('changes its language, and nothing when the request is empty', async () => {
    const member = await signUpMember(server)

    const korean = await member.call('users.changeProfile', { body: { language: 'ko' } })
    const same = await member.call('users.changeProfile', { body: {} })

    expect([korean.data?.language, same.data?.language]).toEqual(['ko', 'ko'])
  })

  test.each([{ language: 'fr' }, { language: null }, { email: 'other@harbor.example' }])(
    'rejects %j',
    async (body) => {
      const member = await signUpMember(server)
      const response = await server.app.inject({
        method: 'PATCH',
        url: '/v1/private/users/profile',
        headers: {
          origin: 'http://solstice.test',
          cookie: Array.from(member.cookies, ([name, value]) => `${name}=${value}`).join('; '),
        },
        payload: body,
      })

      expect(response.json()).toMatchObject({ code: Code.INVALID_REQUEST })
    },
  )
})
