import type { MissionRules } from '#/missions/mission-rules.ts'
import { isDone, neverClosed } from '#/missions/repeated.ts'

export const purchaseRules: MissionRules = {
  plan: { category: 'purchase', fixedId: 6, allowedParts: [] },
  isCountedElsewhere: true,
  hasAlarm: true,
  isCompleted: isDone,
  closed: neverClosed,
}
