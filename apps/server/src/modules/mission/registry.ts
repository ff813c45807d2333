import type { MissionType } from '@solstice/rules/missions/registry'
import { checkInMission } from './check-in/check-in.service.ts'
import { earnMission } from './earn/earn.service.ts'
import { inviteMission } from './invite/invite.service.ts'
import type { MissionService } from './mission-type.ts'
import { partnerMission } from './partner/partner.service.ts'
import { purchaseMission } from './purchase/purchase.service.ts'
import { quizMission } from './quiz/quiz.service.ts'
import { spinMission } from './spin/spin-mission.service.ts'
import { ticketMission } from './ticket/ticket.service.ts'

export const missionServices: { [Type in MissionType]: MissionService<Type> } = {
  CHECK_IN: checkInMission,
  SPIN: spinMission,
  TICKET: ticketMission,
  INVITE: inviteMission,
  PARTNER: partnerMission,
  PURCHASE: purchaseMission,
  EARN: earnMission,
  QUIZ: quizMission,
}
