import type { MissionPreview } from '#/preview/missions/mission-preview.ts'

export const purchasePreview: MissionPreview<'PURCHASE'> = {
  detail: ({ state: { member } }) => ({ xpBalance: member.xpBalance, tickets: member.tickets }),
}
