import type { InviteTerms } from './invite.ts'
import type { MissionPlan } from './missions/mission-plan.ts'
import { XP_SOURCES, type SimulatedMember } from './missions/mission-rules.ts'
import { meanPrize } from './missions/spin/spin.ts'
import type { SeasonPlan } from './season-plan.ts'
import {
  beginCourse,
  emptyGain,
  liveDay,
  timesOf,
  xpOf,
  type Course,
  type DayGain,
} from './simulated-member.ts'

/** A group of members: its share of all members, and its active days per week. */
export type Habit = { name: string; share: number; daysPerWeek: number }

/** Most members are active now and then; the few daily members cost the most. */
export const HABITS: readonly Habit[] = [
  { name: 'daily', share: 0.2, daysPerWeek: 7 },
  { name: 'regular', share: 0.3, daysPerWeek: 4 },
  { name: 'casual', share: 0.5, daysPerWeek: 1 },
]

/** The members who invite friends; the terms belong to the programme, not to the season. */
type SimulatedInvites = {
  /** The share of members whose first friend joins. */
  share: number
  /** The share of members who reach the goal of all invites. */
  goalShare: number
  terms: InviteXp
}

export type InviteXp = Pick<InviteTerms, 'firstInviteXp' | 'totalInviteXp'>

/** A fifth of the members bring a friend, and one in fifty reaches the goal of all invites. */
export function invitesOf(terms: InviteXp): SimulatedInvites {
  return { share: 0.2, goalShare: 0.02, terms }
}

export type SimulationOptions = {
  members: number
  habits?: readonly Habit[]
  /** The share of the available missions that active members complete. */
  turnout?: number
  invites?: SimulatedInvites
  /** Accounts of farms that join besides the members, as a share of these. */
  farmShare?: number
}

/** One member who stands for all members of a habit. */
export type Group = Habit & {
  members: number
  course: Course
  each: SimulatedMember
  /** The XP from prizes so far. */
  prizeXp: number
  reachedOn: (number | null)[]
  /** The share of what the group asked for that the shared limits left it, by mission and product. */
  served: { mission: Map<number, Served>; product: Map<number, Served> }
}

type Served = { wanted: number; taken: number }

/** Lets all groups live through the season, and returns the sums of all members by day. */
export function simulateGroups(
  plan: SeasonPlan,
  { members, habits = HABITS, turnout = 1, invites }: SimulationOptions,
): { groups: Group[]; days: DayGain[]; times: Date[] } {
  const groups = habits.map((habit) => beginGroup(plan, habit, members))
  const limits = sharedLimits(plan)
  const mean = meanPrize(plan.spin.prizes)
  const times = timesOf(plan)
  const days = times.map((now, day) => {
    const total = emptyGain()
    for (const group of groups) {
      if (isActiveOn(day, group)) {
        const gain = liveDay(plan, group.course, {
          now,
          completes: (mission) => limits.completes(group, mission, turnout),
          takesStock: (at, wanted) => limits.takesStock(group, at, wanted),
          prizesOf: (spins) => spins * mean,
          inviteXp: takeInviteXp(invites, group.course, { day, days: times.length }),
        })
        const whole = withWholePrizes(group, gain)
        countEach(group, whole)
        addGain(total, whole, group.members)
      }
      markTiers(plan, group, day + 1)
    }
    return total
  })
  return { groups, days, times }
}

function beginGroup(plan: SeasonPlan, habit: Habit, members: number): Group {
  return {
    ...habit,
    members: Math.round(members * habit.share),
    course: beginCourse(plan),
    each: { xp: 0, tickets: 0, spins: 0, checkIns: 0 },
    prizeXp: 0,
    reachedOn: plan.tiers.map(() => null),
    served: { mission: new Map(), product: new Map() },
  }
}

/** Counts down what all members share: the limits of missions and the stock of products. */
function sharedLimits({ missions, products }: SeasonPlan) {
  const left = new Map(missions.map(({ missionId, maxCompletions }) => [missionId, maxCompletions]))
  const stock = new Map(products.map((product, at) => [at, product.stock]))
  /** Returns the quantity per member of the group. */
  const take = (
    { members }: Group,
    served: Map<number, Served>,
    { rests, id, wanted }: { rests: Map<number, number | null>; id: number; wanted: number },
  ): number => {
    const rest = rests.get(id) ?? null
    const asked = wanted * members
    const taken = rest === null ? asked : Math.min(rest, asked)
    if (rest !== null) rests.set(id, rest - taken)
    const before = served.get(id) ?? { wanted: 0, taken: 0 }
    served.set(id, { wanted: before.wanted + asked, taken: before.taken + taken })
    return members > 0 ? taken / members : 0
  }
  return {
    completes: (group: Group, { missionId }: MissionPlan, wanted: number) =>
      take(group, group.served.mission, { rests: left, id: missionId, wanted }),
    takesStock: (group: Group, at: number, wanted: number) =>
      take(group, group.served.product, { rests: stock, id: at, wanted }),
  }
}

/** The first friend joins on the first active day, the last one in the second half of the season. */
export function takeInviteXp(
  invites: SimulatedInvites | undefined,
  course: Course,
  { day, days }: { day: number; days: number },
): number {
  if (!invites) return 0
  const { share, goalShare, terms } = invites
  const first = course.activeDays === 0 ? terms.firstInviteXp * share : 0
  if (course.hasInviteGoal || day < days / 2) return first
  course.hasInviteGoal = true
  return first + terms.totalInviteXp * goalShare
}

/** Rounds the mean prizes by their running sum, because no member gets a part of an XP. */
function withWholePrizes(group: Group, gain: DayGain): DayGain {
  const before = Math.round(group.prizeXp)
  group.prizeXp += gain.bySource.spin
  return { ...gain, bySource: { ...gain.bySource, spin: Math.round(group.prizeXp) - before } }
}

function countEach({ each }: Group, gain: DayGain): void {
  each.xp += xpOf(gain)
  each.tickets += gain.tickets
  each.spins += gain.spins
  each.checkIns += gain.checkIns
}

function markTiers(plan: SeasonPlan, { course, reachedOn }: Group, day: number): void {
  plan.tiers.forEach(({ minXp }, at) => {
    if (reachedOn[at] === null && course.seasonXp >= minXp) reachedOn[at] = day
  })
}

/** The counts of a day besides XP. */
export const COUNTS = ['tickets', 'ticketsUsed', 'spins', 'checkIns'] as const

function addGain(total: DayGain, gain: DayGain, members: number): void {
  for (const source of XP_SOURCES) total.bySource[source] += gain.bySource[source] * members
  for (const key of COUNTS) total[key] += gain[key] * members
}

/** Spreads the active days evenly over the week, starting with the first day. */
export function isActiveOn(day: number, { daysPerWeek }: Habit): boolean {
  const dayOfWeek = day % 7
  return Math.floor(((dayOfWeek + 1) * daysPerWeek) / 7) > Math.floor((dayOfWeek * daysPerWeek) / 7)
}
