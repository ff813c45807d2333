import { programmeDayOf } from '@solstice/rules/programme-day'
import type { SeasonPlan } from '@solstice/rules/season-plan'
import { simulateSeason } from '@solstice/rules/season-simulation'

type Rest = { days: number; xp: number; tickets: number; spins: number }

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
