import { DAY_MS } from './duration.ts'
import { levelOf } from './level.ts'
import type { SimulatedMember } from './missions/mission-rules.ts'
import { MISSION_TYPES, rulesOf } from './missions/registry.ts'
import { planProblem, type PlanProblem } from './plan-problem.ts'
import { daysBetween, programmeDayOf, startOfDay } from './programme-day.ts'
import { tokenText, tokenUnits } from './round.ts'
import type { SeasonPlan } from './season-plan.ts'
import { tierOf, withBonuses } from './tier.ts'

/** A group of members: its share of all members, and its active days per week. */
export type Habit = { name: string; share: number; daysPerWeek: number }

/** Most members are active now and then; the few daily members cost the most. */
export const HABITS: readonly Habit[] = [
  { name: 'daily', share: 0.2, daysPerWeek: 7 },
  { name: 'regular', share: 0.3, daysPerWeek: 4 },
  { name: 'casual', share: 0.5, daysPerWeek: 1 },
]

export type SeasonSimulation = {
  members: number
  days: number
  /** The expected sums of all members. */
  xp: number
  tickets: number
  spins: number
  checkIns: number
  /** The sum of all round pools, which is the maximum cost of the season. */
  reward: string
  habits: (Habit & { members: number; each: SimulatedMember })[]
}

/**
 * Estimates the cost of a season: for each habit, one member goes through it day by day under the
 * season's own rules, spins with the mean prize, spends every ticket and completes every available
 * mission.
 */
export function simulateSeason(plan: SeasonPlan, members: number): SeasonSimulation {
  const habits = HABITS.map((habit) => ({
    ...habit,
    members: Math.round(members * habit.share),
    each: simulateMember(plan, habit),
  }))
  const sum = (of: (member: SimulatedMember) => number) =>
    Math.round(habits.reduce((total, habit) => total + of(habit.each) * habit.members, 0))
  const pools = plan.rounds.map(({ pool }) => tokenUnits(pool, plan.reward.decimals) ?? 0n)
  return {
    members,
    days: daysBetween(new Date(plan.startAt), new Date(plan.endAt)),
    xp: sum(({ xp }) => xp),
    tickets: sum(({ tickets }) => tickets),
    spins: sum(({ spins }) => spins),
    checkIns: sum(({ checkIns }) => checkIns),
    reward: tokenText(
      pools.reduce((total, pool) => total + pool, 0n),
      plan.reward.decimals,
    ),
    habits,
  }
}

/** Returns every way in which the season would exceed its budget. */
export function validateSeasonCost(plan: SeasonPlan): PlanProblem[] {
  const { members } = plan.budget
  const expected = simulateSeason(plan, members)
  const over = (unit: 'XP' | 'tickets', value: number, limit: number) => {
    if (value <= limit) return []
    const text = `${members} members would get ${value} ${unit}, over the budget of ${limit}`
    const values = { members, value, budget: limit }
    return unit === 'XP'
      ? [planProblem('budget.xp', 'XP_OVER_BUDGET', text, values)]
      : [planProblem('budget.tickets', 'TICKETS_OVER_BUDGET', text, values)]
  }
  return [
    ...over('XP', expected.xp, plan.budget.xp),
    ...over('tickets', expected.tickets, plan.budget.tickets),
  ]
}

function simulateMember(plan: SeasonPlan, habit: Habit): SimulatedMember {
  const startAt = Date.parse(plan.startAt)
  const endAt = Date.parse(plan.endAt)
  const total: SimulatedMember = { xp: 0, tickets: 0, spins: 0, checkIns: 0 }
  let isFirst = true
  const firstDay = startOfDay(programmeDayOf(new Date(startAt))).getTime()
  for (let at = firstDay, day = 0; at < endAt; at += DAY_MS, day += 1) {
    if (!isActiveOn(day, habit)) continue
    const tier = tierOf(plan.tiers, total.xp)
    const bonus = {
      levelPercent: levelOf(plan.levels, total.xp).bonusPercent,
      tierPercent: tier.bonusPercent,
    }
    const today = {
      season: plan,
      // Uses noon, or the closest time that the first and the last day allow.
      now: new Date(Math.min(endAt - 1, Math.max(startAt, at + DAY_MS / 2))),
      isFirst,
      checkIns: total.checkIns,
      ticketsPerDay: tier.ticketsPerDay,
      withBonuses: (xp: number) => withBonuses(xp, bonus).totalXp,
    }
    for (const type of MISSION_TYPES) {
      const missions = plan.missions.filter((mission) => mission.type === type)
      const gain = rulesOf(type).simulate?.(today, missions) ?? {}
      for (const key of GAINS) total[key] += gain[key] ?? 0
    }
    isFirst = false
  }
  return { ...total, xp: Math.round(total.xp) }
}

const GAINS = ['xp', 'tickets', 'spins', 'checkIns'] as const

/** Spreads the active days evenly over the week, starting with the first day. */
function isActiveOn(day: number, { daysPerWeek }: Habit): boolean {
  const dayOfWeek = day % 7
  return Math.floor(((dayOfWeek + 1) * daysPerWeek) / 7) > Math.floor((dayOfWeek * daysPerWeek) / 7)
}
