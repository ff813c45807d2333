import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

const { advance, turnTo, aCrowd, leagueOf } = leagueTools(() => server)

test('hides the names of held members from each other', async () => {
  const member = await signUpMember(server)
  const { season, others } = await aCrowd(40, [member.userId])
  for (const id of [member.userId, ...others.slice(0, 11)]) await insertHoldOf(server, id)
  await advance(season)
  await turnTo(season, 2)

  const { league } = (await leagueOf(member, season)) ?? {}

  expect(league).toMatchObject({ isApart: true, me: { userId: member.userId } })
  expect(league?.list).toHaveLength(12)
  const mates = league?.list.filter(({ place }) => place !== league.me.place) ?? []
  expect(mates.map(({ userId, nickname }) => [userId, nickname])).toEqual(
    Array.from({ length: 11 }, () => [null, null]),
  )
})

test('moves a member down who left with too little XP for the end of a week', async () => {
  const { season, others } = await aCrowd(30)
  const [last = 0] = others
  const best = others.at(-1) ?? 0
  await advance(season)
  await turnTo(season, 2)
  for (const id of [last, best]) {
    await server.ctx.db.execute(sql`insert into league_opt_outs values (${id}, now())`)
  }

  await turnTo(season, 3)

  const rows = await rowsOf<{ rung: number; outcome: string | null; place: number | null }>(
    server.ctx.db,
    sql`select m.rung, e.outcome, e.place from league_members m
      join league_entries e using (season_id, member_id)
      where m.season_id = ${season.seasonId} and e.week = 2 and m.member_id in (${last}, ${best})
      order by m.member_id = ${best}`,
  )
  expect(rows).toEqual([
    { rung: 2, outcome: null, place: null },
    { rung: 3, outcome: null, place: null },
  ])
})

test('gives no place to members whose hold began after the draw, and the result once it has ended', async () => {
  const member = await signUpMember(server)
  const { season, others } = await aCrowd(29, [member.userId])
  await advance(season)
  await turnTo(season, 2)
  await earnXp(server, season.seasonId, new Map([[member.userId, 5000]]), season.rounds[1])
  await insertHoldOf(server, member.userId)
  const resultOf = async () => {
    const [row] = await rowsOf<{ rung: number; outcome: string | null; place: number | null }>(
      server.ctx.db,
      sql`select m.rung, e.outcome, e.place from league_members m
        join league_entries e using (season_id, member_id)
        where m.season_id = ${season.seasonId} and e.week = 2 and m.member_id = ${member.userId}`,
    )
    return row
  }

  await turnTo(season, 3)
  const held = await resultOf()
  const shown = await leagueOf(member, season)
  const moved = await rowsOf<{ place: number }>(
    server.ctx.db,
    sql`select place from league_entries where season_id = ${season.seasonId} and week = 2
      and place is not null order by place`,
  )
  await server.ctx.db.execute(sql`update holds set state = 'RELEASED', ended_at = opened_at
    where member_id = ${member.userId}`)
  await turnTo(season, 4)

  expect(held).toEqual({ rung: 3, outcome: null, place: null })
  expect(shown).toMatchObject({ league: { isApart: true }, last: null })
  // The others are placed as if the held member had not played.
  expect(moved.map(({ place }) => place)).toEqual(others.map((_, at) => at + 1))
  expect(await resultOf()).toEqual({ rung: 4, outcome: 'PROMOTED', place: 1 })
})
