import { programmeDayOf, startOfNextDay } from '#/programme-day.ts'
import type { MissionPlan } from './mission-plan.ts'
import type {
  Closed,
  MissionMoment,
  SimulatedDay,
  SimulatedMember,
  XpParts,
} from './mission-rules.ts'

/** These rules are shared by the types that are completed as often as their plan repeats them. */
export function isDone({ repeat, lastDay }: MissionMoment, now: Date): boolean {
  if (repeat === 'UNLIMITED') return false
  if (repeat === 'ONCE') return lastDay !== undefined
  return lastDay === programmeDayOf(now)
}

export function closedOnceDone(moment: MissionMoment, now: Date): Closed | undefined {
  if (isDone(moment, now)) {
    return moment.repeat === 'ONCE'
      ? { reason: 'DONE' }
      : { reason: 'DONE_TODAY', nextAvailableAt: startOfNextDay(now) }
  }
  return moment.budgetLeft === 0 ? { reason: 'BUDGET_SPENT' } : undefined
}

export function neverClosed(): undefined {
  return undefined
}

/** Returns the rewards of the plan: every mission on the first day, daily ones on every day. */
export function simulateRewards(
  { isFirst, withBonuses, completes }: SimulatedDay,
  missions: readonly MissionPlan[],
): Partial<SimulatedMember> {
  const rewards = missions
    .filter(({ repeat }) => isFirst || repeat === 'DAILY')
    .map((mission) => withBonuses(mission.rewardXp ?? 0) * completes(mission))
  return { xp: rewards.reduce((sum, xp) => sum + xp, 0) }
}

export function explainXp(data: Readonly<Record<string, unknown>>): XpParts {
  const part = (name: string) => Number(data[name] ?? 0)
  return {
    baseXp: part('baseXp'),
    fifthBonusXp: part('fifthBonusXp'),
    levelBonusXp: part('levelBonusXp'),
    tierBonusXp: part('tierBonusXp'),
  }
}
