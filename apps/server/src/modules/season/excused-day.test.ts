import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallData } from '@solstice/contract/wire'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@solstice/rules/duration'
import { windowOfDay } from '@solstice/rules/excused-day'
import { programmeDayOf, startOfDay, type ProgrammeDay } from '@solstice/rules/programme-day'
import { setMaintenance } from '#/modules/maintenance/maintenance.service.ts'
import { insertQualifications } from '#/modules/invite/invite.queue.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { DEFAULT_MAINTENANCE } from '@solstice/rules/maintenance'
import { insertHeartbeats } from '#test/heartbeats.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { aFriendOf, friendsOf } from '#test/test-invite.ts'
import { logInAgain, signUpMember, type Browser } from '#test/test-member.ts'
import { anOperator } from '#test/test-operator.ts'
import { aSeason, settleRound } from '#test/test-season.ts'
import { aWallet, registerWallet } from '#test/test-wallet.ts'
import { decideOpenRounds, followExcusedDay } from './excused-day.service.ts'

let server: TestApp
type Member = Awaited<ReturnType<typeof signUpMember>>
let season: Awaited<ReturnType<typeof aSeason>>
let start: Date
beforeAll(async () => {
  server = await startTestApp()
  server.clock.now = new Date('2026-06-22T20:30:00.000Z')
  season = await aSeason(server)
  start = season.firstRound.startAt
})
afterAll(() => server.close())

const dayAt = (at: number): ProgrammeDay => programmeDayOf(new Date(start.getTime() + at * DAY_MS))
const noonOf = (at: number) => new Date(startOfDay(dayAt(at)).getTime() + 12 * HOUR_MS)

async function checkIn(members: readonly Member[], at: number): Promise<void> {
  server.clock.now = noonOf(at)
  for (const member of members) {
    await logInAgain(member)
    const params = { seasonId: season.seasonId, missionId: 1 }
    expect((await member.call('mission.execute', { params, body: {} })).code).toBe(0)
  }
}

const firstRoundOf = async (member: Browser) => {
  const { data } = await member.call('season.rounds', { params: { seasonId: season.seasonId } })
  return data?.list[0]
}

/** The status as everybody reads it, without a session. */
const statusNow = async (): Promise<CallData<'status.show'> | undefined> => {
  const response = await server.app.inject({ method: 'GET', url: '/v1/public/status' })
  return response.json<{ data?: CallData<'status.show'> }>().data
}

const decisions = () =>
  rowsOf<{ day: string; excused: boolean }>(
    server.ctx.db,
    sql`select day::text, excused from excused_days where round_id = ${season.firstRound.roundId}
      order by day`,
  )

