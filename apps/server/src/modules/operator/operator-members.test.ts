import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { maskEmail } from '@solstice/rules/email'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { openBrowser, PASSWORD, signUpMember, type Browser } from '#test/test-member.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'

let server: TestApp
let support: TestOperator
let finance: TestOperator
let auditor: TestOperator
let member: Browser & { email: string; userId: number }
beforeAll(async () => {
  server = await startTestApp()
  support = await anOperator(server, 'SUPPORT')
  finance = await anOperator(server, 'FINANCE')
  auditor = await anOperator(server, 'AUDITOR')
})
beforeEach(async () => {
  member = await signUpMember(server)
})
afterAll(() => server.close())

const because = { reason: 'Reported by three members' }

async function auditOf(userId: number) {
  const reply = await auditor.call('operator.listAudit', { query: { subject: `member:${userId}` } })
  return reply.data?.list ?? []
}

describe('a member in the operator API', () => {
  test('is shown with status, balances and open sessions', async () => {
    const params = { userId: member.userId }
    await openBrowser(server).call('auth.login', {
      body: { email: member.email, password: PASSWORD },
    })
    await finance.call('operator.adjustBalance', {
      params,
      body: { asset: 'SEASON_XP', scope: 'season:3', amount: '40', reason: 'Missed bonus' },
    })
    await finance.call('operator.adjustBalance', {
      params,
      body: { asset: 'TICKET', amount: '+2', reason: 'Missed bonus' },
    })

    const reply = await support.call('operator.showMember', { params })

    expect(reply.data).toEqual({
      userId: member.userId,
      email: maskEmail(member.email),
      nickname: (await member.call('users.me', {})).data?.nickname,
      walletAddress: null,
      status: 'ACTIVE',
      language: 'en',
      payoutsFrozenAt: null,
      withdrawalsPausedUntil: null,
      createdAt: server.clock.now.toISOString(),
      deletedAt: null,
      openSessions: 2,
      lastSeenAt: server.clock.now.toISOString(),
      currentSeasonId: null,
      counts: { orders: 0, payouts: 0, friends: 0, notes: 0 },
      balances: [
        { asset: 'SEASON_XP', scope: 'season:3', balance: '40' },
        { asset: 'TICKET', scope: '', balance: '2' },
      ],
    })
  })

  test('returns 2901 for every call if unknown', async () => {
    const params = { userId: 987_654_321 }
    const replies = [
      await support.call('operator.showMember', { params }),
      await support.call('operator.suspendMember', { params, body: because }),
      await support.call('operator.disableMember', { params, body: because }),
      await support.call('operator.restoreMember', { params, body: because }),
      await finance.call('operator.adjustBalance', {
        params,
        body: { asset: 'XP', amount: '1', reason: 'x' },
      }),
    ]

    for (const reply of replies) {
      expect(reply).toMatchObject({ status: 404, code: Code.NOT_FOUND })
    }
  })

  test('is shown anonymised after deletion and cannot be changed', async () => {
    const params = { userId: member.userId }
    await server.ctx.db
      .execute(sql`update members set status = 'DISABLED', email = ${`deleted:${member.userId}`},
      deleted_at = ${server.clock.now.toISOString()}::timestamptz where id = ${member.userId}`)

    const shown = await support.call('operator.showMember', { params })
    const replies = [
      await support.call('operator.suspendMember', { params, body: because }),
      await support.call('operator.restoreMember', { params, body: because }),
      await finance.call('operator.adjustBalance', {
        params,
        body: { asset: 'XP', amount: '1', reason: 'x' },
      }),
    ]

    expect(shown.data).toMatchObject({
      status: 'DISABLED',
      deletedAt: server.clock.now.toISOString(),
    })
    expect(replies.map(({ code }) => code)).toEqual([2901, 2901, 2901])
    expect(await auditOf(member.userId)).toEqual([])
  })

  test.each(['0', '-1', 'x', '1.5', '99999999999999999999'])(
    'rejects %j as an id',
    async (userId) => {
      expect((await support.call('operator.showMember', { params: { userId } })).code).toBe(
        Code.INVALID_REQUEST,
      )
    },
  )
})

