import type { MissionRules } from '#/missions/mission-rules.ts'
import { isDone, neverClosed } from '#/missions/repeated.ts'

export const inviteRules: MissionRules = {
  plan: { category: 'earn', fixedId: 4, allowedParts: [] },
  isCountedElsewhere: true,
  hasAlarm: false,
  isCompleted: isDone,
  closed: neverClosed,
  xpSource: 'invite',
  simulate: ({ inviteXp }) => ({ xp: inviteXp }),
}
