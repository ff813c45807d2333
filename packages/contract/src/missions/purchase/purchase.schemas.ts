import { z } from 'zod'
import { mission } from '#/missions/mission-parts.ts'
import type { MissionContract } from '#/missions/mission-contract.ts'
import { count } from '#/season.schemas.ts'

export const purchaseContract = {
  detail: mission.extend({ type: z.literal('PURCHASE'), xpBalance: count, tickets: count }),
  body: {},
} as const satisfies MissionContract
