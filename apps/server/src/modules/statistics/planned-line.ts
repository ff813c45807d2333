import type { CallData } from '@solstice/contract/wire'
import { DAY_MS } from '@solstice/rules/duration'
import { programmeDayOf, startOfDay } from '@solstice/rules/programme-day'
import type { SeasonPlan } from '@solstice/rules/season-plan'
import { simulateSeason, type SeasonSimulation } from '@solstice/rules/season-simulation'

type PlannedDay = CallData<'statistics.season'>['plan'][number]

export type PlannedLine = { days: PlannedDay[]; tiersOn: (day: number) => number[] }

/** Returns what the simulation of the published plan expects on each day. */
export function plannedLine(plan: SeasonPlan): PlannedLine {
  const simulation = simulateSeason(plan, plan.budget.members)
  const first = startOfDay(programmeDayOf(new Date(plan.startAt))).getTime()
  return {
    days: Array.from({ length: simulation.days }, (_, index) => ({
      day: index + 1,
      date: programmeDayOf(new Date(first + index * DAY_MS)),
      ...evenly(simulation),
    })),
    tiersOn: () => plan.tiers.map(() => 0),
  }
}

function evenly({ days, checkIns, xp, tickets, spins }: SeasonSimulation) {
  const share = (sum: number) => sum / days
  return {
    participants: share(checkIns),
    xp: share(xp),
    tickets: share(tickets),
    ticketsUsed: share(tickets),
    spins: share(spins),
    checkIns: share(checkIns),
  }
}
