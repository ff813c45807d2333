import { Code } from '@solstice/contract/codes'
import { traceMission } from '@solstice/rules/mission-credit'
import {
  decideQuiz,
  questionOfDay,
  quizTermsOf,
  attemptOfToday,
} from '@solstice/rules/missions/quiz/quiz'
import { startOfNextDay } from '@solstice/rules/programme-day'
import { seasonStatus } from '@solstice/rules/season'
import {
  assertAvailable,
  award,
  bonusOf,
  inSeason,
  timeOf,
} from '#/modules/mission/award.service.ts'
import { findMemories, saveMemory } from '#/modules/mission/memory.queries.ts'
import type { MissionService, Running, Shown } from '#/modules/mission/mission-type.ts'
import { unavailable } from '#/modules/mission/proof.service.ts'
import { inLanguage } from '#/modules/season/programme.service.ts'
import { memberStanding, statusFrom } from '#/modules/season/season.service.ts'
import type { Db } from '#/platform/process/db.ts'
import { refuse } from '#/platform/process/refusal.ts'

const NO_XP = { baseXp: 0, levelBonusXp: 0, tierBonusXp: 0 }

export const quizMission: MissionService<'QUIZ'> = {
  detail: (_ctx, shown) => {
    const { mission, states, now } = shown
    const tried = attemptOfToday(states.missions.get(mission.missionId)?.memory, now)
    // After a clock change, the attempt belongs to the question it was made for.
    const questionId =
      tried?.questionId ?? questionOfDay(quizTermsOf(mission), shown.programme.startAt, now)
    const { text, options, explanation } = questionAt(shown, questionId)
    const isOngoing = seasonStatus(shown.programme, now) === 'ONGOING'
    return {
      question: isOngoing
        ? {
            questionId,
            text: inLanguage(text, shown.language),
            options: options.map((option) => inLanguage(option, shown.language)),
          }
        : null,
      result: tried
        ? {
            option: tried.option,
            isRight: tried.isRight,
            explanation: tried.isRight ? inLanguage(explanation, shown.language) : null,
          }
        : null,
    }
  },
  execute: async (tx, ctx, running) => {
    const { programme, mission, language, now, body } = running
    if (!body.answer) throw refuse(Code.INVALID_REQUEST)
    const memory = (await findMemories(tx, running)).get(mission.missionId)
    assertAvailable(running, memory)
    const state = { startAt: programme.startAt, memory }
    const decision = decideQuiz(quizTermsOf(mission), state, body.answer, now)
    const nextAvailableAt = inSeason(programme, startOfNextDay(now))
    switch (decision.kind) {
      case 'tried-today':
        throw unavailable('DONE_TODAY', nextAvailableAt)
      case 'no-such-option':
        throw refuse(Code.INVALID_REQUEST)
      case 'question-changed':
        return {
          type: 'QUIZ',
          ...(await unrewardedResult(tx, running)),
          outcome: 'QUESTION_CHANGED',
          nextAvailableAt: null,
        }
      case 'answered':
    }

    const { isRight, day, questionId } = decision.memory
    await saveMemory(tx, running, decision.memory, now)
    const next = { nextAvailableAt: timeOf(nextAvailableAt) }
    if (!isRight) {
      return { type: 'QUIZ', ...(await unrewardedResult(tx, running)), outcome: 'WRONG', ...next }
    }
    const { xp, trace } = traceMission(
      { rewardXp: mission.rewardXp ?? 0, repeat: mission.repeat },
      // The answer stays in the memory, which is erased with the account.
      { proof: 'ANSWER' },
      bonusOf(running),
      now,
    )
    const { baseXp, levelBonusXp, tierBonusXp, totalXp } = xp
    const parts = { baseXp, levelBonusXp, tierBonusXp }
    const done = await award(tx, ctx, running, {
      kind: 'MISSION',
      xp: totalXp,
      slot: day,
      historyData: parts,
      trace,
    })
    const explanation = inLanguage(questionAt(running, questionId).explanation, language)
    return { type: 'QUIZ', ...done, ...parts, outcome: 'RIGHT', explanation, ...next }
  },
}

function questionAt({ mission }: Pick<Shown, 'mission'>, questionId: number) {
  const question = quizTermsOf(mission).questions[questionId]
  if (!question) throw new Error(`Mission ${mission.missionId} has no question ${questionId}`)
  return question
}

async function unrewardedResult(tx: Db, { programme, memberId, language, now }: Running) {
  const standing = await memberStanding(tx, programme, memberId, now)
  return {
    historyId: null,
    xp: 0,
    tickets: 0,
    ...NO_XP,
    me: statusFrom(programme, standing, language, now),
    levelUp: false,
    tierUp: false,
    explanation: null,
  }
}
