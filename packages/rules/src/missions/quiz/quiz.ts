import { DAY_MS } from '#/duration.ts'
import type { MissionPlan, Texts } from '#/missions/mission-plan.ts'
import { programmeDayOf, startOfDay, type ProgrammeDay } from '#/programme-day.ts'

export type QuizQuestion = {
  text: Texts
  options: readonly Texts[]
  /** The index of the right option. */
  answer: number
  explanation: Texts
}

export type QuizTerms = { questions: readonly QuizQuestion[] }

/** The member's last try. */
export type QuizMemory = { day: ProgrammeDay; questionId: number; option: number; isRight: boolean }

export function quizTermsOf({ terms }: Pick<MissionPlan, 'terms'>): QuizTerms {
  // The schema of the plan has checked their shape.
  return terms as unknown as QuizTerms
}

/** A try of today. By a clock that is behind the one of the last try, the later day is still today. */
export function triedToday(memory: unknown, now: Date): QuizMemory | undefined {
  // Written by this type only.
  const tried = memory as QuizMemory | undefined
  return tried && tried.day >= programmeDayOf(now) ? tried : undefined
}

/** The same question for every member, another one each day, and the first again after the last. */
export function questionOfDay({ questions }: QuizTerms, startAt: Date, now: Date): number {
  const days = (now.getTime() - startOfDay(programmeDayOf(startAt)).getTime()) / DAY_MS
  return Math.floor(Math.max(0, days)) % questions.length
}

export type QuizDecision =
  | { kind: 'tried-today' }
  | { kind: 'question-changed' }
  | { kind: 'no-such-option' }
  | { kind: 'answered'; memory: QuizMemory }

export function decideQuiz(
  terms: QuizTerms,
  state: { startAt: Date; memory: unknown },
  given: { questionId: number; option: number },
  now: Date,
): QuizDecision {
  if (triedToday(state.memory, now)) return { kind: 'tried-today' }
  const questionId = questionOfDay(terms, state.startAt, now)
  if (given.questionId !== questionId) return { kind: 'question-changed' }
  const question = terms.questions[questionId]
  if (!question?.options[given.option]) return { kind: 'no-such-option' }
  const isRight = question.answer === given.option
  const memory = { day: programmeDayOf(now), questionId, option: given.option, isRight }
  return { kind: 'answered', memory }
}
