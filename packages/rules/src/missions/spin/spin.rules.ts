import { startOfNextDay } from '#/programme-day.ts'
import type { MissionRules } from '#/missions/mission-rules.ts'
import { decideSpin } from './spin.ts'

export const spinRules: MissionRules = {
  plan: { category: 'earn', fixedId: 2, isSingle: true, isUnlimited: true, allowedParts: [] },
  hasAlarm: true,
  traceRule: 'spin',
  refused: ({ commitmentMatches }) =>
    commitmentMatches === false ? 'COMMITMENT_CHANGED' : undefined,
  isCompleted: ({ spin }) => spin.freeUsedToday >= spin.freePerDay && spin.freePerDay > 0,
  closed: ({ spin }, now) =>
    decideSpin(spin, spin).kind === 'none-left'
      ? { reason: 'NO_SPINS_LEFT', nextAvailableAt: startOfNextDay(now) }
      : undefined,
  xpSource: 'spin',
  // Assumes that every ticket is spent on the day it is received.
  simulateTickets: ({ season: { spin }, ticketsPerDay, prizesOf }, { share, bought }) => {
    const granted = Math.floor(ticketsPerDay / spin.ticketsPerSpin) * share
    const spins = spin.freePerDay + granted + bought / spin.ticketsPerSpin
    return { spins, xp: prizesOf(spins) }
  },
}
