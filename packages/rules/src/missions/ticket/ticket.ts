import { programmeDayOf, startOfNextDay, type ProgrammeDay } from '#/programme-day.ts'

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
