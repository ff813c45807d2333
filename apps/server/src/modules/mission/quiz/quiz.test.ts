import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { DAY_MS } from '@solstice/rules/duration'
import { QUIZ_QUESTIONS } from '#/demo/quiz-questions.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { logInAgain, signUpMember, type Browser } from '#test/test-member.ts'
import { refusedFor } from '#test/test-mission.ts'
import { aSeason } from '#test/test-season.ts'

const QUIZ = 14

let server: TestApp
let noon: Date
beforeAll(async () => {
  server = await startTestApp()
  noon = server.clock.now
})
afterAll(() => server.close())
beforeEach(() => {
  server.clock.now = noon
})

type Answered = Extract<CallData<'mission.execute'>, { type: 'QUIZ' }>

async function detail(member: Browser, seasonId: number, language = 'en') {
  const input = { params: { seasonId, missionId: QUIZ } }
  const { data } = await member.call('mission.show', input, { 'accept-language': language })
  if (data?.type !== 'QUIZ') throw new Error('Mission 14 is not the quiz')
  return data
}

async function nextDay(member: Browser & { email: string }): Promise<void> {
  server.clock.advance(DAY_MS)
  await logInAgain(member)
}

async function shownQuestion(member: Browser, seasonId: number, language = 'en') {
  const { question } = await detail(member, seasonId, language)
  if (!question) throw new Error('The season is not ongoing')
  return question
}

/** Answers the shown question with the right option or with the option after it. */
async function answer(member: Browser, seasonId: number, isRight: boolean) {
  const { questionId, options } = await shownQuestion(member, seasonId)
  const right = QUIZ_QUESTIONS[questionId]?.answer ?? 0
  const option = isRight ? right : (right + 1) % options.length
  return send(member, seasonId, { questionId, option })
}

async function send(
  member: Browser,
  seasonId: number,
  given: { questionId: number; option: number },
) {
  const params = { seasonId, missionId: QUIZ }
  const reply = await member.call('mission.execute', { params, body: { answer: given } })
  // Mission 14 returns the response of a quiz.
  return { ...reply, data: reply.data as Answered | null }
}

