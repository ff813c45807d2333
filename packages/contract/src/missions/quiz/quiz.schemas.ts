import { z } from 'zod'
import { bonuses, effect, mission } from '#/missions/mission-parts.ts'
import type { MissionContract } from '#/missions/mission-contract.ts'
import { texts, whole } from '#/missions/plan-parts.ts'
import { id, time } from '#/schema.ts'
import { count } from '#/season.schemas.ts'

const MAX_OPTIONS = 6

export const quizContract = {
  terms: z.strictObject({
    questions: z
      .array(
        z.strictObject({
          text: texts(300),
          options: z.array(texts(120)).min(2).max(MAX_OPTIONS),
          /** The index of the correct option. It never leaves the server. */
          answer: whole(0, MAX_OPTIONS - 1),
          /** Sent only to members who answered correctly. */
          explanation: texts(500),
        }),
      )
      .min(1)
      .max(100),
  }),
  detail: mission.extend({
    type: z.literal('QUIZ'),
    /** The question of the programme day; null before the season starts and after its end. */
    question: z
      .object({ questionId: count, text: z.string(), options: z.array(z.string()) })
      .nullable(),
    /** The member's attempt of today. */
    result: z
      .object({ option: count, isRight: z.boolean(), explanation: z.string().nullable() })
      .nullable(),
  }),
  body: {
    /** For a quiz: the question that was shown, and the index of the chosen option. */
    answer: z.strictObject({ questionId: count, option: whole(0, MAX_OPTIONS - 1) }).optional(),
  },
  reply: effect.extend({
    type: z.literal('QUIZ'),
    /** Null for a wrong answer, because it earns nothing. */
    historyId: id.nullable(),
    ...bonuses,
    /** QUESTION_CHANGED uses no attempt: a new day has begun since the question was shown. */
    outcome: z.enum(['RIGHT', 'WRONG', 'QUESTION_CHANGED']),
    explanation: z.string().nullable(),
    nextAvailableAt: time.nullable(),
  }),
} as const satisfies MissionContract
