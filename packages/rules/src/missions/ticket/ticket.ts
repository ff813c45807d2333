import { programmeDayOf, startOfNextDay, type ProgrammeDay } from '#/programme-day.ts'
import type { Trace } from '#/trace.ts'

export type TicketDecision =
  | { kind: 'already-claimed'; nextClaimAt: Date }
  | { kind: 'granted'; day: ProgrammeDay; tickets: number; nextClaimAt: Date }

/** Grants the tickets of the member's tier once per programme day. */
export function decideTicketClaim(
  state: { lastDay: ProgrammeDay | undefined; ticketsPerDay: number },
  now: Date,
): TicketDecision {
  const day = programmeDayOf(now)
  const nextClaimAt = startOfNextDay(now)
  if (state.lastDay === day) return { kind: 'already-claimed', nextClaimAt }
  return { kind: 'granted', day, tickets: state.ticketsPerDay, nextClaimAt }
}

/** Decides a claim and explains it. The tier and the XP say why it is this number of tickets. */
export function traceTicketClaim(
  state: { lastDay: ProgrammeDay | undefined; ticketsPerDay: number; tierId: number },
  seasonXp: number,
  now: Date,
): { decision: TicketDecision; trace: Trace<'ticket'> } {
  const decision = decideTicketClaim(state, now)
  const { ticketsPerDay, tierId, lastDay = null } = state
  return {
    decision,
    trace: {
      rule: 'ticket',
      version: 1,
      inputs: { ticketsPerDay, lastDay, seasonXp, tierId, at: now.toISOString() },
      outcome: decision.kind === 'granted' ? 'GRANTED' : 'DONE_TODAY',
    },
  }
}
