import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { DAY_MS } from '@solstice/rules/duration'
import { maskEmail } from '@solstice/rules/email'
import { rowsOf } from '#/platform/process/db.ts'
import { startPushApp, type PushApp } from '#test/push-app.ts'
import type { TestApp } from '#test/test-app.ts'
import { addDevice, memberWithDevice } from '#test/test-device.ts'
import { aFriendOf, checkInOnDays, qualifiedFriends } from '#test/test-invite.ts'
import { logInAgain, logInElsewhere, signUpMember, type Browser } from '#test/test-member.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { memberWithPin, PIN, pinHeader } from '#test/test-pin.ts'
import { aSeason, settleRound } from '#test/test-season.ts'
import { aProduct, give } from '#test/test-shop.ts'

type Member = Browser & { email: string; userId: number }

let app: PushApp
let server: TestApp
let support: TestOperator
let finance: TestOperator
let auditor: TestOperator
let member: Member
beforeAll(async () => {
  app = await startPushApp()
  ;({ server } = app)
  support = await anOperator(server, 'SUPPORT')
  finance = await anOperator(server, 'FINANCE')
  auditor = await anOperator(server, 'AUDITOR')
})
beforeEach(async () => {
  await app.reset()
  await server.ctx.db.execute(sql`delete from rate_limits`)
  member = await signUpMember(server)
})
afterAll(() => app.close())

const reason = 'Ticket 4711'
const unknown = { userId: 987_654_321 }
const toFile = ({ userId }: { userId: number }) => ({ params: { userId } })

async function auditOf(userId: number, action: string) {
  const query = { subject: `member:${userId}`, action }
  return (await auditor.call('operator.listAudit', { query })).data?.list ?? []
}

async function deleteAccount(member: Browser): Promise<void> {
  const header = await pinHeader(member, PIN, 'ACCOUNT_DELETE')
  const body = { reason: 'PRIVACY', agreed: true } as const
  const { code } = await member.call('account.delete', { body }, header)
  if (code !== 0) throw new Error(`The deletion was refused with ${code}`)
}

describe('the header of a member', () => {
  test('has a masked address, the last use and the number of entries of each tab', async () => {
    const { seasonId } = await aSeason(server)
    await aFriendOf(server, member)
    await give(server, member.userId, 'XP', 1000n, `season:${seasonId}`)
    const productId = await aProduct(server, seasonId)
    await member.call('product.buy', { params: { seasonId, productId }, body: {} })
    await support.call('member.addNote', { ...toFile(member), body: { text: 'Called back' } })
    const seenAt = server.clock.now.toISOString()
    server.clock.advance(60_000)

    const { data } = await support.call('operator.showMember', toFile(member))

    expect(data).toMatchObject({
      email: maskEmail(member.email),
      withdrawalsPausedUntil: null,
      lastSeenAt: seenAt,
      currentSeasonId: seasonId,
      counts: { orders: 1, payouts: 0, friends: 1, notes: 1 },
    })
    expect(data?.email).not.toBe(member.email)
  })

  test('says until when withdrawals are paused', async () => {
    const other = await memberWithPin(server)

    const { data } = await support.call('operator.showMember', toFile(other))

    expect(Date.parse(data?.withdrawalsPausedUntil ?? '')).toBeGreaterThan(Number(server.clock.now))
  })

  test('shows the whole address to whoever asks for it, and records who did', async () => {
    const { data } = await support.call('member.revealEmail', toFile(member))

    expect(data).toEqual({ userId: member.userId, email: member.email })
    const reads = await auditor.call('operator.listReads', { query: { userId: member.userId } })
    expect(reads.data?.list).toMatchObject([
      { operator: support.name, call: 'member.revealEmail', userId: member.userId },
    ])
  })

  test('has no address any more after the account was deleted', async () => {
    const other = await memberWithPin(server)
    await deleteAccount(other)

    const found = await support.call('search.find', { query: { q: String(other.userId) } })
    expect(found.data?.list[0]).toMatchObject({ kind: 'MEMBER', state: 'DELETED' })
    expect((await support.call('member.revealEmail', toFile(other))).code).toBe(Code.NOT_FOUND)
    expect((await support.call('operator.showMember', toFile(other))).data).toMatchObject({
      email: `deleted:${other.userId}`,
      lastSeenAt: null,
    })
  })
})

