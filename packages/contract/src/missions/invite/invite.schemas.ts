import { z } from 'zod'
import { mission } from '#/missions/mission-parts.ts'
import type { MissionContract } from '#/missions/mission-contract.ts'
import { count } from '#/season.schemas.ts'

export const inviteContract = {
  detail: mission.extend({
    type: z.literal('INVITE'),
    referralCode: z.string(),
    inviteCount: count,
  }),
  body: {},
} as const satisfies MissionContract
