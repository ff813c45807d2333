import { z } from 'zod'
import { bonuses, effect, mission } from '#/missions/mission-parts.ts'
import type { MissionContract } from '#/missions/mission-contract.ts'
import { whole } from '#/missions/plan-parts.ts'
import { id, time } from '#/schema.ts'
import { count } from '#/season.schemas.ts'

/** Of the season, which has one check-in. */
export const checkInTerms = z.strictObject({
  baseXp: whole(1),
  bonusEvery: whole(1, 365),
  bonusXp: whole(0),
})

export const checkInContract = {
  detail: mission.extend({
    type: z.literal('CHECK_IN'),
    daysParticipated: count,
    totalXpEarned: count,
    checkedInToday: z.boolean(),
    /** Whether the window is open now, whoever has checked in. */
    open: z.boolean(),
    /** Null when the season is over before. */
    nextCheckInAt: time.nullable(),
    /** When the window that runs closes, or the next one does. */
    closesAt: time,
    baseXp: count,
    bonusEvery: id,
    bonusXp: count,
  }),
  body: {},
  reply: effect.extend({
    type: z.literal('CHECK_IN'),
    ...bonuses,
    fifthBonusXp: count,
    daysParticipated: count,
    nextCheckInAt: time.nullable(),
  }),
} as const satisfies MissionContract
