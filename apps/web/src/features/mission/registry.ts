import type { MissionType } from './api.ts'
import { checkInView } from './check-in/check-in.mission.tsx'
import { earnView } from './earn/earn.mission.tsx'
import { inviteView } from './invite/invite.mission.tsx'
import type { MissionView } from './mission-type.tsx'
import { partnerView } from './partner/partner.mission.tsx'
import { purchaseView } from './purchase/purchase.mission.tsx'
import { quizView } from './quiz/quiz.mission.tsx'
import { spinView } from './spin/spin.mission.tsx'
import { ticketView } from './ticket/ticket.mission.tsx'

export const missionViews: { [Type in MissionType]: MissionView<Type> } = {
  CHECK_IN: checkInView,
  SPIN: spinView,
  TICKET: ticketView,
  INVITE: inviteView,
  PARTNER: partnerView,
  PURCHASE: purchaseView,
  EARN: earnView,
  QUIZ: quizView,
}
