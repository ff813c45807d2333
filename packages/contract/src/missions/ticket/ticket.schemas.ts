import { z } from 'zod'
import { effect, mission } from '#/missions/mission-parts.ts'
import type { MissionContract } from '#/missions/mission-contract.ts'
import { time } from '#/schema.ts'
import { count } from '#/season.schemas.ts'

export const ticketContract = {
  detail: mission.extend({
    type: z.literal('TICKET'),
    tickets: count,
    ticketRatePerDay: count,
    claimedToday: z.boolean(),
  }),
  body: {},
  reply: effect.extend({ type: z.literal('TICKET'), nextAvailableAt: time.nullable() }),
} as const satisfies MissionContract
