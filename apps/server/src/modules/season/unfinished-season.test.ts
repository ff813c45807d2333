import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '@solstice/rules/duration'
import { insertMember } from '#test/insert-members.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { aSeason } from '#test/test-season.ts'
import { findUnfinishedSeason } from './unfinished-season.queries.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

test('a season is unfinished until its rounds are settled and no reward waits', async () => {
  const { db } = server.ctx
  const { seasonId, endAt, firstRound } = await aSeason(server)
  const now = new Date(endAt.getTime() + 60 * DAY_MS)
  const unfinished = () => findUnfinishedSeason(db, { startedBefore: now, now })

  const beforeSettlement = await unfinished()
  await db.execute(sql`update season_rounds set settled_at = ${now.toISOString()}::timestamptz
    where season_id = ${seasonId}`)
  const afterSettlement = await unfinished()
  await db.execute(sql`insert into round_rewards
      (round_id, member_id, season_id, amount, state, history_id, created_at)
    values (${firstRound.roundId}, ${await insertMember(db)}, ${seasonId}, 1, 'WAITING', 0, now())`)
  const withReward = await unfinished()
  await db.execute(sql`update round_rewards set state = 'EXPIRED' where season_id = ${seasonId}`)

  expect([beforeSettlement, afterSettlement, withReward]).toEqual([seasonId, undefined, seasonId])
  expect(await unfinished()).toBeUndefined()
})
