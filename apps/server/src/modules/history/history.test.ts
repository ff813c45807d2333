import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { signUpMember, type Browser } from '#test/test-member.ts'
import { anOperator } from '#test/test-operator.ts'
import { aSeason } from '#test/test-season.ts'

let server: TestApp
let seasonId: number
beforeAll(async () => {
  server = await startTestApp()
  seasonId = (await aSeason(server)).seasonId
})
afterAll(() => server.close())

async function completeMissions(member: Browser, missions: readonly number[]) {
  for (const missionId of missions) {
    const reply = await member.call('mission.execute', {
      params: { seasonId, missionId },
      body: {},
    })
    if (reply.code !== 0) throw new Error(`Mission ${missionId} was refused with ${reply.code}`)
    server.clock.advance(1000)
  }
}

describe('the history of a season', () => {
  test('lists earned entries newest first, and none under purchased', async () => {
    const member = await signUpMember(server)
    await completeMissions(member, [1, 3, 2])

    const earned = await member.call('history.list', { params: { seasonId }, query: {} })
    const purchased = await member.call('history.list', {
      params: { seasonId },
      query: { tab: 'Purchased' },
    })

    expect(
      earned.data?.list.map(({ kind, title, xp, tickets }) => [kind, title, xp > 0, tickets]),
    ).toEqual([
      ['SPIN', 'XP spin', true, 0],
      ['TICKET', 'Daily tickets', false, 1],
      ['CHECK_IN', 'Daily check-in', true, 0],
    ])
    expect(earned.data?.list[2]).toMatchObject({
      seasonId,
      tab: 'Earned',
      missionId: 1,
      productId: null,
      userProductId: null,
      status: 'COMPLETED',
      refundable: false,
      txHash: null,
      reward: null,
    })
    expect(earned.data).toMatchObject({ page: 1, totalCount: 3, hasNext: false })
    expect(purchased.data).toMatchObject({ list: [], totalCount: 0 })
  })

  test('is paged and rejects an unknown tab', async () => {
    const member = await signUpMember(server)
    await completeMissions(member, [1, 3, 2])

    const second = await member.call('history.list', {
      params: { seasonId },
      query: { page: 2, size: 2 },
    })
    const response = await server.app.inject({
      url: `/v1/private/seasons/${seasonId}/histories?tab=Given`,
      headers: { cookie: Array.from(member.cookies, (pair) => pair.join('=')).join('; ') },
    })

    expect(second.data).toMatchObject({
      list: [{ kind: 'CHECK_IN' }],
      totalCount: 3,
      hasNext: false,
    })
    expect(response.json()).toMatchObject({ code: Code.INVALID_REQUEST })
  })

  test('shows one entry with the breakdown of its XP', async () => {
    const member = await signUpMember(server)
    await completeMissions(member, [1])
    const { data } = await member.call('history.list', { params: { seasonId }, query: {} })
    const historyId = data?.list[0]?.historyId ?? 0

    const shown = await member.call('history.show', { params: { seasonId, historyId } })
    const elsewhere = await aSeason(server)
    const other = await member.call('history.show', {
      params: { seasonId: elsewhere.seasonId, historyId },
    })

    expect(shown.data).toMatchObject({
      historyId,
      kind: 'CHECK_IN',
      xp: 50,
      breakdown: { baseXp: 50, fifthBonusXp: 0, levelBonusXp: 0, tierBonusXp: 0 },
      spin: null,
      refund: null,
    })
    expect(other.code).toBe(Code.NOT_FOUND)
  })

  test('continues by cursor, and a new entry neither repeats nor hides an older one', async () => {
    const member = await signUpMember(server)
    await completeMissions(member, [3, 2])
    const read = (before: string) =>
      member.call('history.list', { params: { seasonId }, query: { before, size: 1 } })
    const { data: first } = await read('latest')
    await completeMissions(member, [1])

    const { data: second } = await read(first?.nextCursor ?? '')

    const all = await member.call('history.list', { params: { seasonId }, query: {} })
    const ids = all.data?.list.map(({ historyId }) => historyId)
    expect(first).toMatchObject({ totalCount: null, hasNext: true })
    expect([first?.list[0]?.historyId, second?.list[0]?.historyId]).toEqual(ids?.slice(1))
    expect(second).toMatchObject({ nextCursor: null, hasNext: false })
    expect(all.data).toMatchObject({ totalCount: 3, nextCursor: null })
  })

  test.each(['history.list', 'history.tickets'] as const)(
    'returns 2901 for an unknown season in %s',
    async (id) => {
      const member = await signUpMember(server)

      const reply = await member.call(id, { params: { seasonId: 999_999_999 }, query: {} })

      expect(reply).toMatchObject({ status: 404, code: Code.NOT_FOUND })
    },
  )
})

