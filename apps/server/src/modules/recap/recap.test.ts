import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { DAY_MS } from '@solstice/rules/duration'
import { programmeDayOf } from '@solstice/rules/programme-day'
import type { SeasonPlan } from '@solstice/rules/season-plan'
import { rowsOf } from '#/platform/process/db.ts'
import { insertMember, insertMembers } from '#test/insert-members.ts'
import { buffersOf, recordStatements } from '#test/statement-buffers.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { openTestDatabase } from '#test/test-database.ts'
import { logInAgain, signUpMember, suspend } from '#test/test-member.ts'
import { execute } from '#test/test-mission.ts'
import { enrolPin, PIN, pinHeader } from '#test/test-pin.ts'
import { aSeason, earnXp, settleRound } from '#test/test-season.ts'
import { writeNextPlaces } from './places.service.ts'
import { findNextStandings } from './places.queries.ts'

const recorded = recordStatements()
let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ database: await openTestDatabase(recorded.logger) })
})
afterAll(() => server.close())
const noon = new Date('2026-06-23T08:00:00.000Z')
beforeEach(() => {
  server.clock.now = noon
})

type Season = Awaited<ReturnType<typeof aSeason>>

/** Silver needs two check-ins. */
const withEarlySilver = (plan: SeasonPlan): SeasonPlan => ({
  ...plan,
  tiers: plan.tiers.map((tier, at) => (at === 1 ? { ...tier, minXp: 100 } : tier)),
})

async function settle({ rounds, endAt }: Season, afterDays = 0): Promise<void> {
  server.clock.now = new Date(endAt.getTime() + 60_000 + afterDays * DAY_MS)
  for (const { roundId } of rounds) await settleRound(server.ctx, roundId)
}

async function writePlaces({ seasonId }: Season, size?: number): Promise<void> {
  while ((await writeNextPlaces(server.ctx, seasonId, size)) === 'unfinished');
}

const recapOf = (member: Awaited<ReturnType<typeof signUpMember>>, { seasonId }: Season) =>
  member.call('recap.mine', { params: { seasonId } })

const alertsOf = async ({ seasonId }: Season) => {
  const rows = await rowsOf<{ id: string }>(
    server.ctx.db,
    sql`select member_id as id from alerts where code = 'RECAP_READY'
      and (data ->> 'seasonId')::bigint = ${seasonId} order by 1`,
  )
  return rows.map(({ id }) => Number(id))
}

