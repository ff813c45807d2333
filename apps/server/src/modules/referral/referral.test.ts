import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { signUpMember, type Browser } from '#test/test-member.ts'
import { enrolPin, pinHeader } from '#test/test-pin.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

async function codeOf(member: Browser): Promise<string> {
  return (await member.call('referral.mine', {})).data?.referralCode ?? ''
}

describe('a referral code', () => {
  test('belongs to every member from the start', async () => {
    const member = await signUpMember(server)

    const reply = await member.call('referral.mine', {})

    expect(reply.data).toMatchObject({ registeredCode: null, inviteCount: 0 })
    expect(reply.data?.referralCode).toMatch(/^[A-HJ-NP-Z2-9]{8}$/)
  })

  test('can be registered once after sign-up, ignoring case, and counts for its owner', async () => {
    const owner = await signUpMember(server)
    const friend = await signUpMember(server)
    const code = await codeOf(owner)

    const reply = await friend.call('referral.register', {
      body: { referralCode: ` ${code.toLowerCase()} ` },
    })

    expect(reply).toMatchObject({ status: 200, data: { registeredCode: code } })
    expect((await friend.call('referral.mine', {})).data?.registeredCode).toBe(code)
    expect((await owner.call('referral.mine', {})).data?.inviteCount).toBe(1)
  })

  test("cannot be the member's own, an unknown or a second one", async () => {
    const owner = await signUpMember(server)
    const friend = await signUpMember(server)
    const register = (referralCode: string) =>
      friend.call('referral.register', { body: { referralCode } })

    const own = await register(await codeOf(friend))
    const unknown = await register('ZZZZZZZZ')
    const empty = await register('')
    await register(await codeOf(owner))
    const second = await register(await codeOf(owner))

    expect(own).toMatchObject({
      code: Code.REFERRAL_OWN_CODE,
      msg: 'You can’t use your own referral code.',
    })
    expect([unknown.code, empty.code]).toEqual([
      Code.REFERRAL_CODE_INVALID,
      Code.REFERRAL_CODE_INVALID,
    ])
    expect(second).toMatchObject({
      code: Code.REFERRAL_ALREADY_REGISTERED,
      msg: 'You’ve already added a referral code.',
    })
  })

  test('given at sign-up cannot be changed', async () => {
    const owner = await signUpMember(server)
    const other = await signUpMember(server)
    const friend = await signUpMember(server, { referralCode: await codeOf(owner) })

    const reply = await friend.call('referral.register', {
      body: { referralCode: await codeOf(other) },
    })

    expect(reply.code).toBe(Code.REFERRAL_ALREADY_REGISTERED)
    expect((await friend.call('referral.mine', {})).data?.registeredCode).toBe(await codeOf(owner))
  })

  test('of a deleted member is no longer accepted, but stays with members who registered it', async () => {
    const owner = await signUpMember(server)
    const code = await codeOf(owner)
    const friend = await signUpMember(server, { referralCode: code })
    await enrolPin(owner, '135790')
    await owner.call(
      'account.delete',
      { body: { reason: 'PRIVACY', agreed: true } },
      await pinHeader(owner, '135790', 'ACCOUNT_DELETE'),
    )

    const late = await (
      await signUpMember(server)
    ).call('referral.register', { body: { referralCode: code } })

    expect(late.code).toBe(Code.REFERRAL_CODE_INVALID)
    expect((await friend.call('referral.mine', {})).data?.registeredCode).toBe(code)
  })
})