describe.each([
  ['suspend', 'SUSPENDED', Code.ACCOUNT_SUSPENDED],
  ['disable', 'DISABLED', Code.ACCOUNT_DISABLED],
] as const)('the call to %s a member', (verb, status, code) => {
  const id = `operator.${verb}Member` as const

  test('takes effect immediately and explains the reason at refresh and login', async () => {
    const params = { userId: member.userId }

    const reply = await support.call(id, { params, body: because })

    expect(reply.data).toEqual({ userId: member.userId, status })
    expect(await member.call('users.me', {})).toMatchObject({ status: 401 })
    expect(await member.call('auth.reissue', {})).toMatchObject({ status: 400, code })
    const login = { body: { email: member.email, password: PASSWORD } }
    expect(await openBrowser(server).call('auth.login', login)).toMatchObject({ code })
  })

  test('sets the note when repeated with one, and audits it', async () => {
    const params = { userId: member.userId }
    const login = { body: { email: member.email, password: PASSWORD } }
    await support.call(id, { params, body: because })

    await support.call(id, { params, body: { ...because, note: 'More than one account' } })
    const noted = await openBrowser(server).call('auth.login', login)
    await support.call(id, { params, body: because })
    const after = await openBrowser(server).call('auth.login', login)

    expect(noted.msg).toContain(': More than one account)')
    expect(after.msg).toBe(noted.msg)
    expect((await auditOf(member.userId)).map(({ data }) => data)).toEqual([
      { before: { status }, after: { status, note: 'More than one account' }, ...because },
      { before: { status: 'ACTIVE' }, after: { status }, ...because },
    ])
  })

  test('is undone by a restore, after which the same session continues', async () => {
    const params = { userId: member.userId }
    await support.call(id, { params, body: because })
    await member.call('auth.reissue', {})

    const reply = await support.call('operator.restoreMember', {
      params,
      body: { reason: 'It was a mistake' },
    })

    expect(reply.data).toEqual({ userId: member.userId, status: 'ACTIVE' })
    expect((await member.call('auth.reissue', {})).code).toBe(0)
    expect((await member.call('users.me', {})).status).toBe(200)
  })

  test('is audited with actor, subject and reason, but not when repeated', async () => {
    const params = { userId: member.userId }

    await support.call(id, { params, body: because })
    const again = await support.call(id, { params, body: because })

    expect(again).toMatchObject({ code: 0, data: { status } })
    expect(await auditOf(member.userId)).toMatchObject([
      {
        actor: `operator:${support.name}`,
        action: `member.${verb}`,
        subject: `member:${member.userId}`,
        before: { status: 'ACTIVE' },
        after: { status },
        reason: because.reason,
        approval: null,
        at: server.clock.now.toISOString(),
      },
    ])
  })

  test.each([
    { reason: undefined },
    { reason: '' },
    { reason: '   ' },
    { reason: 'x'.repeat(501) },
    { reason: 'a\u0000b' },
    { reason: 'a\ud800b' },
    { reason: 'a\u001b[31mb' },
    { reason: 1 },
    { reason: 'fine', status: 'ACTIVE' },
  ])('requires a reason and nothing else, and rejects %j', async (body) => {
    const params = { userId: member.userId }

    const reply = await support.call(id, { params, body: body as typeof because })

    expect(reply.code).toBe(Code.INVALID_REQUEST)
    expect((await member.call('users.me', {})).status).toBe(200)
    expect(await auditOf(member.userId)).toEqual([])
  })

  test('accepts a reason of 500 characters in any language', async () => {
    const params = { userId: member.userId }

    const reply = await support.call(id, { params, body: { reason: '가'.repeat(500) } })

    expect(reply.code).toBe(0)
  })
})
