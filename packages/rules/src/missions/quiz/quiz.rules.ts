import type { MissionPlan } from '#/missions/mission-plan.ts'
import type { MissionRules } from '#/missions/mission-rules.ts'
import { explainXp, simulateRewards } from '#/missions/repeated.ts'
import { planProblem, type PlanProblem } from '#/plan-problem.ts'
import { startOfNextDay } from '#/programme-day.ts'
import { quizTermsOf, attemptOfToday } from './quiz.ts'

export const quizRules: MissionRules = {
  plan: { category: 'earn', isDaily: true, allowedParts: ['terms'], validate: validateQuiz },
  hasAlarm: false,
  isCompleted: ({ memory }, now) => attemptOfToday(memory, now)?.isRight ?? false,
  closed: ({ memory, budgetLeft }, now) => {
    if (attemptOfToday(memory, now)) {
      return { reason: 'DONE_TODAY', nextAvailableAt: startOfNextDay(now) }
    }
    return budgetLeft === 0 ? { reason: 'BUDGET_SPENT' } : undefined
  },
  // The simulation assumes correct answers only, because the season must be able to pay for them.
  simulate: simulateRewards,
  explain: explainXp,
}

function validateQuiz(mission: MissionPlan, path: string): PlanProblem[] {
  const problems: PlanProblem[] = []
  const id = mission.missionId
  const add = (
    field: string,
    code: PlanProblem['code'],
    text: string,
    more: PlanProblem['values'] = {},
  ) => problems.push(planProblem(`${path}.${field}`, code, text, { mission: id, ...more }))
  if (mission.rewardXp === null) {
    add('rewardXp', 'MISSION_NO_REWARD', `Mission ${id} has no reward`)
  }
  if (mission.terms === null) {
    add('terms', 'MISSION_NO_QUESTIONS', `Mission ${id} has no questions`)
    return problems
  }
  quizTermsOf(mission).questions.forEach(({ options, answer }, at) => {
    const question = { question: at + 1 }
    const name = `Question ${at + 1} of mission ${id}`
    const field = `terms.questions.${at}`
    if (!options[answer]) {
      add(`${field}.answer`, 'QUESTION_NO_ANSWER', `${name} has no correct option`, question)
    }
    const texts = options.flatMap(({ en, ko }) => [`en ${en}`, `ko ${ko}`])
    if (new Set(texts).size !== texts.length) {
      add(
        `${field}.options`,
        'QUESTION_OPTION_TWICE',
        `${name} has the same option twice`,
        question,
      )
    }
  })
  return problems
}