describe('the quiz', () => {
  test('shows the question of the day in the language of the member, and another one the next day', async () => {
    const { seasonId } = await aSeason(server)
    const member = await signUpMember(server)
    const texts = QUIZ_QUESTIONS.map(({ text }) => text)

    expect((await shownQuestion(member, seasonId)).text).toBe(texts[0]?.en)
    await nextDay(member)
    expect((await shownQuestion(member, seasonId)).text).toBe(texts[1]?.en)
    expect(await shownQuestion(member, seasonId, 'ko')).toMatchObject({
      questionId: 1,
      text: texts[1]?.ko,
      options: QUIZ_QUESTIONS[1]?.options.map(({ ko }) => ko),
    })
  })

  test('shows no question before the season starts and after it ends', async () => {
    const { seasonId, endAt } = await aSeason(server, { startsInDays: 1 })
    const member = await signUpMember(server)
    const upcoming = await detail(member, seasonId)
    await nextDay(member)
    const first = await detail(member, seasonId)
    server.clock.now = endAt
    await logInAgain(member)
    const ended = await detail(member, seasonId)

    expect(upcoming).toMatchObject({ question: null, unavailableReason: 'SEASON_UPCOMING' })
    expect(first).toMatchObject({ question: { questionId: 0 }, available: true })
    expect(ended).toMatchObject({ question: null, unavailableReason: 'SEASON_ENDED' })
  })

  test('pays the planned XP for a right answer, explains it, and accepts one attempt a day', async () => {
    const { seasonId } = await aSeason(server)
    const member = await signUpMember(server)

    const { code, data } = await answer(member, seasonId, true)
    const again = await send(member, seasonId, { questionId: 0, option: 1 })
    await nextDay(member)
    const tomorrow = await answer(member, seasonId, true)

    expect(code).toBe(0)
    expect(data).toMatchObject({
      type: 'QUIZ',
      outcome: 'RIGHT',
      xp: 30,
      baseXp: 30,
      explanation: QUIZ_QUESTIONS[0]?.explanation.en,
      me: { seasonXp: 30 },
    })
    expect(again).toMatchObject(refusedFor('DONE_TODAY'))
    expect(tomorrow.data).toMatchObject({ outcome: 'RIGHT', me: { seasonXp: 60 } })
  })

  test('counts a wrong answer as the attempt of the day and pays no XP', async () => {
    const { seasonId } = await aSeason(server)
    const member = await signUpMember(server)

    const wrong = await answer(member, seasonId, false)
    const again = await send(member, seasonId, { questionId: 0, option: 1 })
    const shown = await detail(member, seasonId)

    expect(wrong.data).toMatchObject({
      outcome: 'WRONG',
      historyId: null,
      xp: 0,
      explanation: null,
      me: { seasonXp: 0 },
    })
    expect(again).toMatchObject(refusedFor('DONE_TODAY'))
    expect(shown).toMatchObject({
      available: false,
      completed: false,
      unavailableReason: 'DONE_TODAY',
      nextAvailableAt: wrong.data?.nextAvailableAt,
      result: { option: 2, isRight: false, explanation: null },
    })
    await nextDay(member)
    expect(await detail(member, seasonId)).toMatchObject({ available: true, result: null })
  })

  test('sends no right answer to a member who has not given it, although the plan stores all', async () => {
    const { seasonId } = await aSeason(server)
    const member = await signUpMember(server)
    const input = { params: { seasonId, missionId: QUIZ } }

    const replies = [
      await member.call('mission.list', { params: { seasonId }, query: {} }),
      await member.call('mission.show', input),
      await answer(member, seasonId, false),
      await send(member, seasonId, { questionId: 0, option: 1 }),
      await member.call('mission.show', input),
      await member.call('history.list', { params: { seasonId }, query: {} }),
      await member.call('season.show', { params: { seasonId } }),
      await member.call('season.list', { query: {} }),
      await member.call('alert.list', { query: {} }),
    ].map((reply) => JSON.stringify(reply))

    const secrets = QUIZ_QUESTIONS.flatMap(({ explanation: { en, ko } }) => [en, ko])
    for (const reply of replies) {
      expect(reply).not.toContain('"answer"')
      expect(secrets.filter((secret) => reply.includes(secret))).toEqual([])
    }
    const [row] = await rowsOf<{ plan: { missions: { missionId: number; terms: unknown }[] } }>(
      server.ctx.db,
      sql`select plan from seasons where id = ${seasonId}`,
    )
    const planned = row?.plan.missions.find(({ missionId }) => missionId === QUIZ)
    expect(planned?.terms).toEqual({ questions: QUIZ_QUESTIONS })
  })

  test("uses up no attempt for another day's question, a missing answer or an unknown option", async () => {
    const { seasonId } = await aSeason(server)
    const member = await signUpMember(server)
    const params = { seasonId, missionId: QUIZ }

    const changed = await send(member, seasonId, { questionId: 1, option: 0 })
    const missing = await member.call('mission.execute', { params, body: {} })
    const none = await send(member, seasonId, { questionId: 0, option: 5 })

    expect(changed.data).toMatchObject({ outcome: 'QUESTION_CHANGED', xp: 0 })
    expect(missing.code).toBe(Code.INVALID_REQUEST)
    expect(none.code).toBe(Code.INVALID_REQUEST)
    expect((await answer(member, seasonId, true)).data).toMatchObject({ outcome: 'RIGHT', xp: 30 })
  })

  test.each([true, false])(
    'returns the same response under the same Idempotency-Key, right: %s',
    async (isRight) => {
      const { seasonId } = await aSeason(server)
      const member = await signUpMember(server)
      const option = isRight ? 1 : 0
      const input = {
        params: { seasonId, missionId: QUIZ },
        body: { answer: { questionId: 0, option } },
      }
      const headers = { 'idempotency-key': crypto.randomUUID() }

      const first = await member.call('mission.execute', input, headers)
      const second = await member.call('mission.execute', input, headers)

      expect(first.code).toBe(0)
      expect(second.data).toEqual(first.data)
      expect((await detail(member, seasonId)).result).toMatchObject({ option, isRight })
    },
  )
})
