import type { LiveChange } from '@solstice/rules/changed-plan'
import { programmeDayOf, startOfNextDay } from '@solstice/rules/programme-day'
import type { SeasonPlan } from '@solstice/rules/season-plan'
import { simulateSeason } from '@solstice/rules/season-simulation'

type Rest = { days: number; xp: number; tickets: number; spins: number }

/** Returns the instant from which a change counts. A reward changes on the next programme day. */
export function changesFrom({ kind }: Pick<LiveChange, 'kind'>, now: Date): Date {
  return kind === 'MISSION_REWARD' ? startOfNextDay(now) : now
}

/** Returns what a season gives from a programme day on, at the members of its budget. */
export function simulateRest(plan: SeasonPlan, from: Date): Rest {
  const first = programmeDayOf(from)
  const { daily } = simulateSeason(plan, plan.budget.members)
  const days = daily.filter(({ date }) => date >= first)
  const sum = (of: (day: (typeof days)[number]) => number) =>
    days.reduce((total, day) => total + of(day), 0)
  return {
    days: days.length,
    xp: sum(({ xp }) => xp),
    tickets: sum(({ tickets }) => tickets),
    spins: sum(({ spins }) => spins),
  }
}
