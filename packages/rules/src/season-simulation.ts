import { DAY_MS } from './duration.ts'
import { XP_SOURCES, type SimulatedMember, type XpSource } from './missions/mission-rules.ts'
import { planProblem, type PlanProblem } from './plan-problem.ts'
import { programmeDayOf, type ProgrammeDay } from './programme-day.ts'
import { tokenText, tokenUnits } from './round.ts'
import { MAX_SEASON_DAYS, type SeasonPlan } from './season-plan.ts'
import {
  COUNTS,
  invitesOf,
  simulateGroups,
  type Habit,
  type InviteXp,
  type SimulationOptions,
} from './simulated-groups.ts'
import { simulateFarm, type SimulatedFarm } from './simulated-farm.ts'
import { xpOf, type DayGain } from './simulated-member.ts'

export {
  HABITS,
  invitesOf,
  type Habit,
  type InviteXp,
  type SimulationOptions,
} from './simulated-groups.ts'

type SimulatedDate = {
  /** Counts from 1. */
  day: number
  date: ProgrammeDay
  xp: number
  bySource: Record<XpSource, number>
  tickets: number
  ticketsUsed: number
  spins: number
  checkIns: number
}

export type SeasonSimulation = {
  members: number
  days: number
  /** The expected sums of all members, which are the sums of the days. */
  xp: number
  tickets: number
  spins: number
  checkIns: number
  /** The sum of all round pools, which is the maximum cost of the season. */
  reward: string
  habits: (Habit & { members: number; each: SimulatedMember })[]
  daily: SimulatedDate[]
  /** The day on which each habit reaches each tier; null if it does not. */
  tiers: { habit: string; reachedOn: (number | null)[] }[]
  costPerMember: { reward: string; xp: number; tickets: number }
  /** Only if farms are part of the simulation; no other figure contains them. */
  farming?: SimulatedFarm
}

/**
 * Estimates the cost of a season: for each habit, one member goes through it day by day under the
 * season's own rules, spins with the mean prize, spends every ticket, buys what is affordable and
 * completes every available mission. All members share the limits of missions and the stock of the
 * shop; on each day the most active habit comes first.
 */
export function simulateSeason(
  plan: SeasonPlan,
  options: number | SimulationOptions,
): SeasonSimulation {
  const simulated = typeof options === 'number' ? { members: options } : options
  const { members } = simulated
  const { groups, days, times } = simulateGroups(plan, simulated)
  const daily = dailySeries(times, days)
  const sum = (of: (day: SimulatedDate) => number) => daily.reduce((all, day) => all + of(day), 0)
  const pools = plan.rounds.map(({ pool }) => tokenUnits(pool, plan.reward.decimals) ?? 0n)
  const reward = pools.reduce((total, pool) => total + pool, 0n)
  const [xp, tickets] = [sum((day) => day.xp), sum((day) => day.tickets)]
  return {
    members,
    days: daily.length,
    xp,
    tickets,
    spins: sum(({ spins }) => spins),
    checkIns: sum(({ checkIns }) => checkIns),
    reward: tokenText(reward, plan.reward.decimals),
    habits: groups.map(({ name, share, daysPerWeek, members: size, each }) => ({
      name,
      share,
      daysPerWeek,
      members: size,
      each: roundedMember(each),
    })),
    daily,
    tiers: groups.map(({ name, reachedOn }) => ({ habit: name, reachedOn })),
    costPerMember: {
      reward: tokenText(members > 0 ? reward / BigInt(members) : 0n, plan.reward.decimals),
      xp: members > 0 ? Math.round(xp / members) : 0,
      tickets: members > 0 ? Math.round((tickets / members) * 10) / 10 : 0,
    },
    ...((simulated.farmShare ?? 0) > 0 ? { farming: simulateFarm(plan, simulated) } : {}),
  }
}

/** Returns false for a plan whose rules cannot be applied; its problems say why. */
export function isSimulable({ startAt, endAt, tiers, spin }: SeasonPlan): boolean {
  const span = Date.parse(endAt) - Date.parse(startAt)
  // The time of a simulation grows with the days, which a draft does not limit.
  const hasDays = span > 0 && span <= MAX_SEASON_DAYS * DAY_MS
  return hasDays && tiers[0]?.minXp === 0 && spin.prizes.some(({ weight }) => weight > 0)
}

/**
 * Returns the plan with every mission switched on. One person can switch a mission on in a running
 * season, so that the budget has to cover all of them.
 */
export function withEveryMission(plan: SeasonPlan): SeasonPlan {
  return { ...plan, missions: plan.missions.map((mission) => ({ ...mission, enabled: true })) }
}

/** Returns every way in which the season, with invites under these terms, exceeds its budget. */
export function validateSeasonCost(plan: SeasonPlan, invites?: InviteXp): PlanProblem[] {
  if (!isSimulable(plan)) return []
  const { members } = plan.budget
  const expected = simulateSeason(withEveryMission(plan), {
    members,
    ...(invites && { invites: invitesOf(invites) }),
  })
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

/**
 * Rounds every series by its running sum, so that days are whole numbers and never drift from the
 * total.
 */
function dailySeries(times: readonly Date[], days: readonly DayGain[]): SimulatedDate[] {
  const series = (of: (day: DayGain) => number) => {
    let sum = 0
    let shown = 0
    return days.map((day) => {
      sum += of(day)
      const value = Math.round(sum) - shown
      shown += value
      return value
    })
  }
  const xp = XP_SOURCES.map((source) => [source, series((day) => day.bySource[source])] as const)
  const counts = COUNTS.map((key) => [key, series((day) => day[key])] as const)
  return times.map((now, at) => {
    const bySource = Object.fromEntries(
      xp.map(([source, values]) => [source, values[at] ?? 0]),
      // The entries name every source, which the compiler cannot see.
    ) as Record<XpSource, number>
    const counted = Object.fromEntries(
      counts.map(([key, values]) => [key, values[at] ?? 0]),
      // As above, the entries name every count.
    ) as Record<(typeof COUNTS)[number], number>
    return { day: at + 1, date: programmeDayOf(now), xp: xpOf({ bySource }), bySource, ...counted }
  })
}

function roundedMember({ xp, tickets, spins, checkIns }: SimulatedMember): SimulatedMember {
  return {
    xp: Math.round(xp),
    tickets: Math.round(tickets),
    spins: Math.round(spins),
    checkIns: Math.round(checkIns),
  }
}
