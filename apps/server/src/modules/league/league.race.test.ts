import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '@solstice/rules/duration'
import { rowsOf } from '#/platform/process/db.ts'
import { insertMembers } from '#test/insert-members.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { aSeason, earnXp } from '#test/test-season.ts'
import { waitingSessions } from '#test/waiting-sessions.ts'
import { advanceSeason } from './league-rollover.service.ts'
import { eraseLeagues } from './league.service.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

test('places, moves and notifies everybody once when several processes turn the week', async () => {
  const { ctx, clock } = server
  const season = await aSeason(server)
  const { seasonId } = season
  const members = await insertMembers(ctx.db, 220)
  const leaders = members.slice(0, 100)
  const others = members.slice(100)
  const xp = (at: number) => (at < leaders.length ? 50_000 : 100 + at)
  await earnXp(server, seasonId, new Map(members.map((id, at) => [id, xp(at)])))
  /** Three processes, each of which takes steps until none is left, while members earn XP. */
  const turn = async (week: number) => {
    clock.now = new Date(season.startAt.getTime() + (week - 1) * 7 * DAY_MS + 1000)
    const process = async () => {
      while (await advanceSeason(ctx, season, 30));
    }
    const round = season.rounds[week - 1]
    const earning = others.map((id, at) =>
      earnXp(server, seasonId, new Map([[id, 10 + at]]), round),
    )
    await Promise.all([process(), process(), process(), ...earning])
  }
  await advanceSeason(ctx, season)
  await turn(2)
  await turn(3)

  const rows = await rowsOf<{ week: number; members: string; placed: string; leagues: string }>(
    ctx.db,
    sql`select week, count(distinct member_id) as members, count(league) as placed,
        count(distinct league) as leagues
      from league_entries where season_id = ${seasonId} group by week order by week`,
  )
  const entries = rows.map(({ week, members: each, placed, leagues }) =>
    [week, each, placed, leagues].map(Number),
  )
  // In the third week, twenty play a rung higher and twenty a rung lower.
  expect(entries).toEqual([
    [2, others.length, others.length, 4],
    [3, others.length, others.length, 5],
  ])
  const alerts = await rowsOf<{ alerts: string; members: string }>(
    ctx.db,
    sql`select count(*) as alerts, count(distinct member_id) as members from alerts
      where code like 'LEAGUE%'`,
  )
  expect([Number(alerts[0]?.alerts), Number(alerts[0]?.members)]).toEqual([
    others.length,
    others.length,
  ])
  // XP that was earned after the turn counts for the new week, so none is lost or counted twice.
  const [sums] = await rowsOf<{ base: string; earned: string }>(
    ctx.db,
    sql`select sum(m.base_xp) as base, sum(s.xp) as earned from league_members m
      join season_standings s using (season_id, member_id) where m.season_id = ${seasonId}
        and m.member_id in (select member_id from league_entries where season_id = ${seasonId})`,
  )
  const lastGains = others.reduce((sum, _, at) => sum + 10 + at, 0)
  expect(Number(sums?.earned) - Number(sums?.base)).toBe(lastGains)
})

test('a deletion waits for the batch that reads the member, and leaves nothing of them', async () => {
  const { ctx, clock } = server
  clock.now = new Date('2026-06-23T08:00:00.000Z')
  const season = await aSeason(server)
  const { seasonId } = season
  const [memberId = 0] = await insertMembers(ctx.db, 1)
  await earnXp(server, seasonId, new Map([[memberId, 100]]))
  await advanceSeason(ctx, season)
  clock.now = new Date(season.startAt.getTime() + 7 * DAY_MS + 1000)
  let release = (): void => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  // The batch that measures the members is about to commit.
  const turning = ctx.db.transaction(async (tx) => {
    const within = { ...ctx, db: tx }
    await advanceSeason(within, season)
    await advanceSeason(within, season)
    await held
  })
  await expect
    .poll(() =>
      rowsOf(
        ctx.db,
        // Every database of the cluster has a relation with this number.
        sql`select 1 from pg_locks where relation = 'league_weeks'::regclass and mode = 'RowShareLock'
          and database = (select oid from pg_database where datname = current_database())`,
      ).then(({ length }) => length),
    )
    .toBeGreaterThan(0)
  const deletion = ctx.db.transaction((tx) => eraseLeagues(tx, memberId))
  await expect.poll(() => waitingSessions(ctx.db)).toBe(1)
  release()
  await Promise.all([turning, deletion])

  const left = await rowsOf(ctx.db, sql`select 1 from league_members where member_id = ${memberId}`)
  expect(left).toEqual([])
})
