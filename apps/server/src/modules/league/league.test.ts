import { sql } from 'drizzle-orm'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { DAY_MS } from '@solstice/rules/duration'
import { blindedIdOf, dealBand, leagueBands, seedCommitment } from '@solstice/rules/league'
import { eraseLeagues } from './league.service.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { insertHoldOf } from '#test/test-hold.ts'
import { logInAgain, openBrowser, signUpMember, suspend } from '#test/test-member.ts'
import { anOperator } from '#test/test-operator.ts'
import { aSeason, earnXp } from '#test/test-season.ts'
import { leagueTools } from '#test/test-league.ts'
import { advanceSeason } from './league-rollover.service.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())
const noon = new Date('2026-06-23T08:00:00.000Z')
beforeEach(() => {
  server.clock.now = noon
})

const { advance, turnTo, aCrowd, leagueOf, entriesOf } = leagueTools(() => server)

describe('the leagues of a week', () => {
  test('have about thirty members of similar pace each, and nobody from the top 100', async () => {
    const member = await signUpMember(server)
    const { season, leaders, others } = await aCrowd(74, [member.userId])
    await advance(season)
    expect((await leagueOf(member, season))?.state).toBe('FIRST_WEEK')

    await turnTo(season, 2)

    const entries = await entriesOf(season, 2)
    const placed = entries.map((entry) => Number(entry.member_id)).toSorted((a, b) => a - b)
    expect(placed).toEqual([...others, member.userId].toSorted((a, b) => a - b))
    expect(placed).not.toContain(leaders[0])
    const sizes = Map.groupBy(entries, ({ league }) => league)
    expect(Array.from(sizes.values(), ({ length }) => length)).toEqual([25, 25, 25])
    const mine = await leagueOf(member, season)
    expect(mine).toMatchObject({
      state: 'PLAYING',
      takesPart: true,
      week: { number: 2 },
      league: {
        rung: 'SUNRISE',
        rungAbove: 'MORNING',
        rungBelow: 'FIRST_LIGHT',
        promotes: 4,
        relegates: 4,
        pace: 300,
        isApart: false,
      },
      last: null,
      draw: { seed: null },
    })
    expect(mine?.league?.list).toHaveLength(25)
    expect(mine?.league?.me.userId).toBe(member.userId)
  })

  test('count the XP of their week only, also if the turn is late', async () => {
    const member = await signUpMember(server)
    const { season } = await aCrowd(40, [member.userId])
    await advance(season)
    const second = season.startAt.getTime() + 7 * DAY_MS
    // Earned after the turn, but before the job runs.
    server.clock.now = new Date(second + 3_600_000)
    await earnXp(server, season.seasonId, new Map([[member.userId, 70]]), season.rounds[1])

    await turnTo(season, 2)

    const { league } = (await leagueOf(member, season)) ?? {}
    expect(league?.me.xp).toBe(70)
    expect(league?.me.place).toBe(1)
    expect(league?.pace).toBe(300)
    expect(league?.list.slice(1).every(({ xp }) => xp === 0)).toBe(true)
  })

  test('move the best up and the last down, and notify everybody once', async () => {
    const member = await signUpMember(server)
    const { season, others } = await aCrowd(29, [member.userId])
    await advance(season)
    await turnTo(season, 2)
    const gains = others.slice(0, 20).map((id, at) => [id, 10 * (at + 1)] as const)
    await earnXp(
      server,
      season.seasonId,
      new Map([[member.userId, 900], ...gains]),
      season.rounds[1],
    )

    // Small batches, as with many members.
    await turnTo(season, 3, 7)

    const results = await rowsOf<{ outcome: string; count: string }>(
      server.ctx.db,
      sql`select outcome, count(*) as count from league_entries
        where season_id = ${season.seasonId} and week = 2 group by 1 order by 1`,
    )
    expect(results.map(({ outcome, count }) => [outcome, Number(count)])).toEqual([
      ['PROMOTED', 5],
      ['RELEGATED', 5],
      ['STAYED', 20],
    ])
    const alerts = await rowsOf<{ code: string; count: string }>(
      server.ctx.db,
      sql`select code, count(*) as count from alerts where code like 'LEAGUE%'
        and (data ->> 'seasonId')::bigint = ${season.seasonId} group by 1 order by 1`,
    )
    expect(alerts.map(({ code, count }) => [code, Number(count)])).toEqual([
      ['LEAGUE_PROMOTED', 5],
      ['LEAGUE_RELEGATED', 5],
      ['LEAGUE_STAYED', 20],
    ])
    const mine = await leagueOf(member, season)
    expect(mine?.last).toEqual({
      week: 2,
      rung: 'SUNRISE',
      toRung: 'MORNING',
      isApart: false,
      place: 1,
      members: 30,
      outcome: 'PROMOTED',
      xp: 900,
    })
    // Only those with XP in the second week play in the third one; five in Morning are too few.
    expect(mine?.league).toMatchObject({ rung: 'SUNRISE', pace: 900 })
    expect(mine?.league?.list).toHaveLength(21)
    expect(await entriesOf(season, 3)).toHaveLength(21)
  })

  test('give held members leagues of their own, in which nobody moves', async () => {
    const member = await signUpMember(server)
    const { season, others } = await aCrowd(60, [member.userId])
    const held = others.slice(10, 22)
    for (const id of held.slice(0, 4)) await suspend(server, id)
    for (const id of held.slice(4)) await insertHoldOf(server, id)
    // A hold whose time is up counts no more, although no job has recorded its end.
    const lapsed = await insertHoldOf(server, others[40] ?? 0)
    await server.ctx.db.execute(
      sql`update holds set until = opened_at + interval '1 day' where id = ${lapsed}`,
    )
    await advance(season)
    await turnTo(season, 2)

    const entries = await entriesOf(season, 2)

    const isHeld = (id: string | null) => held.includes(Number(id))
    for (const members of Map.groupBy(entries, ({ league }) => league).values()) {
      const kinds = new Set(members.map(({ member_id }) => isHeld(member_id)))
      expect(kinds.size).toBe(1)
      expect(members.every(({ is_apart, member_id }) => is_apart === isHeld(member_id))).toBe(true)
    }
    await turnTo(season, 3)
    const moved = (await entriesOf(season, 2)).filter(({ is_apart }) => is_apart)
    expect(moved.map(({ outcome }) => outcome)).toEqual(held.map(() => 'STAYED'))
  })

  test('are the same for anybody who repeats the draw from the revealed seed', async () => {
    const member = await signUpMember(server)
    const { season } = await aCrowd(99, [member.userId])
    const { seasonId } = season
    await advance(season)
    const outsider = openBrowser(server)
    const early = await outsider.call('league.draw', { params: { seasonId, week: 2 }, query: {} })
    expect(early.data).toMatchObject({ seed: null, list: [], leagues: 0 })
    await turnTo(season, 2)
    const mine = await leagueOf(member, season)
    const running = await outsider.call('league.draw', { params: { seasonId, week: 2 }, query: {} })
    expect(running.data?.seed).toBeNull()
    expect(running.data?.list).toHaveLength(100)
    await turnTo(season, 3)

    const { data } = await outsider.call('league.draw', {
      params: { seasonId, week: 2 },
      query: {},
    })

    const seed = hexToBytes(data?.seed ?? '')
    expect(data?.commitment).toBe(early.data?.commitment)
    expect(seedCommitment({ seasonId, week: 2, seed })).toBe(data?.commitment)
    const ids = data?.list.map(({ blindedId }) => blindedId) ?? []
    const [sizes = []] = leagueBands(100)
    const repeated = dealBand(seed, sizes, ids.toSorted())
    const published = Map.groupBy(data?.list ?? [], ({ league }) => league)
    expect(repeated.map((league) => league.toSorted())).toEqual(
      Array.from(published.values(), (league) => league.map(({ blindedId }) => blindedId)),
    )
    // Only the member can compute the own name, from the key of the points log.
    const [row] = await rowsOf<{ key: Uint8Array }>(
      server.ctx.db,
      sql`select key from points_log_members where member_id = ${member.userId}`,
    )
    const own = blindedIdOf(row?.key ?? new Uint8Array(), { seasonId, week: 2 })
    expect(mine?.draw?.blindedId).toBe(own)
    expect(ids).toContain(own)
    expect(bytesToHex(hmac(sha256, seed, hexToBytes(own)))).toMatch(/^[0-9a-f]{64}$/)
  })

  test('commit to the seed of a week when the week before it begins', async () => {
    const season = await aSeason(server)
    await advance(season)

    const rows = await rowsOf<{ week: number; step: string }>(
      server.ctx.db,
      sql`select week, step from league_weeks where season_id = ${season.seasonId} order by week`,
    )

    expect(rows).toEqual([
      { week: 1, step: 'RUNNING' },
      { week: 2, step: 'COMMITTED' },
    ])
    await expect(
      server.ctx.db.execute(
        sql`update league_weeks set seed = '\\x00' where season_id = ${season.seasonId}`,
      ),
    ).rejects.toMatchObject({ cause: { message: 'the seed of a league week is committed' } })
  })
})

