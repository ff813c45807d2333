import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queueReminders } from '#/modules/alert/alert.jobs.ts'
import { rowsOf } from '#/platform/db.ts'
import { startTestApp, type TestApp } from '#/testing/test-app.ts'
import { signUpMember } from '#/testing/test-member.ts'
import { aSeason } from '#/testing/test-season.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const CHECK_IN = 1
const TICKETS = 3
const HOUR = 60 * 60_000

const toldTo = async (memberId: number) => {
  const rows = await rowsOf<{ code: string }>(
    server.ctx.db,
    sql`select code from alerts where member_id = ${memberId} and code <> 'SEASON_OPEN' order by code`,
  )
  return rows.map(({ code }) => code)
}

test('in the evening members of a season hear once what they have not done today, and strangers nothing', async () => {
  const { seasonId } = await aSeason(server)
  const [early, late, stranger] = [
    await signUpMember(server),
    await signUpMember(server),
    await signUpMember(server),
  ]
  const execute = (member: typeof early, missionId: number) =>
    member.call('mission.execute', { params: { seasonId, missionId }, body: {} })
  await execute(early, CHECK_IN)
  await execute(early, TICKETS)
  await execute(late, TICKETS)
  await queueReminders(server.ctx, server.ctx.now())
  await server.worker.runDue()
  const byDay = await toldTo(late.userId)

  // Past six in the evening where the programme is.
  for (let time = 0; time < 3; time += 1) {
    server.clock.advance(3 * HOUR)
    await server.worker.runDue()
  }

  expect(byDay).toEqual([])
  expect(await toldTo(early.userId)).toEqual(['RANDOM_XP'])
  expect(await toldTo(late.userId)).toEqual(['CHECK_IN', 'RANDOM_XP'])
  expect(await toldTo(stranger.userId)).toEqual([])
})
