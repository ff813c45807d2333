import type { MissionRules } from '#/missions/mission-rules.ts'
import { validateProven, PROVEN } from '#/missions/proven.ts'

export const earnRules: MissionRules = {
  ...PROVEN,
  plan: { category: 'earn', allowedParts: ['proof'], validate: validateProven },
}