describe('the season of a member', () => {
  test('has the standing that the member reads, and what the member did', async () => {
    const { seasonId } = await aSeason(server)
    await checkInOnDays(server, [member], { seasonId, days: 2 })
    await member.call('mission.execute', { params: { seasonId, missionId: 2 }, body: {} })
    const own = await member.call('season.show', { params: { seasonId } })

    const params = { userId: member.userId, seasonId }
    const { data } = await support.call('member.season', { params })

    expect(data).toMatchObject({ joined: true, checkIns: 2, spins: 1, status: 'ONGOING' })
    expect(data?.daysSoFar).toBe(3)
    expect(data?.me).toEqual(own.data?.me)
    expect(data?.rounds).toHaveLength(4)
    expect(data?.rounds[0]).toMatchObject({ outcome: 'NOT_SETTLED', checkInDays: 2, reward: null })
  })

  test('says why a settled round gave nothing', async () => {
    const { seasonId, firstRound } = await aSeason(server)
    await checkInOnDays(server, [member], { seasonId, days: 1 })
    server.clock.now = new Date(firstRound.endAt.getTime() + 60_000)
    await settleRound(server.ctx, firstRound.roundId)
    const other = await signUpMember(server)

    const ofOne = await support.call('member.season', {
      params: { userId: member.userId, seasonId },
    })
    const ofOther = await support.call('member.season', {
      params: { userId: other.userId, seasonId },
    })

    expect(ofOne.data?.rounds[0]).toMatchObject({ outcome: 'TOO_FEW_DAYS', reward: null })
    expect(ofOther.data?.rounds[0]).toMatchObject({ outcome: 'NO_XP', xp: 0 })
    expect(ofOther.data).toMatchObject({ joined: false, checkIns: 0, missionsDone: 0 })
  })

  test('is unknown for a season or a member that does not exist', async () => {
    const { seasonId } = await aSeason(server)
    const paths = [
      { userId: member.userId, seasonId: 987_654 },
      { ...unknown, seasonId },
    ]

    for (const params of paths) {
      expect((await support.call('member.season', { params })).code).toBe(Code.NOT_FOUND)
    }
  })
})

describe('the sessions of a member', () => {
  test('are listed, last used first, without anything of their tokens', async () => {
    server.clock.advance(60_000)
    await logInElsewhere(server, member)

    const { data } = await support.call('member.sessions', toFile(member))

    expect(data?.list).toHaveLength(2)
    const [newest, oldest] = data?.list ?? []
    expect(newest?.lastSeenAt).toBe(server.clock.now.toISOString())
    expect(newest?.sessionId).toBeGreaterThan(oldest?.sessionId ?? Infinity)
    const [row] = await rowsOf<{ id: string }>(server.ctx.db, sql`select id from sessions limit 1`)
    expect(JSON.stringify(data)).not.toContain(row?.id)
  })

  test('end at once, with the pushes of their devices, and the member logs in again', async () => {
    const other = await memberWithDevice(server, app.service)
    const second = await logInElsewhere(server, other)
    await addDevice(second, app.service)

    const reply = await support.call('member.endSessions', { ...toFile(other), body: { reason } })

    expect(reply.data).toEqual({ ended: 2 })
    for (const browser of [other, second]) {
      expect((await browser.call('users.me', {})).status).toBe(401)
      expect((await browser.call('auth.reissue', {})).code).not.toBe(0)
    }
    const devices = await rowsOf(
      server.ctx.db,
      sql`select 1 from push_subscriptions where member_id = ${other.userId}`,
    )
    expect(devices).toEqual([])
    expect(await auditOf(other.userId, 'member.end-sessions')).toMatchObject([
      { actor: `operator:${support.name}`, data: { ended: 2, reason } },
    ])
    await logInAgain(other)
    expect((await other.call('users.me', {})).status).toBe(200)
  })

  test('end for a suspended member, once for the same key', async () => {
    await support.call('operator.suspendMember', { ...toFile(member), body: { reason } })
    const key = { 'idempotency-key': 'end-1' }

    const first = await support.call(
      'member.endSessions',
      { ...toFile(member), body: { reason } },
      key,
    )
    const again = await support.call(
      'member.endSessions',
      { ...toFile(member), body: { reason } },
      key,
    )

    expect(first.data).toEqual({ ended: 1 })
    expect(again.data).toEqual({ ended: 1 })
    expect(await auditOf(member.userId, 'member.end-sessions')).toHaveLength(1)
  })

  test('stay open without a reason, and for roles that may only read', async () => {
    const calls = [
      await support.call('member.endSessions', { ...toFile(member), body: { reason: '' } }),
      await finance.call('member.endSessions', { ...toFile(member), body: { reason } }),
      await support.call('member.endSessions', { params: unknown, body: { reason } }),
    ]

    expect(calls.map(({ code }) => code)).toEqual([
      Code.INVALID_REQUEST,
      Code.ACCESS_DENIED,
      Code.NOT_FOUND,
    ])
    expect((await member.call('users.me', {})).status).toBe(200)
  })
})

