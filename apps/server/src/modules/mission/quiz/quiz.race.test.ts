import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { QUIZ_QUESTIONS } from '#/demo/quiz-questions.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { checkLedger } from '#/platform/books/ledger-check.ts'
import { balanceOf } from '#/platform/books/ledger.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { signUpMember } from '#test/test-member.ts'
import { refusedFor } from '#test/test-mission.ts'
import { aSeason } from '#test/test-season.ts'

const QUIZ = 14
const CONCURRENCY = 50

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

test.each([true, false])(
  'accepts one of many concurrent answers under different keys, right: %s',
  async (isRight) => {
    const { seasonId } = await aSeason(server)
    const member = await signUpMember(server)
    const right = QUIZ_QUESTIONS[0]?.answer ?? 0
    const input = {
      params: { seasonId, missionId: QUIZ },
      body: { answer: { questionId: 0, option: isRight ? right : right + 1 } },
    }

    const replies = await Promise.all(
      Array.from({ length: CONCURRENCY }, () =>
        member.call('mission.execute', input, { 'idempotency-key': crypto.randomUUID() }),
      ),
    )

    const accepted = replies.filter(({ code }) => code === 0)
    const refused = replies.filter(({ code }) => code !== 0)
    expect(accepted).toHaveLength(1)
    expect(accepted[0]?.data).toMatchObject({ outcome: isRight ? 'RIGHT' : 'WRONG' })
    for (const reply of refused) expect(reply).toMatchObject(refusedFor('DONE_TODAY'))
    const { db } = server.ctx
    const account = { member: member.userId, scope: `season:${seasonId}` }
    expect(await balanceOf(db, { ...account, asset: 'SEASON_XP' })).toBe(isRight ? 30n : 0n)
    const memories = await rowsOf(
      db,
      sql`select 1 from mission_memories where member_id = ${member.userId}`,
    )
    expect(memories).toHaveLength(1)
    expect(await checkLedger(db)).toEqual([])
  },
  60_000,
)
