import type { CallData } from '@solstice/contract/wire'
import type { SeasonPlan } from '@solstice/rules/season-plan'
import { simulateSeason } from '@solstice/rules/season-simulation'

type PlannedDay = CallData<'statistics.season'>['plan'][number]

export type PlannedLine = { days: PlannedDay[]; tiersOn: (day: number) => number[] }

/** Returns what the simulation of the published plan expects on each day. */
export function plannedLine(plan: SeasonPlan): PlannedLine {
  const { daily, habits, tiers } = simulateSeason(plan, plan.budget.members)
  return {
    days: daily.map(({ day, date, xp, tickets, ticketsUsed, spins, checkIns }) => ({
      day,
      date,
      // Every simulated member who is active on a day checks in.
      participants: checkIns,
      xp,
      tickets,
      ticketsUsed,
      spins,
      checkIns,
    })),
    tiersOn: (day) => {
      const members = plan.tiers.map(() => 0)
      for (const [at, habit] of habits.entries()) {
        const reachedOn = tiers[at]?.reachedOn ?? []
        const tier = reachedOn.findLastIndex((reached) => reached !== null && reached <= day)
        if (tier >= 0) members[tier] = (members[tier] ?? 0) + habit.members
      }
      return members
    },
  }
}
