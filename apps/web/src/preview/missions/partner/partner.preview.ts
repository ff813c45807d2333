import type { MissionPreview } from '#/preview/missions/mission-preview.ts'
import { completeProven, proofDetail } from '#/preview/missions/proven.ts'

export const partnerPreview: MissionPreview<'PARTNER'> = {
  detail: proofDetail,
  execute: (shown, body) => ({ type: 'PARTNER', ...completeProven(shown, body) }),
}