describe('a member', () => {
  test('leaves the leagues and returns, however often the call arrives', async () => {
    const member = await signUpMember(server)
    const { season, others } = await aCrowd(30, [member.userId])
    await advance(season)
    await turnTo(season, 2)
    await logInAgain(member)
    const takePart = (takesPart: boolean) => member.call('league.takePart', { body: { takesPart } })

    expect((await takePart(false)).data).toEqual({ takesPart: false })
    expect((await takePart(false)).data).toEqual({ takesPart: false })
    expect(await leagueOf(member, season)).toMatchObject({
      state: 'OPTED_OUT',
      takesPart: false,
      league: null,
    })
    const count = (await entriesOf(season, 2)).length
    expect(count).toBe(others.length + 1)

    await takePart(true)
    await takePart(true)
    expect(await leagueOf(member, season)).toMatchObject({ state: 'PLAYING', takesPart: true })

    await takePart(false)
    await turnTo(season, 3)
    expect((await leagueOf(member, season))?.last).toBeNull()
    expect((await entriesOf(season, 2)).filter(({ outcome }) => outcome === null)).toHaveLength(1)
  })

  test('is told why there is no league: before, during and after the season', async () => {
    const member = await signUpMember(server)
    const upcoming = await aSeason(server, { startsInDays: 3 })
    const { season, leaders } = await aCrowd(20)
    expect(await leagueOf(member, upcoming)).toMatchObject({ state: 'BEFORE_SEASON', week: null })

    server.clock.now = new Date(season.startAt.getTime() + 7 * DAY_MS)
    await earnXp(server, season.seasonId, new Map([[member.userId, 60_000]]), season.rounds[1])
    expect((await leagueOf(member, season))?.state).toBe('RANKED')
    const idle = await signUpMember(server)
    expect((await leagueOf(idle, season))?.state).toBe('DRAWING')
    await turnTo(season, 2)
    const waiting = await leagueOf(idle, season)
    expect(waiting?.state).toBe('NEXT_WEEK')
    expect(waiting?.nextDrawAt).toBe(new Date(season.startAt.getTime() + 14 * DAY_MS).toISOString())
    server.clock.now = season.endAt
    expect(await leagueOf(idle, season)).toMatchObject({ state: 'ENDED', nextDrawAt: null })
    expect(leaders).toHaveLength(100)
  })

  test('gets the result of the last week after the season', async () => {
    const member = await signUpMember(server)
    const { season } = await aCrowd(30, [member.userId])
    await advance(season)
    await turnTo(season, 4)
    await advance(season)
    server.clock.now = new Date(season.endAt.getTime() + 60_000)

    await advance(season)

    expect((await leagueOf(member, season))?.state).toBe('ENDED')
    const [last] = await rowsOf<{ step: string }>(
      server.ctx.db,
      sql`select step from league_weeks where season_id = ${season.seasonId} and week = 4`,
    )
    expect(last?.step).toBe('CLOSED')
    expect(await advanceSeason(server.ctx, season)).toBe(false)
  })

  test('disappears from the leagues with the account, but the draw can still be repeated', async () => {
    const member = await signUpMember(server)
    const { season } = await aCrowd(30, [member.userId])
    await advance(season)
    await turnTo(season, 2)
    const before = await entriesOf(season, 2)

    await eraseLeagues(server.ctx.db, member.userId)

    const after = await entriesOf(season, 2)
    expect(after.map(({ blinded_id }) => blinded_id)).toEqual(
      before.map(({ blinded_id }) => blinded_id),
    )
    expect(after.filter(({ member_id }) => member_id === null)).toHaveLength(1)
    const left = await rowsOf(
      server.ctx.db,
      sql`select 1 from league_members where member_id = ${member.userId}`,
    )
    expect(left).toEqual([])
  })

  test('is refused with a code for weeks that do not exist', async () => {
    const season = await aSeason(server)
    const outsider = openBrowser(server)
    const draw = (seasonId: number, week: number) =>
      outsider.call('league.draw', { params: { seasonId, week }, query: {} })

    expect((await draw(season.seasonId, 5)).code).toBe(Code.NOT_FOUND)
    expect((await draw(season.seasonId, 4)).code).toBe(Code.LEAGUE_NOT_DRAWN)
    expect((await draw(999_999, 1)).code).toBe(Code.NOT_FOUND)
  })
})

test('operators read sizes, participation and moves of every week', async () => {
  const { season, others } = await aCrowd(40)
  const { seasonId } = season
  await server.ctx.db.execute(
    sql`insert into league_opt_outs values (${others[0]}, '2026-06-23T08:00:00Z')`,
  )
  await advance(season)
  await turnTo(season, 2)
  await earnXp(server, seasonId, new Map([[others[5] ?? 0, 30]]), season.rounds[1])
  await turnTo(season, 3)
  const operator = await anOperator(server, 'AUDITOR')

  const { data } = await operator.call('league.season', { params: { seasonId } })

  expect(data?.weeks.map(({ week, step }) => [week, step])).toEqual([
    [1, 'CLOSED'],
    [2, 'CLOSED'],
    [3, 'RUNNING'],
    [4, 'WAITING'],
  ])
  expect(data?.weeks[1]).toMatchObject({
    members: 39,
    leagues: 2,
    optedOut: 1,
    apart: 0,
    active: 1,
    promoted: 1,
    relegated: 6,
    rungs: [{ rung: 'SUNRISE', members: 39, leagues: 2, smallest: 19 }],
  })
  expect(data?.weeks[2]?.members).toBe(1)
})
