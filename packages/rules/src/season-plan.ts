import { DAY_MS } from './duration.ts'
import type { LevelCurve } from './level.ts'
import type { CheckInTerms } from './missions/check-in/check-in.ts'
import type { MissionPlan, Texts } from './missions/mission-plan.ts'
import { MISSION_TYPES, rulesOf, type MissionType } from './missions/registry.ts'
import {
  meanPrize,
  SPIN_WEIGHT_TOTAL,
  type SpinPrize,
  type SpinTerms,
} from './missions/spin/spin.ts'
import { daysBetween } from './programme-day.ts'
import { CHECK_IN_DAYS_FOR_REWARD, tokenUnits } from './round.ts'
import type { Tier } from './tier.ts'

export type { Texts } from './missions/mission-plan.ts'

export type PlannedMission = MissionPlan & { type: MissionType }

/** A complete season. A plan is written to a file, checked, simulated and published. */
export type SeasonPlan = {
  title: Texts
  description: Texts
  imageUrl: string | null
  startAt: string
  endAt: string
  reward: { symbol: string; decimals: number }
  rounds: readonly { startAt: string; endAt: string; pool: string }[]
  tiers: readonly (Tier & {
    name: Texts
    emblem: 'bronze' | 'silver' | 'gold' | 'platinum' | 'diamond'
  })[]
  levels: LevelCurve
  checkIn: CheckInTerms
  spin: SpinTerms & { prizes: readonly SpinPrize[] }
  missions: readonly PlannedMission[]
  banners: readonly { title: Texts; imageUrl: string; linkUrl: string | null }[]
  budget: SeasonBudget
}

/** The maximum cost of the season for this number of members. */
export type SeasonBudget = {
  members: number
  xp: number
  tickets: number
  /** The sum of all round pools. */
  reward: string
  /** The average per spin. */
  spinXp: number
}

/** A longer season would not fit into the sort key of the ranking. */
const MAX_SEASON_MS = 180 * DAY_MS

/** Deep links lead to these in every season. */
const FIXED_MISSIONS: readonly [number, MissionType][] = MISSION_TYPES.flatMap((type) => {
  const { fixedId } = rulesOf(type).plan
  return fixedId === undefined ? [] : [[fixedId, type]]
})

/**
 * Returns every problem of a plan in terms its author knows; an empty list means that it is valid.
 */
export function validateSeasonPlan(plan: SeasonPlan): string[] {
  return [
    ...validateTime(plan),
    ...validateRounds(plan),
    ...validateTiers(plan),
    ...validateLevels(plan),
    ...validateSpin(plan),
    ...validateMissions(plan),
  ]
}

function validateTime({ startAt, endAt }: SeasonPlan): string[] {
  const span = Date.parse(endAt) - Date.parse(startAt)
  if (span <= 0) return [`The season ends at ${endAt}, before it has begun at ${startAt}`]
  return span > MAX_SEASON_MS ? ['A season lasts at most 180 days'] : []
}

function validateRounds(plan: SeasonPlan): string[] {
  const { rounds, reward, budget } = plan
  if (rounds.length === 0) return ['A season has at least one round']
  const problems: string[] = []
  rounds.forEach((round, at) => {
    const name = `Round ${at + 1}`
    const before = rounds[at - 1]
    if (Date.parse(round.endAt) <= Date.parse(round.startAt)) {
      problems.push(`${name} ends before it has begun`)
    } else if (
      daysBetween(new Date(round.startAt), new Date(round.endAt)) < CHECK_IN_DAYS_FOR_REWARD
    ) {
      problems.push(
        `${name} is too short: a reward needs ${CHECK_IN_DAYS_FOR_REWARD} check-in days`,
      )
    }
    if (before && Date.parse(round.startAt) < Date.parse(before.endAt)) {
      problems.push(`${name} overlaps round ${at}`)
    }
    if (before && Date.parse(round.startAt) > Date.parse(before.endAt)) {
      problems.push(`There is a gap between round ${at} and round ${at + 1}`)
    }
    if (tokenUnits(round.pool, reward.decimals) === undefined) {
      problems.push(
        `${name} has a pool of ${round.pool}, with more decimals than ${reward.symbol} has`,
      )
    }
  })
  if (Date.parse(rounds[0]?.startAt ?? '') !== Date.parse(plan.startAt)) {
    problems.push('The first round does not begin with the season')
  }
  if (Date.parse(rounds.at(-1)?.endAt ?? '') !== Date.parse(plan.endAt)) {
    problems.push('The last round does not end with the season')
  }
  const limit = tokenUnits(budget.reward, reward.decimals)
  const pools = rounds.map(({ pool }) => tokenUnits(pool, reward.decimals) ?? 0n)
  if (limit === undefined || pools.reduce((sum, pool) => sum + pool, 0n) > limit) {
    problems.push(`The pools of all rounds exceed the budget of ${budget.reward} ${reward.symbol}`)
  }
  return problems
}

