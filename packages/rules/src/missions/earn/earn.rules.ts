import type { MissionRules } from '#/missions/mission-rules.ts'
import { judgeProven, PROVEN } from '#/missions/proven.ts'

export const earnRules: MissionRules = {
  ...PROVEN,
  plan: { category: 'earn', takes: ['proof'], judge: judgeProven },
}
