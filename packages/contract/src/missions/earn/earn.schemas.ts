import { z } from 'zod'
import { effect, mission } from '#/missions/mission-parts.ts'
import type { MissionContract } from '#/missions/mission-contract.ts'
import { provenBody, provenDetail, provenReply } from '#/missions/proven.schemas.ts'

export const earnContract = {
  detail: mission.extend({ type: z.literal('EARN'), ...provenDetail }),
  body: provenBody,
  reply: effect.extend({ type: z.literal('EARN'), ...provenReply }),
} as const satisfies MissionContract