describe('the friends of a member', () => {
  test('are listed with what each of them lacks, and who invited the member', async () => {
    const { seasonId } = await aSeason(server)
    const referrer = await signUpMember(server)
    const invited = await aFriendOf(server, referrer)
    const [qualified] = await qualifiedFriends(server, invited, { seasonId })
    const joined = await aFriendOf(server, invited)

    const { data } = await support.call('member.referrals', { ...toFile(invited), query: {} })
    const own = await support.call('member.referrals', {
      ...toFile(invited),
      query: { size: 1, page: 2 },
    })

    expect(data).toMatchObject({
      totalCount: 2,
      hasNext: false,
      referrer: { userId: referrer.userId },
      list: [
        { userId: joined.userId, outcome: 'WALLET_MISSING', checkInDays: 0, reward: null },
        { userId: qualified?.userId, outcome: 'WAITING', checkInDays: 3, reward: '1' },
      ],
    })
    expect(own.data?.list.map(({ userId }) => userId)).toEqual([qualified?.userId])
    expect(data?.list[0]?.entryId).toBe(`friend:${Date.parse(data?.list[0]?.joinedAt ?? '')}.1`)
  })

  test('of the same instant have different entries, in the order of the list', async () => {
    await aFriendOf(server, member)
    await aFriendOf(server, member)

    const { data } = await support.call('member.referrals', { ...toFile(member), query: {} })

    const ends = data?.list.map(({ entryId }) => entryId.split('.')[1])
    expect(ends).toEqual(['1', '2'])
    const timeline = await support.call('member.timeline', { ...toFile(member), query: {} })
    const shown = timeline.data?.list.filter(({ source }) => source === 'FRIEND')
    expect(shown?.map(({ entryId }) => entryId)).toEqual(data?.list.map(({ entryId }) => entryId))
  })
})

describe('the orders of a member', () => {
  test('are listed, newest first, by page and by cursor', async () => {
    const { seasonId } = await aSeason(server)
    await give(server, member.userId, 'XP', 1000n, `season:${seasonId}`)
    const productId = await aProduct(server, seasonId)
    for (let bought = 0; bought < 3; bought += 1) {
      await member.call('product.buy', { params: { seasonId, productId }, body: {} })
    }
    const list = (query: object) => support.call('member.orders', { ...toFile(member), query })

    const first = await list({ size: 2 })
    const next = await list({ size: 2, before: first.data?.nextCursor ?? '' })
    const latest = await list({ size: 2, before: 'latest' })

    expect(first.data).toMatchObject({ totalCount: 3, hasNext: true })
    expect(first.data?.list[0]).toMatchObject({
      seasonId,
      name: 'Three tickets',
      price: '100',
      unit: 'XP',
      state: 'COMPLETED',
      refundId: null,
    })
    expect(latest.data?.list).toEqual(first.data?.list)
    const ids = [...(first.data?.list ?? []), ...(next.data?.list ?? [])].map((one) => one.orderId)
    expect(ids).toHaveLength(3)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    expect((await list({ before: '1.2' })).code).toBe(Code.INVALID_REQUEST)
  })
})

const READS = {
  'member.revealEmail': (userId: number) => support.call('member.revealEmail', toFile({ userId })),
  'member.timeline': (userId: number) =>
    support.call('member.timeline', { ...toFile({ userId }), query: {} }),
  'member.sessions': (userId: number) => support.call('member.sessions', toFile({ userId })),
  'member.referrals': (userId: number) =>
    support.call('member.referrals', { ...toFile({ userId }), query: {} }),
  'member.orders': (userId: number) =>
    support.call('member.orders', { ...toFile({ userId }), query: {} }),
  'member.notes': (userId: number) =>
    support.call('member.notes', { ...toFile({ userId }), query: {} }),
}

test.each(Object.entries(READS))(
  '%s is unknown for a member who does not exist, and open after deletion',
  async (id, read) => {
    const other = await memberWithPin(server)
    await deleteAccount(other)
    server.clock.advance(DAY_MS)

    const ofNobody = await read(unknown.userId)
    const ofDeleted = await read(other.userId)

    expect(ofNobody).toMatchObject({ status: 404, code: Code.NOT_FOUND })
    const expected = id === 'member.revealEmail' ? Code.NOT_FOUND : 0
    expect(ofDeleted.code).toBe(expected)
  },
)
