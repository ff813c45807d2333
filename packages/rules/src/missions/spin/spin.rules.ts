import { startOfNextDay } from '#/programme-day.ts'
import type { MissionRules } from '#/missions/mission-rules.ts'
import { decideSpin, meanPrize } from './spin.ts'

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
  // Expects the mean prize for each spin and assumes that every ticket is spent.
  simulate: ({ season: { spin }, ticketsPerDay }) => {
    const spins = spin.freePerDay + Math.floor(ticketsPerDay / spin.ticketsPerSpin)
    return { spins, xp: spins * meanPrize(spin.prizes) }
  },
}
