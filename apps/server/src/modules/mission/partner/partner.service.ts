import type { MissionService } from '#/modules/mission/mission-type.ts'
import { completeProven, proofDetail } from '#/modules/mission/proven.service.ts'

export const partnerMission: MissionService<'PARTNER'> = {
  detail: proofDetail,
  execute: async (tx, ctx, running) => ({
    type: 'PARTNER',
    ...(await completeProven(tx, ctx, running)),
  }),
}
