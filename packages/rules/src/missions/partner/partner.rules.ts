import type { MissionRules } from '#/missions/mission-rules.ts'
import { validateProven, PROVEN } from '#/missions/proven.ts'

export const partnerRules: MissionRules = {
  ...PROVEN,
  plan: {
    category: 'starlight',
    fixedId: 5,
    allowedParts: ['partner', 'proof'],
    validate: validateProven,
  },
}