test('an outage of check-ins counts for those who missed the day, and for nobody else', async () => {
  const [down, short] = [dayAt(2), dayAt(3)]
  const [present, absent, rare, referrer] = await Promise.all([
    signUpMember(server),
    signUpMember(server),
    signUpMember(server),
    signUpMember(server),
  ])
  const friend = await aFriendOf(server, referrer)
  await registerWallet(friend, aWallet())
  // The outage is long enough on the third day, and takes five minutes on the fourth one.
  const window = windowOfDay(down)
  const shortOutage = new Date(windowOfDay(short).startAt.getTime() + 9 * HOUR_MS)
  await insertHeartbeats(server.ctx.db, [
    [start, new Date(window.startAt.getTime() + 18 * HOUR_MS)],
    [new Date(window.startAt.getTime() + 21 * HOUR_MS), shortOutage],
    [new Date(shortOutage.getTime() + 5 * MINUTE_MS), new Date(start.getTime() + 30 * DAY_MS)],
  ])
  await checkIn([present, absent, friend], 0)
  await checkIn([present, absent, friend], 1)
  await checkIn([present], 2)
  server.clock.now = noonOf(3)
  const late = await signUpMember(server)
  await decideOpenRounds(server.ctx)
  const of = { roundId: season.firstRound.roundId, day: down }
  const followed = () =>
    followExcusedDay(server.ctx, of, { queueQualifications: insertQualifications })
  while ((await followed()) === 'unfinished');
  await server.worker.runDue()

  await logInAgain(absent)
  expect(await firstRoundOf(absent)).toMatchObject({ myCheckInDays: 2, myExcusedDay: down })
  const { data: shown } = await absent.call('season.show', {
    params: { seasonId: season.seasonId },
  })
  expect(shown?.me.estimate?.checkInDays).toBe(3)
  const { data: streak } = await absent.call('streak.show', {
    params: { seasonId: season.seasonId },
  })
  expect(streak).toMatchObject({
    today: short,
    current: 3,
    days: [{ mark: 'LIT' }, { mark: 'LIT' }, { day: down, mark: 'EXCUSED' }, { mark: 'OPEN' }],
    excused: [{ day: down, outages: [{}] }],
  })
  const { data: alerts } = await absent.call('alert.list', { query: {} })
  expect(alerts?.list.filter(({ code }) => code === 'DAY_EXCUSED')).toHaveLength(1)
  await logInAgain(present)
  expect(await firstRoundOf(present)).toMatchObject({ myCheckInDays: 3, myExcusedDay: null })
  const { data: others } = await present.call('alert.list', { query: {} })
  expect(others?.list.filter(({ code }) => code === 'DAY_EXCUSED')).toEqual([])

  // The excused day qualified the friend.
  await logInAgain(referrer)
  expect(await friendsOf(referrer)).toMatchObject([{ qualified: true, checkInDays: 3 }])

  await checkIn([rare], 4)
  await checkIn([late], 5)
  await checkIn([late], 6)
  server.clock.now = new Date(season.firstRound.endAt.getTime() + MINUTE_MS)
  await settleRound(server.ctx, season.firstRound.roundId)

  expect((await decisions()).map(({ excused }) => excused)).toEqual([
    false,
    false,
    true,
    false,
    false,
    false,
    false,
  ])
  const rewards = new Map<Member, unknown>()
  for (const member of [present, absent, rare, late]) {
    await logInAgain(member)
    const round = await firstRoundOf(member)
    rewards.set(member, [round?.myExcusedDay, Number(round?.myReward) > 0])
  }
  expect(Array.from(rewards.values())).toEqual([
    [null, true],
    [down, true],
    // One real check-in and an excused day are too few.
    [down, false],
    // A member who joined after the outage could not have checked in.
    [null, false],
  ])

  await logInAgain(absent)
  const params = { entryId: `round:${season.firstRound.roundId}` }
  const { data: why } = await absent.call('explanation.mine', { params })
  expect(why).toMatchObject({
    ruleVersion: 2,
    outcome: 'WAITING_FOR_WALLET',
    inputs: { checkInDays: 2, excusedDays: 1, excusedDay: down },
  })
  expect(why?.steps).toContainEqual({ check: 'CHECK_IN_DAYS', passed: true })
})

test('the status page shows the outages and the excused day without a session', async () => {
  const [day] = (await decisions()).filter(({ excused }) => excused)
  const response = await server.app.inject({ method: 'GET', url: '/v1/public/status' })
  const data = await statusNow()

  expect(response.headers['cache-control']).toBe('public, max-age=30')
  expect(data?.days).toHaveLength(90)
  expect(data?.days.find((each) => each.day === day?.day)).toMatchObject({
    excused: true,
    services: [{ service: 'PROGRAMME', mark: 'DOWN', unavailableMinutes: 180 }, {}, {}],
  })
  expect(data?.incidents).toMatchObject([
    { cause: 'OUTAGE', excusedDays: [] },
    { cause: 'OUTAGE', excusedDays: [day?.day] },
  ])
  expect(data).toMatchObject({ state: 'UP' })

  const operator = await anOperator(server, 'AUDITOR')
  const listed = await operator.call('status.listDecisions', { query: {} })
  expect(listed.data?.list).toMatchObject([
    { unavailableMinutes: 5, excused: false },
    { unavailableMinutes: 180, excused: true, notifiedMembers: 2 },
  ])
})

test('a maintenance counts as an outage of check-ins, and the status says so', async () => {
  const { ctx, clock } = server
  const from = new Date(start.getTime() + 10 * DAY_MS + 5 * HOUR_MS)
  clock.now = from
  const config = { ...DEFAULT_MAINTENANCE, enabled: true }
  await setMaintenance(ctx.db, ctx, config)
  clock.advance(MINUTE_MS)
  const during = await statusNow()
  clock.now = new Date(from.getTime() + 3 * HOUR_MS)
  await setMaintenance(ctx.db, ctx, { ...config, enabled: false })
  clock.now = new Date(start.getTime() + 11 * DAY_MS + HOUR_MS)
  await decideOpenRounds(ctx)

  expect(during).toMatchObject({
    state: 'MAINTENANCE',
    services: [{ service: 'PROGRAMME', isUp: false }, { isUp: true }, { isUp: true }],
  })
  const rows = await rowsOf(
    ctx.db,
    sql`select excused, unavailable_seconds as seconds from excused_days
      where season_id = ${season.seasonId} and day = ${dayAt(10)}`,
  )
  expect(rows).toEqual([{ excused: true, seconds: 3 * 3600 }])
})
