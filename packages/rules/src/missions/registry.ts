import { checkInRules } from './check-in/check-in.rules.ts'
import { earnRules } from './earn/earn.rules.ts'
import { inviteRules } from './invite/invite.rules.ts'
import type { MissionRules } from './mission-rules.ts'
import { partnerRules } from './partner/partner.rules.ts'
import { purchaseRules } from './purchase/purchase.rules.ts'
import { quizRules } from './quiz/quiz.rules.ts'
import { spinRules } from './spin/spin.rules.ts'
import { ticketRules } from './ticket/ticket.rules.ts'

/** Lists every mission type. CONTRIBUTING.md describes how to add one. */
const missionRules = {
  CHECK_IN: checkInRules,
  SPIN: spinRules,
  TICKET: ticketRules,
  INVITE: inviteRules,
  PARTNER: partnerRules,
  PURCHASE: purchaseRules,
  EARN: earnRules,
  QUIZ: quizRules,
} satisfies Record<string, MissionRules>

export type MissionType = keyof typeof missionRules

// TypeScript does not infer the keys of the object above.
export const MISSION_TYPES = Object.keys(missionRules) as [MissionType, ...MissionType[]]

export function rulesOf(type: MissionType): MissionRules {
  return missionRules[type]
}