describe('the invite history', () => {
  test('lists friends newest first, page by page, under masked names', async () => {
    const owner = await signUpMember(server)
    const referralCode = await codeOf(owner)
    const joined = []
    for (let count = 0; count < 3; count += 1) {
      server.clock.advance(1000)
      const friend = await signUpMember(server, { referralCode })
      await friend.call('users.changeNickname', { body: { nickname: `friend${count}sea` } })
      joined.unshift({ nickname: 'fr***a', joinedAt: server.clock.now.toISOString() })
    }

    const all = await owner.call('referral.history', { query: {} })
    const first = await owner.call('referral.history', { query: { page: 1, size: 2 } })
    const second = await owner.call('referral.history', { query: { page: 2, size: 2 } })

    expect(all.data).toEqual({
      list: joined,
      page: 1,
      size: 20,
      totalCount: 3,
      hasNext: false,
      nextCursor: null,
    })
    expect(first.data).toMatchObject({ list: joined.slice(0, 2), hasNext: true })
    expect(second.data).toMatchObject({ list: joined.slice(2), page: 2, hasNext: false })
  })

  test.each(['referral.history', 'invite.referrals'] as const)(
    'continues by cursor without repeating or hiding a friend: %s',
    async (id) => {
      const owner = await signUpMember(server)
      const referralCode = await codeOf(owner)
      const invite = async (nickname: string) => {
        const friend = await signUpMember(server, { referralCode })
        await friend.call('users.changeNickname', { body: { nickname } })
      }
      // Three friends join at the same instant, and one of them is on the first page.
      for (const name of ['aprilsea', 'breezesea', 'coralsea']) await invite(`${name}${id[0]}`)
      server.clock.advance(1000)
      await invite(`dunesea${id[0]}`)
      const read = async (query: { before?: string; size: number }) => {
        const { data } = await owner.call(id, { query })
        return { ...data, names: data?.list.map(({ nickname }) => nickname.slice(0, 2)) }
      }
      const first = await read({ before: 'latest', size: 2 })
      server.clock.advance(1000)
      await invite(`elmsea${id[0]}`)

      const second = await read({ before: first.nextCursor ?? '', size: 1 })
      const third = await read({ before: second.nextCursor ?? '', size: 2 })

      expect([first.names, second.names, third.names]).toEqual([['du', 'co'], ['br'], ['ap']])
      expect(first).toMatchObject({ totalCount: null, hasNext: true })
      expect(third).toMatchObject({ nextCursor: null, hasNext: false })
      const numbered = await read({ size: 3 })
      expect(numbered).toMatchObject({ totalCount: 5, names: ['el', 'du', 'co'] })
      expect(await read({ before: numbered.nextCursor ?? '', size: 2 })).toMatchObject({
        names: ['br', 'ap'],
        hasNext: false,
      })
    },
  )

  test('returns a cursor without the id of a friend, whose nickname the ranking shows', async () => {
    const owner = await signUpMember(server)
    const referralCode = await codeOf(owner)
    const { userId: older } = await signUpMember(server, { referralCode })
    const { userId: newer } = await signUpMember(server, { referralCode })

    const { data } = await owner.call('invite.referrals', { query: { size: 1 } })

    const numbers = data?.nextCursor?.split('.').map(Number)
    expect(numbers).toEqual([server.clock.now.getTime(), 1])
    expect([older, newer]).not.toContain(1)
  })

  test('shows a deleted friend without any details', async () => {
    const owner = await signUpMember(server)
    const friend = await signUpMember(server, { referralCode: await codeOf(owner) })
    await enrolPin(friend, '135790')
    await friend.call(
      'account.delete',
      { body: { reason: 'PRIVACY', agreed: true } },
      await pinHeader(friend, '135790', 'ACCOUNT_DELETE'),
    )

    const { data } = await owner.call('referral.history', { query: {} })

    expect(data).toMatchObject({ totalCount: 1, list: [{ nickname: '***' }] })
  })

  test.each(['page=0', 'page=x', 'page=1.5', 'size=0', 'size=101', 'page=1&page=2', 'page='])(
    'rejects %s',
    async (query) => {
      const member = await signUpMember(server)
      const response = await server.app.inject({
        url: `/v1/private/users/invite-history?${query}`,
        headers: {
          cookie: Array.from(member.cookies, ([name, value]) => `${name}=${value}`).join('; '),
        },
      })

      expect(response.json()).toMatchObject({ code: Code.INVALID_REQUEST })
    },
  )
})
