import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '@solstice/rules/duration'
import { programmeDayOf, startOfDay } from '@solstice/rules/programme-day'
import { insertQualifications } from '#/modules/invite/invite.queue.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { insertHeartbeats } from '#test/heartbeats.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { signUpMember } from '#test/test-member.ts'
import { aSeason } from '#test/test-season.ts'
import { decideOpenRounds, followExcusedDay } from './excused-day.service.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

test('two processes that decide at once excuse a day once and notify each member once', async () => {
  const { ctx, clock } = server
  clock.now = new Date('2026-06-22T20:30:00.000Z')
  const { seasonId, firstRound, version } = await aSeason(server)
  const start = startOfDay(programmeDayOf(ctx.now())).getTime()
  const down = programmeDayOf(new Date(start + DAY_MS))
  await insertHeartbeats(ctx.db, [
    [new Date(start), new Date(start + DAY_MS)],
    [new Date(start + 2 * DAY_MS), new Date(start + 3 * DAY_MS)],
  ])
  clock.now = new Date(start + 12 * HOUR_MS)
  const member = await signUpMember(server)
  await member.call('mission.execute', { params: { seasonId, missionId: 1 }, body: {} })
  clock.now = new Date(start + 2 * DAY_MS + HOUR_MS)

  await Promise.all(Array.from({ length: 6 }, () => decideOpenRounds(ctx)))
  const of = { roundId: firstRound.roundId, day: down }
  const follow = () => followExcusedDay(ctx, of, { queueQualifications: insertQualifications })
  await Promise.all(Array.from({ length: 6 }, follow))

  const [counted] = await rowsOf<Record<string, number>>(
    ctx.db,
    sql`select
      (select count(*)::int from excused_days where round_id = ${of.roundId} and excused) as days,
      (select notified_members from excused_days where round_id = ${of.roundId} and excused) as notified,
      (select count(*)::int from alerts where code = 'DAY_EXCUSED') as alerts,
      (select version::int from seasons where id = ${seasonId}) as version,
      (select count(*)::int from jobs where kind = 'season.follow-excused-day') as jobs`,
  )
  expect(counted).toEqual({ days: 1, notified: 1, alerts: 1, version: version + 1, jobs: 1 })
})
