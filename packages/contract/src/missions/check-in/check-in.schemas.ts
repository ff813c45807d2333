import { z } from 'zod'
import { bonuses, effect, mission } from '#/missions/mission-parts.ts'
import type { MissionContract } from '#/missions/mission-contract.ts'
import { whole } from '#/missions/plan-parts.ts'
import { id, time } from '#/schema.ts'
import { count } from '#/season.schemas.ts'

/** The season has one check-in, so these terms apply to the season. */
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
    /** True while the window is open, regardless of earlier check-ins. */
    open: z.boolean(),
    /** Null if the season ends first. */
    nextCheckInAt: time.nullable(),
    /** The closing time of the open window, or of the next one. */
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