function validateTiers({ tiers }: SeasonPlan): string[] {
  if (tiers.length === 0) return ['A season has at least one tier']
  const problems: string[] = []
  if (tiers[0]?.minXp !== 0) problems.push('The lowest tier does not begin at 0 XP')
  tiers.forEach((tier, at) => {
    const before = tiers[at - 1]
    if (!before) return
    const name = `Tier ${tier.name.en}`
    if (tier.minXp <= before.minXp) {
      problems.push(`${name} is out of order: ${tier.minXp} XP after ${before.minXp} XP`)
    }
    if (tier.bonusPercent < before.bonusPercent || tier.ticketsPerDay < before.ticketsPerDay) {
      problems.push(`${name} gives less than the tier below it`)
    }
  })
  return problems
}

function validateLevels({ levels }: SeasonPlan): string[] {
  const problems: string[] = []
  levels.bonuses.forEach((bonus, at) => {
    const before = levels.bonuses[at - 1]
    if (bonus.fromLevel < 100) {
      problems.push(`A level bonus starts at level ${bonus.fromLevel}, but the minimum is 100`)
    }
    if (bonus.fromLevel > levels.topLevel) {
      problems.push(`The bonus of level ${bonus.fromLevel} is above the highest level`)
    }
    if (before && (bonus.fromLevel <= before.fromLevel || bonus.percent < before.percent)) {
      problems.push(`The bonus of level ${bonus.fromLevel} is out of order`)
    }
  })
  return problems
}

function validateSpin({ spin, budget }: SeasonPlan): string[] {
  const problems: string[] = []
  const total = spin.prizes.reduce((sum, { weight }) => sum + weight, 0)
  if (total !== SPIN_WEIGHT_TOTAL) {
    problems.push(
      `The odds of the spin sum to ${total / 100} %, not to 100 % (${SPIN_WEIGHT_TOTAL})`,
    )
  }
  const mean = total > 0 ? meanPrize(spin.prizes) : 0
  if (mean > budget.spinXp) {
    problems.push(
      `A spin gives ${mean.toFixed(1)} XP on average, over the budget of ${budget.spinXp} XP`,
    )
  }
  const amounts = spin.prizes.map(({ xp }) => xp)
  if (new Set(amounts).size !== amounts.length) problems.push('The spin has a duplicate prize')
  return problems
}

function validateMissions({ missions }: SeasonPlan): string[] {
  const problems: string[] = []
  const ids = missions.map(({ missionId }) => missionId)
  for (const id of new Set(ids.filter((id, at) => ids.indexOf(id) !== at))) {
    problems.push(`Mission ${id} is listed twice`)
  }
  for (const [id, type] of FIXED_MISSIONS) {
    if (missions.find(({ missionId }) => missionId === id)?.type !== type) {
      problems.push(`Mission ${id} is of type ${type} in every season`)
    }
  }
  for (const mission of missions) problems.push(...validateMission(mission))
  return problems
}

function validateMission(mission: PlannedMission): string[] {
  const problems: string[] = []
  const { missionId, type, category } = mission
  const name = `Mission ${missionId}`
  const { plan } = rulesOf(type)
  if (category !== plan.category) {
    problems.push(`${name} of type ${type} belongs to ${plan.category}, not to ${category}`)
  }
  if (plan.isSingle && plan.fixedId !== missionId) {
    problems.push(`${name} of type ${type} must be the only one`)
  }
  if (plan.isDaily && mission.repeat !== 'DAILY') {
    problems.push(`${name} of type ${type} must be repeated daily`)
  }
  if (plan.isUnlimited && mission.maxCompletions !== null) {
    problems.push(`${name} of type ${type} must not limit completions`)
  }
  for (const part of ['partner', 'proof', 'terms'] as const) {
    if (mission[part] && !plan.allowedParts.includes(part)) {
      problems.push(`${name} of type ${type} ${part === 'partner' ? 'has' : 'takes'} no ${part}`)
    }
  }
  return [...problems, ...(plan.validate?.(mission, name) ?? [])]
}
