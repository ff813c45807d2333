import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '@solstice/rules/duration'
import { QUIZ_QUESTIONS } from '#/demo/quiz-questions.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { ACTIVE_ACCOUNTS, ACTIVE_DAY_ROWS } from '#test/active-day.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { logInAgain, signUpMember, type Browser } from '#test/test-member.ts'
import { aSeason, earnXp } from '#test/test-season.ts'

const CHECK_IN = 1
const SPIN = 2
const TICKETS = 3
const QUIZ = 14

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

async function execute(member: Browser, seasonId: number, missionId: number): Promise<void> {
  const params = { seasonId, missionId }
  const { data } = await member.call('mission.show', { params })
  const questionId = data?.type === 'QUIZ' ? data.question?.questionId : undefined
  const option = QUIZ_QUESTIONS[questionId ?? 0]?.answer ?? 0
  const body = questionId === undefined ? {} : { answer: { questionId, option } }
  const headers = { 'idempotency-key': randomUUID() }
  const { code } = await member.call('mission.execute', { params, body }, headers)
  if (code !== 0) throw new Error(`Mission ${missionId} was refused with ${code}`)
}

async function liveDay(member: Browser, seasonId: number): Promise<void> {
  for (const missionId of [CHECK_IN, TICKETS, QUIZ, SPIN, SPIN, SPIN]) {
    await execute(member, seasonId, missionId)
  }
}

/** Returns the number of rows of each table; partitions count as part of their table. */
async function countRows(): Promise<Map<string, number>> {
  const { db } = server.ctx
  const tables = await rowsOf<{ name: string }>(
    db,
    sql`select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  )
  const counts = new Map<string, number>()
  for (const { name } of tables) {
    const [row] = await rowsOf<{ count: number | string }>(
      db,
      sql`select count(*) as count from ${sql.identifier(name)}`,
    )
    counts.set(name, Number(row?.count))
  }
  return counts
}

test("an active member's missions of a day add the declared rows", async () => {
  const { seasonId, firstRound } = await aSeason(server)
  const member = await signUpMember(server)
  // The second tier has two tickets a day.
  await earnXp(server, seasonId, new Map([[member.userId, 2500]]), firstRound)
  await liveDay(member, seasonId)
  server.clock.advance(DAY_MS)
  await logInAgain(member)
  const before = await countRows()

  await liveDay(member, seasonId)

  const after = await countRows()
  const added: Record<string, number> = {}
  for (const [table, rows] of after) {
    const more = rows - (before.get(table) ?? 0)
    if (more !== 0) added[table] = more
  }
  expect(added).toEqual(ACTIVE_DAY_ROWS)
  const accounts = await rowsOf<{ asset: string }>(
    server.ctx.db,
    sql`select asset from ledger_accounts where member_id = ${member.userId} order by asset`,
  )
  expect(accounts.map(({ asset }) => asset)).toEqual(ACTIVE_ACCOUNTS)
})
