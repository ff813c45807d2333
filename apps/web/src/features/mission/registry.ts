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
import { unknownView } from './unknown-mission.tsx'

const missionViews: { [Type in MissionType]: MissionView<Type> } = {
  CHECK_IN: checkInView,
  SPIN: spinView,
  TICKET: ticketView,
  INVITE: inviteView,
  PARTNER: partnerView,
  PURCHASE: purchaseView,
  EARN: earnView,
  QUIZ: quizView,
}

/** Returns a neutral view for types this build does not know, because the server may be newer. */
export function viewOf(type: MissionType): MissionView<MissionType> {
  if (!Object.hasOwn(missionViews, type)) return unknownView
  // The registry pairs each type with its own view, which the compiler cannot express.
  return missionViews[type] as MissionView<MissionType>
}
