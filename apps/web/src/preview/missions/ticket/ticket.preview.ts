import { decideTicketClaim } from '@solstice/rules/missions/ticket/ticket'
import { programmeDayOf } from '@solstice/rules/programme-day'
import { tierOf } from '@solstice/rules/tier'
import {
  award,
  inSeason,
  timeOf,
  unavailable,
  type MissionPreview,
  type Shown,
} from '#/preview/missions/mission-preview.ts'
import { changeMission, missionStateOf } from '#/preview/preview-member.ts'

export const ticketPreview: MissionPreview<'TICKET'> = {
  detail: (shown) => ({
    tickets: shown.state.member.tickets,
    ticketRatePerDay: ticketsPerDay(shown),
    claimedToday: lastDayOf(shown) === programmeDayOf(shown.now),
  }),
  execute: (shown) => {
    const { state, mission, now } = shown
    const claim = { lastDay: lastDayOf(shown), ticketsPerDay: ticketsPerDay(shown) }
    const decision = decideTicketClaim(claim, now)
    const next = inSeason(state.programme, decision.nextClaimAt)
    if (decision.kind === 'already-claimed') throw unavailable('DONE_TODAY', next)
    changeMission(state.member, mission.missionId, { lastDay: decision.day })
    return {
      type: 'TICKET',
      ...award(shown, { tickets: decision.tickets }),
      nextAvailableAt: timeOf(next),
    }
  },
  reward: (shown) => ({ rewardTickets: ticketsPerDay(shown) }),
}

function ticketsPerDay({ state: { programme, member } }: Shown): number {
  return tierOf(programme.tiers, member.seasonXp).ticketsPerDay
}

function lastDayOf({ state, mission }: Shown) {
  return missionStateOf(state.member, mission.missionId).lastDay
}
