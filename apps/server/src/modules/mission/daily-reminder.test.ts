import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { HOUR_MS } from '@solstice/rules/duration'
import { queueReminders } from '#/modules/alert/alert.jobs.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { startPushApp, type PushApp } from '#test/push-app.ts'
import { memberWithDevice } from '#test/test-device.ts'
import { logInAgain, signUpMember, type Browser } from '#test/test-member.ts'
import { aSeason } from '#test/test-season.ts'

let server: PushApp['server']
let service: PushApp['service']
let close: PushApp['close']
beforeAll(async () => {
  ;({ server, service, close } = await startPushApp())
})
afterAll(() => close())

const CHECK_IN = 1
const SPIN = 2
const TICKETS = 3
const PURCHASE = 6

let seasonId: number
let freeSpins: number
beforeEach(async () => {
  // Move to noon in the programme's time zone, after the end of the previous test's season.
  server.clock.advance(40 * 24 * HOUR_MS)
  const noon = `${server.clock.now.toISOString().slice(0, 10)}T08:00:00.000Z`
  server.clock.now = new Date(noon)
  const season = await aSeason(server, { startsInDays: -1 })
  seasonId = season.seasonId
  freeSpins = season.spin.freePerDay
  await server.ctx.db.execute(sql`delete from jobs`)
  await queueReminders(server.ctx, server.ctx.now())
})

/**
 * Moves the clock to an hour of the programme day, the given number of days ahead, and runs due
 * jobs.
 */
async function at(hour: number, day = 0): Promise<void> {
  const today = new Date(server.clock.now.getTime() + 4 * HOUR_MS).toISOString().slice(0, 10)
  server.clock.now = new Date(
    Date.parse(`${today}T00:00:00.000+04:00`) + (24 * day + hour) * HOUR_MS,
  )
  await server.worker.runDue()
}

const alertCodesOf = async ({ userId }: { userId: number }) => {
  const rows = await rowsOf<{ code: string; season: number }>(
    server.ctx.db,
    sql`select code, (data ->> 'seasonId')::int as season from alerts
      where member_id = ${userId} and code <> 'SEASON_OPEN' order by code, season`,
  )
  return rows.map(({ code }) => code)
}

const execute = (member: Browser, missionId: number, season = seasonId) =>
  member.call('mission.execute', { params: { seasonId: season, missionId }, body: {} })
const toggleAlarm = async (member: Browser, missionId: number, enabled = true) => {
  const { code } = await member.call('mission.setAlarm', { body: { seasonId, missionId, enabled } })
  if (code !== 0) throw new Error(`Setting the reminder failed with ${code}`)
}

test('notifies participants once in the evening of what they have not done today, and no one else', async () => {
  const [early, late, viewer, stranger] = [
    await signUpMember(server),
    await signUpMember(server),
    await signUpMember(server),
    await signUpMember(server),
  ]
  await execute(early, CHECK_IN)
  await execute(early, TICKETS)
  await execute(late, TICKETS)
  // Opening the wheel creates a commitment but is not an action.
  await viewer.call('mission.show', { params: { seasonId, missionId: SPIN } })
  await server.worker.runDue()
  const byDay = await alertCodesOf(late)

  for (const hour of [15, 18, 21]) await at(hour)

  expect(byDay).toEqual([])
  expect(await alertCodesOf(early)).toEqual(['RANDOM_XP'])
  expect(await alertCodesOf(late)).toEqual(['CHECK_IN', 'RANDOM_XP'])
  expect(await alertCodesOf(viewer)).toEqual([])
  expect(await alertCodesOf(stranger)).toEqual([])
})

test('sends a reminder for each of two concurrent seasons', async () => {
  const other = await aSeason(server, { startsInDays: -1 })
  const member = await signUpMember(server)
  for (const season of [seasonId, other.seasonId]) await execute(member, TICKETS, season)

  await at(18)

  expect(await alertCodesOf(member)).toEqual(['CHECK_IN', 'CHECK_IN', 'RANDOM_XP', 'RANDOM_XP'])
})

test('sends a member with an alarm one reminder in the morning of the next day, valid all day', async () => {
  const withAlarm = await memberWithDevice(server, service)
  const early = await memberWithDevice(server, service)
  await early.call('alert.changeQuietHours', { body: { enabled: false } })
  for (const member of [withAlarm, early]) {
    for (const mission of [CHECK_IN, SPIN, TICKETS, PURCHASE]) await toggleAlarm(member, mission)
  }
  // Setting an alarm for a mission that is already open sends no reminder on the same day.
  for (const hour of [13, 22]) await at(hour)
  const sameDay = [await alertCodesOf(withAlarm), await alertCodesOf(early)]

  await at(1, 1)
  await logInAgain(early)
  const atOne = [await alertCodesOf(withAlarm), await alertCodesOf(early)]
  await at(8)
  const [push] = withAlarm.received().filter(({ message }) => message.code === 'CHECK_IN')
  for (const hour of [12, 18, 21]) await at(hour)

  const all = ['CHECK_IN', 'PURCHASE', 'RANDOM_XP', 'TICKET']
  expect(sameDay).toEqual([[], []])
  expect(atOne).toEqual([[], all])
  expect(await alertCodesOf(withAlarm)).toEqual(all)
  expect(await alertCodesOf(early)).toEqual(all)
  expect(withAlarm.received()).toHaveLength(4)
  expect(push?.ttl).toBe(16 * 3600)
})

test('sends no reminder for a completed mission, nor in the evening when the alarm is off', async () => {
  const done = await signUpMember(server)
  const off = await signUpMember(server)
  await done.call('alert.changeQuietHours', { body: { enabled: false } })
  for (const mission of [CHECK_IN, SPIN, TICKETS]) {
    await toggleAlarm(done, mission)
    await toggleAlarm(off, mission, false)
  }
  await execute(off, TICKETS)
  await at(18)
  const evening = await alertCodesOf(off)

  await server.ctx.db.execute(sql`delete from jobs`)
  server.clock.now = new Date(server.clock.now.getTime() + 6.5 * HOUR_MS)
  await logInAgain(done)
  await execute(done, TICKETS)
  for (let spin = 0; spin < freeSpins; spin += 1) await execute(done, SPIN)
  await queueReminders(server.ctx, server.ctx.now())
  await at(1)

  expect(evening).toEqual([])
  expect(await alertCodesOf(done)).toEqual(['CHECK_IN'])
})
