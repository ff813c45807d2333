import type { MissionService } from '#/modules/mission/mission-type.ts'
import { completeProven, proofDetail } from '#/modules/mission/proven.service.ts'

export const earnMission: MissionService<'EARN'> = {
  detail: proofDetail,
  execute: async (tx, ctx, running) => ({
    type: 'EARN',
    ...(await completeProven(tx, ctx, running)),
  }),
}
