import { DAY_MS } from './duration.ts'
import { levelOf } from './level.ts'
import type { MissionPlan } from './missions/mission-plan.ts'
import type { SimulatedMember, XpSource } from './missions/mission-rules.ts'
import { MISSION_TYPES, rulesOf } from './missions/registry.ts'
import { programmeDayOf, startOfDay } from './programme-day.ts'
import type { SeasonPlan } from './season-plan.ts'
import { simulateShop, type TakesStock } from './simulated-shop.ts'
import { tierOf, withBonuses } from './tier.ts'

/** The state of a simulated member between two days. */
export type Course = {
  /** The XP that counts for tier and level; XP from the shop does not. */
  seasonXp: number
  /** The XP that the member can spend. */
  spendable: number
  checkIns: number
  /** The number of active days so far. */
  activeDays: number
  /** The expected purchases of each product so far. */
  bought: number[]
  /** True once the goal of all invites is counted. */
  hasInviteGoal: boolean
}

export type DayGain = Omit<SimulatedMember, 'xp'> & {
  bySource: Record<XpSource, number>
  ticketsUsed: number
}

/** The conditions of a day, which depend on all members. */
type DayTerms = {
  now: Date
  completes: (mission: MissionPlan) => number
  takesStock: TakesStock
  prizesOf: (spins: number) => number
  inviteXp: number
}

export function beginCourse(plan: SeasonPlan): Course {
  return {
    seasonXp: 0,
    spendable: 0,
    checkIns: 0,
    activeDays: 0,
    bought: plan.products.map(() => 0),
    hasInviteGoal: false,
  }
}

export function emptyGain(): DayGain {
  return {
    bySource: { checkIn: 0, spin: 0, mission: 0, product: 0, invite: 0 },
    tickets: 0,
    ticketsUsed: 0,
    spins: 0,
    checkIns: 0,
  }
}

/** Returns noon of every day, or the closest time that the first and the last day allow. */
export function timesOf({ startAt, endAt }: Pick<SeasonPlan, 'startAt' | 'endAt'>): Date[] {
  const from = Date.parse(startAt)
  const until = Date.parse(endAt)
  const times: Date[] = []
  for (let at = startOfDay(programmeDayOf(new Date(from))).getTime(); at < until; at += DAY_MS) {
    times.push(new Date(Math.min(until - 1, Math.max(from, at + DAY_MS / 2))))
  }
  return times
}

/**
 * Lets a member live through one active day under the season's own rules: complete every available
 * mission, buy what is affordable, and spend all tickets.
 */
export function liveDay(plan: SeasonPlan, course: Course, terms: DayTerms): DayGain {
  const tier = tierOf(plan.tiers, course.seasonXp)
  const bonus = {
    levelPercent: levelOf(plan.levels, course.seasonXp).bonusPercent,
    tierPercent: tier.bonusPercent,
  }
  const day = {
    season: plan,
    now: terms.now,
    isFirst: course.activeDays === 0,
    checkIns: course.checkIns,
    ticketsPerDay: tier.ticketsPerDay,
    withBonuses: (xp: number) => withBonuses(xp, bonus).totalXp,
    completes: terms.completes,
    prizesOf: terms.prizesOf,
    inviteXp: terms.inviteXp,
  }
  const gain = emptyGain()
  const add = (source: XpSource, { xp = 0, tickets = 0, spins = 0, checkIns = 0 }: PartialGain) => {
    gain.bySource[source] += xp
    gain.tickets += tickets
    gain.spins += spins
    gain.checkIns += checkIns
    course.seasonXp += xp
    course.spendable += xp
  }
  const open = openMissions(plan)
  for (const { rules, missions } of open) {
    add(rules.xpSource ?? 'mission', rules.simulate?.(day, missions) ?? {})
  }
  const shop = simulateShop(plan.products, course, { tickets: gain.tickets, ...terms })
  gain.bySource.product += shop.xp
  const share =
    tier.ticketsPerDay > 0 ? Math.max(0, gain.tickets - shop.ticketsPaid) / tier.ticketsPerDay : 0
  gain.tickets += shop.tickets
  for (const { rules } of open) {
    const turns = rules.simulateTickets?.(day, { share, bought: shop.tickets })
    if (!turns) continue
    add(rules.xpSource ?? 'mission', turns)
    gain.ticketsUsed +=
      Math.max(0, (turns.spins ?? 0) - plan.spin.freePerDay) * plan.spin.ticketsPerSpin
  }
  gain.ticketsUsed += shop.ticketsPaid
  course.checkIns += gain.checkIns
  course.activeDays += 1
  return gain
}

type PartialGain = Partial<SimulatedMember>

/** Returns the missions by type. A type whose missions are all switched off gives nothing. */
function openMissions({ missions }: SeasonPlan) {
  return MISSION_TYPES.flatMap((type) => {
    const planned = missions.filter((mission) => mission.type === type)
    const open = planned.filter(({ enabled }) => enabled)
    if (planned.length > 0 && open.length === 0) return []
    return [{ rules: rulesOf(type), missions: open }]
  })
}

export function xpOf({ bySource }: Pick<DayGain, 'bySource'>): number {
  return Object.values(bySource).reduce((sum, xp) => sum + xp, 0)
}
