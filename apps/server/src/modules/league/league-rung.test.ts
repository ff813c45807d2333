import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '@solstice/rules/duration'
import { rowsOf } from '#/platform/process/db.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { insertHoldOf } from '#test/test-hold.ts'
import { leagueTools } from '#test/test-league.ts'
import { signUpMember } from '#test/test-member.ts'
import { earnXp } from '#test/test-season.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())
beforeEach(() => {
  server.clock.now = new Date('2026-06-23T08:00:00.000Z')
})

const { advance, turnTo, aCrowd, leagueOf } = leagueTools(() => server)

async function rungsOf(seasonId: number, memberIds: readonly number[]): Promise<number[]> {
  const rows = await rowsOf<{ member_id: string; rung: number }>(
    server.ctx.db,
    sql`select member_id, rung from league_members where season_id = ${seasonId}`,
  )
  const rungs = new Map(rows.map(({ member_id, rung }) => [Number(member_id), rung]))
  return memberIds.map((id) => rungs.get(id) ?? 0)
}

test('a member keeps a rung that is too small to be played, and moves from it', async () => {
  const member = await signUpMember(server)
  const { season, others } = await aCrowd(29, [member.userId])
  const { seasonId, rounds } = season
  const earn = (week: number, own: number) =>
    earnXp(
      server,
      seasonId,
      new Map([[member.userId, own], ...others.map((id, at) => [id, 10 * (at + 1)] as const)]),
      rounds[week - 1],
    )
  await advance(season)
  await turnTo(season, 2)
  await earn(2, 900)
  await turnTo(season, 3)

  // Five members of Morning are too few, so they play in Sunrise.
  expect((await leagueOf(member, season))?.league).toMatchObject({
    rung: 'SUNRISE',
    ownRung: 'MORNING',
    rungAbove: 'HIGH_NOON',
    rungBelow: 'SUNRISE',
  })
  await earn(3, 155)
  await turnTo(season, 4)

  expect((await leagueOf(member, season))?.last).toMatchObject({
    rung: 'SUNRISE',
    toRung: 'MORNING',
    place: 15,
    outcome: 'STAYED',
  })
  expect(await rungsOf(seasonId, [member.userId])).toEqual([4])
})

test('held members keep their rungs, although they play together', async () => {
  const { season, others } = await aCrowd(40)
  const held = others.slice(0, 3)
  for (const id of held) await insertHoldOf(server, id)
  for (const [at, id] of held.entries()) {
    await server.ctx.db.execute(sql`insert into league_members
      (season_id, member_id, rung, base_xp, pace) values (${season.seasonId}, ${id}, ${5 - 2 * at}, 0, 0)`)
  }
  await advance(season)
  await turnTo(season, 2)
  await turnTo(season, 3)

  expect(await rungsOf(season.seasonId, held)).toEqual([5, 3, 1])
})

test('equal XP is decided by the ranking at the turn, not by XP earned since', async () => {
  const { season, others } = await aCrowd(30)
  const { seasonId, rounds } = season
  const [lower = 0, higher = 0] = others.slice(19, 21)
  await advance(season)
  await turnTo(season, 2)
  await earnXp(
    server,
    seasonId,
    new Map([lower, higher].map((id) => [id, 500] as const)),
    rounds[1],
  )
  // The job runs an hour late, and meanwhile one of both earns XP for the next week.
  server.clock.now = new Date(season.startAt.getTime() + 14 * DAY_MS + HOUR_MS)
  await earnXp(server, seasonId, new Map([[lower, 1000]]), rounds[2])
  await turnTo(season, 3)

  const rows = await rowsOf<{ member_id: string; place: number; xp: string }>(
    server.ctx.db,
    sql`select member_id, place, xp from league_entries
      where season_id = ${seasonId} and week = 2 and place <= 2 order by place`,
  )
  expect(rows.map(({ member_id, xp }) => [Number(member_id), Number(xp)])).toEqual([
    [higher, 500],
    [lower, 500],
  ])
})
