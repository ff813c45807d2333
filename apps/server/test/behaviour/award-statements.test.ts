import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appendAllPostings } from '#/modules/points-log/points-log.service.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { openTestDatabase } from '#test/test-database.ts'
import { signUpMember } from '#test/test-member.ts'
import { execute, LINK_MISSION } from '#test/test-mission.ts'
import { statementLog } from '#test/statement-log.ts'
import { aSeason } from '#test/test-season.ts'

const CHECK_IN = 1
const SPIN = 2
const TICKETS = 3

let server: TestApp
let statements: string[] = []
beforeAll(async () => {
  const database = await openTestDatabase({
    logQuery: (text, params) => {
      statements.push(text)
      statementLog.logQuery(text, params)
    },
  })
  server = await startTestApp({ database })
})
afterAll(() => server.close())

/**
 * The statements of a granted mission, from the session to the stored reply. The trace is part of
 * the one that writes the award.
 */
const STATEMENTS = { 'a check-in': 7, 'a spin': 6, 'daily tickets': 6, 'a proven mission': 6 }

/** Executes each mission as a new member, and returns the statements that each sent. */
async function sentStatements(): Promise<Record<string, string[]>> {
  const { seasonId } = await aSeason(server)
  const member = await signUpMember(server)
  await member.call('mission.open', { params: { seasonId, missionId: LINK_MISSION } })
  // The first mission of a member also inserts their row of the season.
  await execute(member, seasonId, SPIN)
  await server.ctx.db.execute(sql`update season_members set free_spins_used = 0`)
  server.clock.advance(20_000)
  const missions = {
    'a check-in': CHECK_IN,
    'a spin': SPIN,
    'daily tickets': TICKETS,
    'a proven mission': LINK_MISSION,
  }

  const sent: Record<string, string[]> = {}
  for (const [name, missionId] of Object.entries(missions)) {
    const url = `/v1/private/seasons/${seasonId}/missions/${missionId}/execute`
    statements = []
    const cookie = Array.from(member.cookies, ([key, value]) => `${key}=${value}`).join('; ')
    const reply = await server.app.inject({
      method: 'POST',
      url,
      headers: { origin: 'http://solstice.test', cookie, 'content-type': 'application/json' },
      payload: '{}',
    })
    sent[name] = [...statements]
    expect(reply.json()).toMatchObject({ code: 0 })
    expect(statements.filter((text) => /\bhistories\b/.test(text))).toHaveLength(1)
  }

  return sent
}

test('a granted mission sends the same statements as before its trace was stored', async () => {
  const sent = Object.entries(await sentStatements())

  expect(Object.fromEntries(sent.map(([name, all]) => [name, all.length]))).toEqual(STATEMENTS)
})

test('a granted mission sends the same statements with the points log and without its tables', async () => {
  await appendAllPostings(server.ctx)
  const withLog = await sentStatements()
  await appendAllPostings(server.ctx)
  await server.ctx.db.execute(sql`drop table points_log_leaves, points_log_tiles,
    points_log_checkpoints, points_log_members`)
  const without = await sentStatements()

  expect(without).toEqual(withLog)
  expect(JSON.stringify(withLog)).not.toContain('points_log')
})
