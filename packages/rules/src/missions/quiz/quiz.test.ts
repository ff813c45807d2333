import { describe, expect, test } from 'vitest'
import type { MissionPlan } from '#/missions/mission-plan.ts'
import type { MissionMoment } from '#/missions/mission-rules.ts'
import { quizRules } from './quiz.rules.ts'
import { decideQuiz, questionOfDay, attemptOfToday, type QuizTerms } from './quiz.ts'

const texts = (en: string) => ({ en, ko: `${en} (ko)` })
const question = (answer: number) => ({
  text: texts('Which?'),
  options: [texts('One'), texts('Two'), texts('Three')],
  answer,
  explanation: texts('Because'),
})
const terms: QuizTerms = { questions: [question(1), question(2), question(0)] }
// The season begins in the middle of a programme day.
const startAt = new Date('2026-06-10T12:00:00+04:00')
const now = new Date('2026-06-11T08:00:00+04:00')
const tried = { day: '2026-06-11', questionId: 1, option: 2, isRight: true }

describe('the question of the day', () => {
  test.each([
    ['2026-06-10T12:00:00+04:00', 0],
    ['2026-06-10T23:59:59.999+04:00', 0],
    ['2026-06-11T00:00:00+04:00', 1],
    ['2026-06-12T12:00:00+04:00', 2],
    // After the last question, the first one is shown again.
    ['2026-06-13T00:00:00+04:00', 0],
    // The clock is behind the season's start.
    ['2026-06-01T00:00:00+04:00', 0],
  ])('at %s is question %i', (at, questionId) => {
    expect(questionOfDay(terms, startAt, new Date(at))).toBe(questionId)
  })
})

describe('an answer', () => {
  const decide = (given: { questionId: number; option: number }, memory?: unknown) =>
    decideQuiz(terms, { startAt, memory }, given, now)

  test.each([
    [2, true],
    [0, false],
  ])('with option %i is correct: %s', (option, isRight) => {
    expect(decide({ questionId: 1, option })).toEqual({
      kind: 'answered',
      memory: { day: '2026-06-11', questionId: 1, option, isRight },
    })
  })

  test('is rejected after an attempt on the same day, right or wrong, and accepted on the next day', () => {
    const given = { questionId: 1, option: 2 }

    expect(decide(given, tried)).toEqual({ kind: 'tried-today' })
    expect(decide(given, { ...tried, isRight: false })).toEqual({ kind: 'tried-today' })
    expect(decide(given, { ...tried, day: '2026-06-12' })).toEqual({ kind: 'tried-today' })
    expect(decide(given, { ...tried, day: '2026-06-10' })).toMatchObject({ kind: 'answered' })
  })

  test('to a question of another day uses no attempt', () => {
    expect(decide({ questionId: 0, option: 1 })).toEqual({ kind: 'question-changed' })
  })

  test('with an unknown option uses no attempt', () => {
    expect(decide({ questionId: 1, option: 3 })).toEqual({ kind: 'no-such-option' })
  })
})

describe('a quiz mission', () => {
  const moment = (change: Partial<MissionMoment> = {}): MissionMoment => ({
    repeat: 'DAILY',
    season: { status: 'ONGOING', startAt, endAt: new Date('2026-07-08T20:00:00Z') },
    lastDay: undefined,
    budgetLeft: undefined,
    spin: { freePerDay: 1, ticketsPerSpin: 1, freeUsedToday: 0, tickets: 0 },
    ...change,
  })
  const midnight = new Date('2026-06-12T00:00:00+04:00')

  test('is available until the attempt of the day, and completed only by a correct answer', () => {
    const wrong = { ...tried, isRight: false }

    expect(quizRules.closed(moment(), now)).toBeUndefined()
    expect(quizRules.isCompleted(moment(), now)).toBe(false)
    for (const memory of [tried, wrong]) {
      expect(quizRules.closed(moment({ memory }), now)).toEqual({
        reason: 'DONE_TODAY',
        nextAvailableAt: midnight,
      })
    }
    expect(quizRules.isCompleted(moment({ memory: tried }), now)).toBe(true)
    expect(quizRules.isCompleted(moment({ memory: wrong }), now)).toBe(false)
    expect(attemptOfToday(tried, midnight)).toBeUndefined()
  })

  test('is unavailable when its budget is spent', () => {
    expect(quizRules.closed(moment({ budgetLeft: 0 }), now)).toEqual({ reason: 'BUDGET_SPENT' })
    expect(quizRules.closed(moment({ budgetLeft: 1 }), now)).toBeUndefined()
  })

  test('requires a reward, questions, a correct option for each and no duplicate options', () => {
    const judge = (change: Partial<MissionPlan>) =>
      quizRules.plan
        .validate?.({ missionId: 14, rewardXp: 30, terms, ...change } as MissionPlan, 'missions.0')
        .map(({ path, text }) => `${path}: ${text}`)
    const twice = { ...question(0), options: [texts('One'), texts('One')] }

    expect(judge({})).toEqual([])
    expect(judge({ rewardXp: null, terms: null })).toEqual([
      'missions.0.rewardXp: Mission 14 has no reward',
      'missions.0.terms: Mission 14 has no questions',
    ])
    expect(judge({ terms: { questions: [question(3), twice] } })).toEqual([
      'missions.0.terms.questions.0.answer: Question 1 of mission 14 has no correct option',
      'missions.0.terms.questions.1.options: Question 2 of mission 14 has the same option twice',
    ])
  })
})
