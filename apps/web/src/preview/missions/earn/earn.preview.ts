import type { MissionPreview } from '#/preview/missions/mission-preview.ts'
import { completeProven, proofDetail } from '#/preview/missions/proven.ts'

export const earnPreview: MissionPreview<'EARN'> = {
  detail: proofDetail,
  execute: (shown, body) => ({ type: 'EARN', ...completeProven(shown, body) }),
}
