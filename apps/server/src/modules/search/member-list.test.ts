import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import type { CallInput } from '@solstice/contract/wire'
import { maskEmail } from '@solstice/rules/email'
import { DAY_MS } from '@solstice/rules/duration'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { signUpMember, type Browser } from '#test/test-member.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { aSeason, earnXp } from '#test/test-season.ts'

type Query = CallInput<'operator.findMembers'>['query']

let server: TestApp
let support: TestOperator
let member: Browser & { email: string; userId: number }
beforeAll(async () => {
  server = await startTestApp()
  support = await anOperator(server, 'SUPPORT')
})
beforeEach(async () => {
  member = await signUpMember(server)
})
afterAll(() => server.close())

async function find(query: Query) {
  const reply = await support.call('operator.findMembers', { query })
  return reply.data?.list.map(({ userId }) => userId)
}

const search = (text: string) => find({ search: text })

const change = (id: number, set: ReturnType<typeof sql>) =>
  server.ctx.db.execute(sql`update members set ${set} where id = ${id}`)

describe('the member search', () => {
  test('matches a part of the email or nickname, ignoring case', async () => {
    const nickname = `Moon_${member.userId}%`
    await change(member.userId, sql`nickname = ${nickname}`)

    expect(await search(member.email.slice(2, -3).toUpperCase())).toContain(member.userId)
    expect(await search(`moon_${member.userId}`)).toEqual([member.userId])
    expect(await search(`oon_${member.userId}%`)).toEqual([member.userId])
    expect(await search('m__n')).toEqual([])
    expect(await search('%_%')).toEqual([])
    expect(await search(String.raw`moon\_`)).toEqual([])
  })

  test('matches Hangul, composed or decomposed, from the middle and with two syllables from the start', async () => {
    const nickname = `여름밤하늘${member.userId}`
    await change(member.userId, sql`nickname = ${nickname}`)

    expect(await search('밤하늘')).toContain(member.userId)
    expect(await search('밤하늘'.normalize('NFD'))).toContain(member.userId)
    expect(await search('여름')).toContain(member.userId)
    expect(await search('여')).toContain(member.userId)
    expect(await search('하늘')).not.toContain(member.userId)
  })

  test('matches the id or the beginning of the wallet address', async () => {
    const wallet = `0xAbCdEf0000000000000000000000000000${String(member.userId).padStart(6, '0')}`
    await change(member.userId, sql`wallet_address = ${wallet}`)

    expect(await search(String(member.userId))).toContain(member.userId)
    expect(await search(wallet.toLowerCase())).toEqual([member.userId])
    expect(await search(wallet.slice(0, 20))).toContain(member.userId)
    expect(await search(wallet.slice(4, 40))).toEqual([])
  })

  test('returns numbered pages, newest first', async () => {
    const second = await signUpMember(server)
    const third = await signUpMember(server)

    const first = await support.call('operator.findMembers', { query: { size: 2 } })
    const next = await support.call('operator.findMembers', { query: { size: 2, page: 2 } })
    const beyond = await support.call('operator.findMembers', { query: { page: 1000 } })

    expect(first.data).toMatchObject({ page: 1, size: 2, hasNext: true, isCountPartial: false })
    expect(first.data?.list.map(({ userId }) => userId)).toEqual([third.userId, second.userId])
    expect(next.data?.list[0]?.userId).toBe(member.userId)
    expect(beyond.data).toMatchObject({ list: [], hasNext: false, nextCursor: null })
    expect(beyond.data?.totalCount).toBe(first.data?.totalCount)
    expect(beyond.data?.totalCount).toBeGreaterThanOrEqual(3)
  })

  test('returns all members once by cursor, without a count', async () => {
    const all = await find({ size: 100 })
    const found: number[] = []
    const pageFrom = async (before: string) => {
      const { data } = await support.call('operator.findMembers', { query: { size: 2, before } })
      found.push(...(data?.list.map(({ userId }) => userId) ?? []))
      expect(data?.totalCount).toBeNull()
      return data?.nextCursor ?? undefined
    }
    let before: string | undefined = 'latest'
    while (before !== undefined) before = await pageFrom(before)

    expect(found).toEqual(all)
  })

  test('filters by status, language, wallet and time of joining, together', async () => {
    const params = { userId: member.userId }
    await support.call('operator.suspendMember', { params, body: { reason: 'Ticket 7' } })
    server.clock.advance(DAY_MS)
    const korean = await signUpMember(server)
    await change(
      korean.userId,
      sql`language = 'ko', wallet_address = ${`0x${String(korean.userId).padStart(40, 'a')}`}`,
    )
    const joinedAt = server.clock.now.toISOString()

    expect((await find({ status: 'SUSPENDED' }))?.[0]).toBe(member.userId)
    expect(await find({ status: 'SUSPENDED', language: 'ko' })).toEqual([])
    expect(await find({ language: 'ko' })).toEqual([korean.userId])
    expect(await find({ hasWallet: 'yes', language: 'ko' })).toEqual([korean.userId])
    expect(await find({ hasWallet: 'no' })).not.toContain(korean.userId)
    expect(await find({ joinedFrom: joinedAt })).toEqual([korean.userId])
    expect(await find({ joinedTo: joinedAt })).not.toContain(korean.userId)
    expect((await find({ joinedTo: joinedAt }))?.[0]).toBe(member.userId)
    const korea = {
      language: 'ko',
      status: 'ACTIVE',
      hasWallet: 'yes',
      joinedFrom: joinedAt,
    } as const
    expect(await find({ ...korea, search: korean.email })).toEqual([korean.userId])
    expect(await find({ ...korea, search: member.email })).toEqual([])
  })

  test('filters by season, and shows XP, tier and last use with a masked email', async () => {
    const { db, now } = server.ctx
    const { seasonId, tiers } = await aSeason(server)
    const xp = (tiers[1]?.minXp ?? 0) + 1
    await db.execute(sql`insert into season_members (season_id, member_id)
      values (${seasonId}, ${member.userId})`)
    await earnXp(server, seasonId, new Map([[member.userId, xp]]))

    const reply = await support.call('operator.findMembers', {
      query: { seasonId, search: member.email },
    })

    expect(reply.data?.list).toEqual([
      {
        userId: member.userId,
        email: maskEmail(member.email),
        nickname: (await member.call('users.me', {})).data?.nickname,
        walletAddress: null,
        status: 'ACTIVE',
        language: 'en',
        createdAt: now().toISOString(),
        deletedAt: null,
        seasonXp: xp,
        tier: tiers[1]?.name.en,
        lastSeenAt: now().toISOString(),
      },
    ])
    const other = await signUpMember(server)
    const found = await support.call('operator.findMembers', { query: { search: other.email } })
    expect(found.data?.list).toMatchObject([{ seasonXp: null, tier: null }])
    expect(await find({ seasonId })).toEqual([member.userId])
    expect(await find({ seasonId: 987_654 })).toEqual([])
    expect(await find({ seasonId, status: 'SUSPENDED' })).toEqual([])
  })

  test.each<object>([
    { page: 0 },
    { size: 101 },
    { size: 0 },
    { page: 1.5 },
    { page: 'x' },
    { search: '' },
    { search: 'a\u0000b' },
    { search: 'x'.repeat(255) },
    { before: 'x' },
    { hasWallet: 'true' },
    { joinedFrom: 'yesterday' },
    { seasonId: 0 },
    { tier: 'GOLD' },
  ])('rejects %j with 9992', async (query) => {
    const reply = await support.call('operator.findMembers', { query })

    expect(reply).toMatchObject({ status: 400, code: Code.INVALID_REQUEST })
  })

  test('accepts a long text, and finds nothing', async () => {
    expect(await search('가나다'.repeat(84))).toEqual([])
    expect(await search('%'.repeat(254))).toEqual([])
  })
})
