import { CHECK_IN_DAYS_FOR_REWARD, tokenText, tokenUnits } from './round.ts'
import type { SeasonPlan } from './season-plan.ts'
import {
  isActiveOn,
  simulateGroups,
  type Group,
  type Habit,
  type SimulationOptions,
} from './simulated-groups.ts'

/** A script is active on every day and completes everything. */
const FARM_HABIT: Habit = { name: 'farm', share: 1, daysPerWeek: 7 }

/**
 * The least share of the accounts of farms that the assessment has to hold; the benchmark of fair
 * play fails below it.
 */
const HELD_SHARE_MIN = 0.8

export type SimulatedFarm = {
  accounts: number
  xp: number
  tickets: number
  /** The share of all round pools that the accounts would take, from 0 to 1. */
  rewardShare: number
  reward: string
  /** The part of it that holds keep from them. */
  heldShare: number
  heldReward: string
}

/** Estimates what farms take that join besides the expected members. */
export function simulateFarm(
  plan: SeasonPlan,
  { farmShare = 0, ...honest }: SimulationOptions,
): SimulatedFarm {
  const accounts = Math.round(honest.members * farmShare)
  const { groups, times } = simulateGroups(plan, honest)
  const farm = simulateGroups(plan, { members: accounts, habits: [FARM_HABIT] }).groups
  const taken = plan.rounds.map((round) => {
    const days = times.flatMap((time, day) =>
      time >= new Date(round.startAt) && time < new Date(round.endAt) ? day : [],
    )
    const own = sharingXp(farm, days)
    const all = own + sharingXp(groups, days)
    const pool = tokenUnits(round.pool, plan.reward.decimals) ?? 0n
    // Whole XP, so that no fraction is lost in the division of large amounts.
    const units = all > 0 ? (pool * BigInt(Math.round(own))) / BigInt(Math.round(all)) : 0n
    return { pool, units }
  })
  const sum = (of: (round: (typeof taken)[number]) => bigint) =>
    taken.reduce((total, round) => total + of(round), 0n)
  const [pools, units] = [sum(({ pool }) => pool), sum((round) => round.units)]
  const held = (units * BigInt(HELD_SHARE_MIN * 100)) / 100n
  const total = (of: (group: Group) => number) =>
    Math.round(farm.reduce((all, group) => all + of(group) * group.members, 0))
  return {
    accounts,
    xp: total(({ each }) => each.xp),
    tickets: total(({ each }) => each.tickets),
    rewardShare: pools > 0n ? Number((units * 1_000_000n) / pools) / 1_000_000 : 0,
    reward: tokenText(units, plan.reward.decimals),
    heldShare: HELD_SHARE_MIN,
    heldReward: tokenText(held, plan.reward.decimals),
  }
}

/** Sums the round XP of the groups that check in often enough to share the pool. */
function sharingXp(groups: readonly Group[], days: readonly number[]): number {
  return groups.reduce((sum, group) => {
    const active = days.filter((day) => isActiveOn(day, group)).length
    if (active < CHECK_IN_DAYS_FOR_REWARD || group.each.checkIns === 0) return sum
    return sum + (group.members * group.each.xp * active) / group.each.checkIns
  }, 0)
}
