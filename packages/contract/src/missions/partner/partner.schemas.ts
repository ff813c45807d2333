import { z } from 'zod'
import { effect, mission } from '#/missions/mission-parts.ts'
import type { MissionContract } from '#/missions/mission-contract.ts'
import { provenBody, provenDetail, provenReply } from '#/missions/proven.schemas.ts'

export const partnerContract = {
  detail: mission.extend({ type: z.literal('PARTNER'), ...provenDetail }),
  body: provenBody,
  reply: effect.extend({ type: z.literal('PARTNER'), ...provenReply }),
} as const satisfies MissionContract