describe('a recap', () => {
  test('tells days, tiers, place, friends and gains of a settled season', async () => {
    const season = await aSeason(server, { change: withEarlySilver })
    const { seasonId } = season
    const member = await signUpMember(server)
    const [best, worse, friend, leftFriend, idleFriend] = await insertMembers(server.ctx.db, 5)
    await server.ctx.db.execute(sql`update members set referred_by = ${member.userId},
      referred_at = ${noon.toISOString()}::timestamptz
      where id in (${friend}, ${leftFriend}, ${idleFriend})`)
    await earnXp(
      server,
      seasonId,
      new Map([
        [best ?? 0, 90_000],
        [worse ?? 0, 7],
        [leftFriend ?? 0, 5],
      ]),
    )
    await earnXp(server, seasonId, new Map([[friend ?? 0, 6]]), season.rounds[3])
    for (const day of [0, 1, 2, 4]) {
      server.clock.now = new Date(noon.getTime() + day * DAY_MS)
      await logInAgain(member)
      await execute(member, seasonId, 1)
    }
    await execute(member, seasonId, 2, { clientSeed: 'seed' })
    const spun = await rowsOf<{ xp: string }>(
      server.ctx.db,
      sql`select xp from histories where member_id = ${member.userId} and kind = 'SPIN'`,
    )
    const spinXp = Number(spun[0]?.xp)
    await settle(season)
    await writePlaces(season)
    await logInAgain(member)

    const { data } = await recapOf(member, season)

    expect(data).toMatchObject({
      title: 'The Long Night',
      days: { total: 28, checkedIn: [0, 1, 2, 4], longestRun: 3 },
      xp: 50 + 50 + 52 + 52 + spinXp,
      place: { place: 2, members: 5, behindPercent: 60 },
      friends: { joined: 2, stayed: 1 },
      bestSpinXp: spinXp,
      missions: 0,
      rounds: { total: 4, rewarded: 1, symbol: 'USDS' },
      frames: ['days', 'tiers', 'place', 'gains'],
    })
    expect(data?.tiers.map(({ name, reachedOn }) => [name, reachedOn]).slice(0, 2)).toEqual([
      ['Bronze', programmeDayOf(noon)],
      ['Silver', programmeDayOf(new Date(noon.getTime() + DAY_MS))],
    ])
    expect(data?.bestDay).toEqual({
      day: programmeDayOf(new Date(noon.getTime() + 4 * DAY_MS)),
      xp: 52 + spinXp,
    })
    expect(data?.nickname).not.toBe('')
    expect(Number(data?.rounds.earned)).toBeGreaterThan(0)
    const { data: card } = await member.call('season.list', { query: {} })
    expect(card?.list.find((each) => each.seasonId === seasonId)?.hasRecap).toBe(true)
  })

  test('is refused with a code before the end, before the settlement and to others', async () => {
    const season = await aSeason(server)
    const member = await signUpMember(server)
    const idle = await signUpMember(server)
    await execute(member, season.seasonId, 1)

    expect((await recapOf(member, season)).code).toBe(Code.RECAP_SEASON_RUNNING)
    server.clock.now = season.endAt
    await logInAgain(member)
    await logInAgain(idle)
    expect((await recapOf(member, season)).code).toBe(Code.RECAP_NOT_READY)
    // The jobs settle the last round and write the places after this call.
    server.clock.now = new Date(season.endAt.getTime() + 60_000)
    expect((await recapOf(member, season)).code).toBe(Code.RECAP_NOT_READY)
    expect((await recapOf(member, season)).code).toBe(Code.SUCCESS)
    expect((await recapOf(idle, season)).code).toBe(Code.RECAP_NOT_TAKEN_PART)
    expect((await member.call('recap.mine', { params: { seasonId: 999_999 } })).code).toBe(
      Code.NOT_FOUND,
    )
  })

  test('reads no ledger, whose rows may be archived, and says if its own rows are gone', async () => {
    const season = await aSeason(server)
    const member = await signUpMember(server)
    await execute(member, season.seasonId, 1)
    await settle(season)
    await writePlaces(season)
    await logInAgain(member)

    recorded.statements.length = 0
    expect((await recapOf(member, season)).code).toBe(Code.SUCCESS)
    expect(recorded.statements.filter(({ text }) => text.includes('ledger'))).toEqual([])
    await server.ctx.db.execute(
      sql`delete from mission_completions where season_id = ${season.seasonId}`,
    )
    expect((await recapOf(member, season)).code).toBe(Code.RECAP_GONE)
  })
})

