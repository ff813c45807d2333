import type { MissionType } from '@solstice/rules/missions/registry'
import { checkInPreview } from './check-in/check-in.preview.ts'
import { earnPreview } from './earn/earn.preview.ts'
import { invitePreview } from './invite/invite.preview.ts'
import type { MissionPreview } from './mission-preview.ts'
import { partnerPreview } from './partner/partner.preview.ts'
import { purchasePreview } from './purchase/purchase.preview.ts'
import { quizPreview } from './quiz/quiz.preview.ts'
import { spinPreview } from './spin/spin.preview.ts'
import { ticketPreview } from './ticket/ticket.preview.ts'

export const missionPreviews: { [Type in MissionType]: MissionPreview<Type> } = {
  CHECK_IN: checkInPreview,
  SPIN: spinPreview,
  TICKET: ticketPreview,
  INVITE: invitePreview,
  PARTNER: partnerPreview,
  PURCHASE: purchasePreview,
  EARN: earnPreview,
  QUIZ: quizPreview,
}