describe('the ticket history', () => {
  test('lists every movement with its reason and balance, optionally of one mission', async () => {
    const member = await signUpMember(server)
    await completeMissions(member, [3, 2, 2])
    const operator = await anOperator(server)
    await operator.call('operator.adjustBalance', {
      params: { userId: member.userId },
      body: { asset: 'TICKET', scope: `season:${seasonId}`, amount: '4', reason: 'Test' },
    })
    const tickets = async (query: { missionId?: number; page?: number; size?: number }) => {
      const { data } = await member.call('history.tickets', { params: { seasonId }, query })
      return data?.list.map(({ change, reason, balance }) => [change, reason, balance])
    }

    expect(await tickets({})).toEqual([
      [4, 'ADJUSTMENT', 4],
      [-1, 'SPIN', 0],
      [1, 'CLAIM', 1],
    ])
    expect(await tickets({ missionId: 3 })).toEqual([[1, 'CLAIM', 1]])
    expect(await tickets({ missionId: 2 })).toEqual([[-1, 'SPIN', 0]])
    expect(await tickets({ missionId: 3_000_000_000 })).toEqual([])
    expect(await tickets({ page: 2, size: 2 })).toEqual([[1, 'CLAIM', 1]])
    const beyond = { params: { seasonId }, query: { page: 3, size: 2 } }
    const { data } = await member.call('history.tickets', beyond)
    expect(data).toMatchObject({ list: [], totalCount: 3, hasNext: false })
  })

  test('continues by cursor with the same balances, also of one mission, and ends without a cursor', async () => {
    const member = await signUpMember(server)
    await completeMissions(member, [3, 2, 2])
    const read = async (before: string, query: { missionId?: number; size?: number } = {}) => {
      const { data } = await member.call('history.tickets', {
        params: { seasonId },
        query: { before, ...query },
      })
      return {
        rows: data?.list.map(({ change, balance }) => [change, balance]),
        next: data?.nextCursor,
        count: data?.totalCount,
      }
    }
    const first = await read('latest', { size: 1 })
    // A newer movement does not shift the pages that follow.
    const operator = await anOperator(server)
    await operator.call('operator.adjustBalance', {
      params: { userId: member.userId },
      body: { asset: 'TICKET', scope: `season:${seasonId}`, amount: '4', reason: 'Test' },
    })

    const second = await read(first.next ?? '', { size: 1 })

    expect(first).toMatchObject({ rows: [[-1, 0]], count: null })
    expect(second).toEqual({ rows: [[1, 1]], next: null, count: null })
    expect(await read('latest', { missionId: 3 })).toMatchObject({ rows: [[1, 1]], next: null })
    const numbered = await member.call('history.tickets', {
      params: { seasonId },
      query: { size: 2 },
    })
    expect(await read(numbered.data?.nextCursor ?? '')).toEqual(second)
  })

  test.each(['', 'oldest', '12', '12.', '1.2.3', '1e3.1', '-1.1', '1234567890123456.1'])(
    'refuses the cursor %j',
    async (before) => {
      const member = await signUpMember(server)

      const reply = await member.call('history.tickets', {
        params: { seasonId },
        query: { before },
      })

      expect(reply).toMatchObject({ status: 400, code: Code.INVALID_REQUEST })
    },
  )

  test('is empty for a member without tickets', async () => {
    const member = await signUpMember(server)

    const { data } = await member.call('history.tickets', { params: { seasonId }, query: {} })

    expect(data).toMatchObject({ list: [], totalCount: 0, hasNext: false })
  })
})