describe('the final places', () => {
  test('are those of the ranking, whatever the size of the batches, and every member is notified once', async () => {
    const season = await aSeason(server)
    const ids = (await insertMembers(server.ctx.db, 9)).toSorted((one, two) => one - two)
    const away = ids[4] ?? 0
    await earnXp(server, season.seasonId, new Map(ids.map((id, at) => [id, 10 + (at % 3)])))
    await suspend(server, away)
    await settle(season)

    await writeNextPlaces(server.ctx, season.seasonId, 4)
    await writePlaces(season, 2)
    await writePlaces(season)

    const places = await rowsOf<{ id: string; place: number }>(
      server.ctx.db,
      sql`select member_id as id, place from season_places where season_id = ${season.seasonId}
        order by place`,
    )
    const ranked = await rowsOf<{ id: string }>(
      server.ctx.db,
      sql`select member_id as id from season_standings where season_id = ${season.seasonId}
        order by score desc, member_id`,
    )
    expect(places).toEqual(ranked.map(({ id }, at) => ({ id, place: at + 1 })))
    expect(await alertsOf(season)).toEqual(ids.filter((id) => id !== away))
  })

  test('wait for the last round, whichever it is', async () => {
    const season = await aSeason(server)
    const memberId = await insertMember(server.ctx.db)
    await earnXp(server, season.seasonId, new Map([[memberId, 10]]))
    const [first, ...others] = season.rounds
    server.clock.now = new Date(season.endAt.getTime() + 60_000)
    for (const { roundId } of others) await settleRound(server.ctx, roundId)

    await writePlaces(season)

    expect(await alertsOf(season)).toEqual([])
    await settleRound(server.ctx, first?.roundId ?? 0)
    await writePlaces(season)
    expect(await alertsOf(season)).toEqual([memberId])
  })

  test('stay when somebody else leaves; those of a deleted account are erased', async () => {
    const season = await aSeason(server)
    const member = await signUpMember(server)
    const leaver = await signUpMember(server)
    await earnXp(
      server,
      season.seasonId,
      new Map([
        [leaver.userId, 900],
        [member.userId, 100],
      ]),
    )
    await settle(season)
    await writePlaces(season)
    await logInAgain(member)
    await logInAgain(leaver)

    await enrolPin(leaver, PIN)
    const header = await pinHeader(leaver, PIN, 'ACCOUNT_DELETE')
    const body = { reason: 'PRIVACY', agreed: true } as const
    expect((await leaver.call('account.delete', { body }, header)).code).toBe(Code.SUCCESS)

    const { data } = await recapOf(member, season)
    expect(data?.place).toEqual({ place: 2, members: 2, behindPercent: 0 })
    const left = await rowsOf(
      server.ctx.db,
      sql`select 1 from season_places where member_id = ${leaver.userId}`,
    )
    expect(left).toEqual([])
  })

  test('of a season that is settled long after its end are written without notifying anybody', async () => {
    const season = await aSeason(server)
    const memberId = await insertMember(server.ctx.db)
    await earnXp(server, season.seasonId, new Map([[memberId, 10]]))
    await settle(season, 7)

    await writePlaces(season)

    expect(await alertsOf(season)).toEqual([])
  })
})

test('a recap and a batch of places read as many buffers among many members as among few', async () => {
  const season = await aSeason(server)
  const { seasonId } = season
  const member = await signUpMember(server)
  await execute(member, seasonId, 1)
  const client = new Client({ connectionString: server.database.url })
  await client.connect()
  const fill = async (from: number, to: number) => {
    await client.query(
      `insert into season_standings (season_id, member_id, xp, score)
        select $1, 1000000 + i, 10 + i % 900, ((10 + i % 900)::bigint << 34) + i
        from generate_series($2::bigint, $3::bigint) i`,
      [seasonId, from, to],
    )
    await client.query(
      `insert into season_places (season_id, member_id, place)
        select $1, 1000000 + i, i from generate_series($2::bigint, $3::bigint) i`,
      [seasonId, from, to],
    )
    await client.query('vacuum analyze season_standings, season_places')
  }
  await settle(season)
  await writePlaces(season)
  await logInAgain(member)
  recorded.statements.length = 0
  await recapOf(member, season)
  await findNextStandings(
    server.ctx.db,
    { seasonId, afterScore: 100 * 2 ** 34, afterMember: 5 },
    20,
  )
  const reads = recorded.statements.filter(({ text }) =>
    /season_places|season_standings/.test(text),
  )
  const measure = async () => {
    const buffers: number[] = []
    for (const statement of reads) buffers.push(await buffersOf(client, statement))
    return buffers
  }

  await fill(1, 2000)
  const few = await measure()
  await fill(2001, 40_000)
  const many = await measure()
  await client.end()

  expect(reads).toHaveLength(3)
  expect(reads.filter((_, at) => (many[at] ?? 0) > (few[at] ?? 0) + 10)).toEqual([])
})
