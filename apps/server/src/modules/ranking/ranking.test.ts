import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rowsOf } from '#/platform/process/db.ts'
import { insertMembers } from '#test/insert-members.ts'
import { findAllRanks } from '#test/all-ranks.ts'
import { checkProgramme } from '#test/programme-check.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { signUpMember, type Browser } from '#test/test-member.ts'
import { anOperator } from '#test/test-operator.ts'
import { enrolPin, pinHeader } from '#test/test-pin.ts'
import { aSeason, earnXp } from '#test/test-season.ts'
import { aggregateMoves } from './ranking.queries.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

async function ranking(member: Browser, seasonId: number) {
  const { data } = await member.call('ranking.list', { params: { seasonId } })
  if (!data) throw new Error('The ranking was refused')
  return data
}

/**
 * Returns the order by definition, without counts: by XP, then by who reached it first, then by id.
 */
async function expectedOrder(seasonId: number): Promise<number[]> {
  const rows = await rowsOf<{ member_id: number | string }>(
    server.ctx.db,
    sql`select a.member_id from ledger_accounts a
      join ledger_entries e on e.account_id = a.id join ledger_transactions t on t.id = e.transaction_id
      where a.asset = 'SEASON_XP' and a.scope = ${`season:${seasonId}`} and a.member_id is not null
      group by a.member_id, a.balance having a.balance > 0
      order by a.balance desc, max(t.created_at), a.member_id`,
  )
  return rows.map(({ member_id }) => Number(member_id))
}

describe('the ranking', () => {
  test('of 151 members returns 100 rows and the row of the member below them', async () => {
    const { seasonId } = await aSeason(server)
    const members = await insertMembers(server.ctx.db, 150)
    await earnXp(server, seasonId, new Map(members.map((id, at) => [id, 5000 - at * 10])))
    const member = await signUpMember(server)
    await member.call('mission.execute', { params: { seasonId, missionId: 1 }, body: {} })

    const { list, me, neighbours, totalCount, updatedAt } = await ranking(member, seasonId)

    expect(list).toHaveLength(100)
    expect(list[0]).toMatchObject({ rank: 1, userId: members[0], xp: 5000 })
    expect(list[99]).toMatchObject({ rank: 100, userId: members[99] })
    for (const row of [...list, me, ...neighbours]) {
      expect(Object.keys(row).toSorted()).toEqual(['nickname', 'rank', 'userId', 'xp'])
    }
    expect(me).toMatchObject({ rank: 151, userId: member.userId, xp: 50 })
    expect(neighbours.map(({ rank, userId }) => [rank, userId])).toEqual([
      [149, members[148]],
      [150, members[149]],
      [151, member.userId],
    ])
    expect(totalCount).toBe(151)
    expect(updatedAt).toBe(server.clock.now.toISOString())
  })

  test('orders equal XP by who reached it first, then by id', async () => {
    const { seasonId } = await aSeason(server)
    const [a = 0, b = 0, c = 0, d = 0] = await insertMembers(server.ctx.db, 4)
    await earnXp(server, seasonId, new Map([[c, 300]]))
    server.clock.advance(1)
    await earnXp(
      server,
      seasonId,
      new Map([
        [b, 300],
        [a, 300],
      ]),
    )
    server.clock.advance(60_000)
    await earnXp(server, seasonId, new Map([[d, 301]]))
    const member = await signUpMember(server)

    const { list } = await ranking(member, seasonId)

    expect(list.map(({ rank, userId }) => [rank, userId])).toEqual([
      [1, d],
      [2, c],
      [3, a],
      [4, b],
    ])
  })

  test('returns no rank for a member without XP', async () => {
    const { seasonId } = await aSeason(server)
    const member = await signUpMember(server)

    const { me, neighbours, list, totalCount } = await ranking(member, seasonId)

    expect({ me, neighbours, list, totalCount }).toMatchObject({
      me: { rank: null, xp: 0 },
      neighbours: [],
      list: [],
      totalCount: 0,
    })
  })

  test('returns 2901 for an unknown season', async () => {
    const member = await signUpMember(server)

    const reply = await member.call('ranking.list', { params: { seasonId: 999_999_999 } })

    expect(reply).toMatchObject({ status: 404, code: 2901 })
  })

  test('gives every member the same rank as plain counting, before, during and after aggregation', async () => {
    const { seasonId } = await aSeason(server)
    const members = await insertMembers(server.ctx.db, 300)
    // Many equal values, some crossing ranges of 256 XP, at times far apart and close together.
    for (const step of [0, 1, 2, 3]) {
      const some = members.filter((_, at) => at % 4 <= step)
      const { rounds } = await aSeasonRounds(seasonId)
      await earnXp(
        server,
        seasonId,
        new Map(some.map((id, at) => [id, 10 + ((at * 7 + step) % 23) * 30])),
        rounds[step],
      )
      if (step === 1) await aggregateMoves(server.ctx.db, 1000)
      if (step === 2) await aggregateMoves(server.ctx.db, 77)
      server.clock.advance(step === 1 ? 2 * 60 * 60_000 : 1000)
    }

    for (const batch of [0, 200, 1000]) {
      if (batch > 0) await aggregateMoves(server.ctx.db, batch)
      const order = await expectedOrder(seasonId)
      const rows = await findAllRanks(server.ctx.db, seasonId)
      const ranks = new Map(rows.map(({ memberId, rank }) => [memberId, rank]))
      expect(order.map((id) => ranks.get(id))).toEqual(order.map((_, at) => at + 1))
      expect(await checkProgramme(server.ctx.db)).toEqual([])
    }
    const left = await rowsOf(server.ctx.db, sql`select 1 from ranking_moves`)
    expect(left).toEqual([])
  })

  test('follows corrections by an operator and removes deleted members', async () => {
    const { seasonId } = await aSeason(server)
    const [other = 0] = await insertMembers(server.ctx.db, 1)
    await earnXp(server, seasonId, new Map([[other, 500]]))
    const leaving = await signUpMember(server)
    const staying = await signUpMember(server)
    const operator = await anOperator(server)
    const give = (userId: number, amount: string) =>
      operator.call('operator.adjustBalance', {
        params: { userId },
        body: { asset: 'SEASON_XP', scope: `season:${seasonId}`, amount, reason: 'Test' },
      })
    await give(leaving.userId, '900')
    await give(staying.userId, '700')
    await give(other, '-450')

    const before = await ranking(staying, seasonId)
    await enrolPin(leaving, '135790')
    const header = await pinHeader(leaving, '135790', 'ACCOUNT_DELETE')
    const deletionRequest = { reason: 'NOT_USEFUL', agreed: true } as const
    await leaving.call('account.delete', { body: deletionRequest }, header)
    const after = await ranking(staying, seasonId)

    expect(before.list.map(({ userId, xp }) => [userId, xp])).toEqual([
      [leaving.userId, 900],
      [staying.userId, 700],
      [other, 50],
    ])
    expect(before.me.rank).toBe(2)
    expect(after.list.map(({ userId }) => userId)).toEqual([staying.userId, other])
    expect(after).toMatchObject({ me: { rank: 1 }, totalCount: 2 })
    expect(await checkProgramme(server.ctx.db)).toEqual([])
  })
})

async function aSeasonRounds(seasonId: number) {
  const { loadProgramme } = await import('#/modules/season/programme.service.ts')
  return loadProgramme(server.ctx, seasonId)
}
