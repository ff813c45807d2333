import type { MissionPreview } from '#/preview/missions/mission-preview.ts'
import { PREVIEW_MEMBER } from '#/preview/preview-member.ts'

export const invitePreview: MissionPreview<'INVITE'> = {
  detail: () => ({ referralCode: PREVIEW_MEMBER.referralCode, inviteCount: 0 }),
}
