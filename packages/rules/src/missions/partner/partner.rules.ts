import type { MissionRules } from '#/missions/mission-rules.ts'
import { judgeProven, PROVEN } from '#/missions/proven.ts'

export const partnerRules: MissionRules = {
  ...PROVEN,
  plan: { category: 'starlight', fixedId: 5, takes: ['partner', 'proof'], judge: judgeProven },
}
