import { DAY_MS } from '#/duration.ts'
import type { MissionPlan, Texts } from '#/missions/mission-plan.ts'
import { programmeDayOf, startOfDay, type ProgrammeDay } from '#/programme-day.ts'

export type QuizQuestion = {
  text: Texts
  options: readonly Texts[]
  /** The index of the correct option. */
  answer: number
  explanation: Texts
}

export type QuizTerms = { questions: readonly QuizQuestion[] }

/** The member's last attempt. */
export type QuizAttempt = {
  day: ProgrammeDay
  questionId: number
  option: number
  isRight: boolean
}

export function quizTermsOf({ terms }: Pick<MissionPlan, 'terms'>): QuizTerms {
  // The plan schema has validated the shape.
  return terms as unknown as QuizTerms
}

/**
 * Returns today's attempt. If the clock is behind the last attempt, that later day still counts as
 * today.
 */
export function attemptOfToday(memory: unknown, now: Date): QuizAttempt | undefined {
  // Only this type writes this data.
  const tried = memory as QuizAttempt | undefined
  return tried && tried.day >= programmeDayOf(now) ? tried : undefined
}

/** Returns the same question for every member, a new one each day, starting over after the last. */
export function questionOfDay({ questions }: QuizTerms, startAt: Date, now: Date): number {
  const days = (now.getTime() - startOfDay(programmeDayOf(startAt)).getTime()) / DAY_MS
  return Math.floor(Math.max(0, days)) % questions.length
}

export type QuizDecision =
  | { kind: 'tried-today' }
  | { kind: 'question-changed' }
  | { kind: 'no-such-option' }
  | { kind: 'answered'; memory: QuizAttempt }

export function decideQuiz(
  terms: QuizTerms,
  state: { startAt: Date; memory: unknown },
  given: { questionId: number; option: number },
  now: Date,
): QuizDecision {
  if (attemptOfToday(state.memory, now)) return { kind: 'tried-today' }
  const questionId = questionOfDay(terms, state.startAt, now)
  if (given.questionId !== questionId) return { kind: 'question-changed' }
  const question = terms.questions[questionId]
  if (!question?.options[given.option]) return { kind: 'no-such-option' }
  const isRight = question.answer === given.option
  const memory = { day: programmeDayOf(now), questionId, option: given.option, isRight }
  return { kind: 'answered', memory }
}
