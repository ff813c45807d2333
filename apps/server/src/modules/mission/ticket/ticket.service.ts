import { traceTicketClaim } from '@solstice/rules/missions/ticket/ticket'
import { programmeDayOf, startOfDay } from '@solstice/rules/programme-day'
import { tierOf } from '@solstice/rules/tier'
import { award, inSeason, timeOf } from '#/modules/mission/award.service.ts'
import type { MissionService } from '#/modules/mission/mission-type.ts'
import { unavailable } from '#/modules/mission/proof.service.ts'

export const ticketMission: MissionService<'TICKET'> = {
  detail: (_ctx, { programme, mission, states, now }) => ({
    tickets: states.tickets,
    ticketRatePerDay: tierOf(programme.tiers, states.seasonXp).ticketsPerDay,
    claimedToday: states.missions.get(mission.missionId)?.lastDay === programmeDayOf(now),
  }),
  execute: async (tx, ctx, running) => {
    const { programme, state, now } = running
    const { lastDay, seasonXp } = state
    const { ticketsPerDay, tierId } = tierOf(programme.tiers, seasonXp)
    const claim = { lastDay, ticketsPerDay, tierId }
    const { decision, trace } = traceTicketClaim(claim, seasonXp, now)
    const nextAvailableAt = inSeason(programme, decision.nextClaimAt)
    if (decision.kind === 'already-claimed') throw unavailable('DONE_TODAY', nextAvailableAt)

    const done = await award(tx, ctx, running, {
      kind: 'TICKET',
      ledgerKind: 'TICKET_CLAIM',
      tickets: decision.tickets,
      slot: decision.day,
      trace,
    })
    return { type: 'TICKET', ...done, nextAvailableAt: timeOf(nextAvailableAt) }
  },
  reward: ({ programme, states }) => ({
    rewardTickets: tierOf(programme.tiers, states.seasonXp).ticketsPerDay,
  }),
  reminder: {
    code: 'TICKET',
    remindsAllParticipants: true,
    today: (_programme, now) => ({ opensAt: startOfDay(programmeDayOf(now)) }),
  },
}
