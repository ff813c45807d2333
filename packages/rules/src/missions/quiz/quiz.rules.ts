import type { MissionPlan } from '#/missions/mission-plan.ts'
import type { MissionRules } from '#/missions/mission-rules.ts'
import { explainXp, simulateRewards } from '#/missions/repeated.ts'
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

function validateQuiz(mission: MissionPlan, name: string): string[] {
  const problems: string[] = []
  if (mission.rewardXp === null) problems.push(`${name} has no reward`)
  if (mission.terms === null) return [...problems, `${name} has no questions`]
  quizTermsOf(mission).questions.forEach(({ options, answer }, at) => {
    if (!options[answer])
      problems.push(`Question ${at + 1} of mission ${mission.missionId} has no correct option`)
    const texts = options.flatMap(({ en, ko }) => [`en ${en}`, `ko ${ko}`])
    if (new Set(texts).size !== texts.length) {
      problems.push(`Question ${at + 1} of mission ${mission.missionId} has the same option twice`)
    }
  })
  return problems
}
