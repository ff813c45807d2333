import { Code } from '@solstice/contract/codes'
import {
  attemptOfToday,
  decideQuiz,
  questionOfDay,
  quizTermsOf,
} from '@solstice/rules/missions/quiz/quiz'
import { startOfNextDay } from '@solstice/rules/programme-day'
import { seasonStatus } from '@solstice/rules/season'
import {
  assertAvailable,
  award,
  inSeason,
  timeOf,
  unavailable,
  withMemberBonuses,
  type MissionPreview,
  type Shown,
} from '#/preview/missions/mission-preview.ts'
import { changeMission, missionStateOf } from '#/preview/preview-member.ts'
import { PreviewRefusal } from '#/preview/preview-refusal.ts'
import { inLanguage } from '#/preview/programme.ts'
import { standingOf } from '#/preview/standing.ts'

const NO_XP = { baseXp: 0, levelBonusXp: 0, tierBonusXp: 0 }

export const quizPreview: MissionPreview<'QUIZ'> = {
  detail: (shown) => {
    const { state, mission, now } = shown
    const { programme, member, language } = state
    // An unfinished draft may have a quiz without questions.
    if (mission.terms === null) return { question: null, result: null }
    const tried = attemptOfToday(missionStateOf(member, mission.missionId).memory, now)
    const questionId =
      tried?.questionId ?? questionOfDay(quizTermsOf(mission), programme.startAt, now)
    const question = quizTermsOf(mission).questions[questionId]
    const isShown = question !== undefined && seasonStatus(programme, now) === 'ONGOING'
    return {
      question: isShown
        ? {
            questionId,
            text: inLanguage(question.text, language),
            options: question.options.map((option) => inLanguage(option, language)),
          }
        : null,
      result: tried
        ? {
            option: tried.option,
            isRight: tried.isRight,
            explanation: tried.isRight ? explanationOf(shown, questionId) : null,
          }
        : null,
    }
  },
  execute: (shown, { answer }) => {
    const { state, mission, now } = shown
    const { programme, member } = state
    if (!answer || mission.terms === null) throw new PreviewRefusal(Code.INVALID_REQUEST)
    assertAvailable(shown)
    const { memory } = missionStateOf(member, mission.missionId)
    const terms = quizTermsOf(mission)
    const decision = decideQuiz(terms, { startAt: programme.startAt, memory }, answer, now)
    const next = inSeason(programme, startOfNextDay(now))
    switch (decision.kind) {
      case 'tried-today':
        throw unavailable('DONE_TODAY', next)
      case 'no-such-option':
        throw new PreviewRefusal(Code.INVALID_REQUEST)
      case 'question-changed':
        return { ...unrewarded(shown), outcome: 'QUESTION_CHANGED', nextAvailableAt: null }
      case 'answered':
    }
    changeMission(member, mission.missionId, { memory: decision.memory })
    const nextAvailableAt = timeOf(next)
    if (!decision.memory.isRight) {
      return { ...unrewarded(shown), outcome: 'WRONG', nextAvailableAt }
    }
    const baseXp = mission.rewardXp ?? 0
    const { totalXp, levelBonusXp, tierBonusXp } = withMemberBonuses(state, baseXp)
    return {
      type: 'QUIZ',
      ...award(shown, { xp: totalXp }),
      baseXp,
      levelBonusXp,
      tierBonusXp,
      outcome: 'RIGHT',
      explanation: explanationOf(shown, decision.memory.questionId),
      nextAvailableAt,
    }
  },
}

function explanationOf({ state, mission }: Shown, questionId: number): string | null {
  const question = quizTermsOf(mission).questions[questionId]
  return question ? inLanguage(question.explanation, state.language) : null
}

function unrewarded({ state }: Shown) {
  return {
    type: 'QUIZ' as const,
    historyId: null,
    xp: 0,
    tickets: 0,
    ...NO_XP,
    me: standingOf(state),
    levelUp: false,
    tierUp: false,
    explanation: null,
  }
}
