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
import { planProblem, type PlanProblem } from './plan-problem.ts'
import { validateProducts, type PlannedProduct } from './planned-product.ts'
import { daysBetween } from './programme-day.ts'
import { CHECK_IN_DAYS_FOR_REWARD, tokenText, tokenUnits } from './round.ts'
import type { Tier } from './tier.ts'

export type { PlannedProduct } from './planned-product.ts'
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
  /** The shop, which opens with the season. */
  products: readonly PlannedProduct[]
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
export const MAX_SEASON_DAYS = 180

/** Level bonuses reward long membership, not the first weeks. */
const FIRST_BONUS_LEVEL = 100

/** Deep links lead to these in every season. */
const FIXED_MISSIONS: readonly [number, MissionType][] = MISSION_TYPES.flatMap((type) => {
  const { fixedId } = rulesOf(type).plan
  return fixedId === undefined ? [] : [[fixedId, type]]
})

/**
 * Returns every problem of a plan in terms its author knows; an empty list means that it is valid.
 */
export function validateSeasonPlan(plan: SeasonPlan): PlanProblem[] {
  return [
    ...validateTime(plan),
    ...validateRounds(plan),
    ...validateTiers(plan),
    ...validateLevels(plan),
    ...validateSpin(plan),
    ...validateMissions(plan),
    ...validateProducts(plan.products),
  ]
}

function validateTime({ startAt, endAt }: SeasonPlan): PlanProblem[] {
  const span = Date.parse(endAt) - Date.parse(startAt)
  if (span <= 0) {
    const text = `The season ends at ${endAt}, before it has begun at ${startAt}`
    return [planProblem('endAt', 'SEASON_BACKWARDS', text, { startAt, endAt })]
  }
  if (span <= MAX_SEASON_DAYS * DAY_MS) return []
  const text = `A season lasts at most ${MAX_SEASON_DAYS} days`
  return [planProblem('endAt', 'SEASON_TOO_LONG', text, { days: MAX_SEASON_DAYS })]
}

function validateRounds(plan: SeasonPlan): PlanProblem[] {
  const { rounds } = plan
  if (rounds.length === 0) {
    return [planProblem('rounds', 'ROUNDS_NONE', 'A season has at least one round')]
  }
  return [
    ...rounds.flatMap((_, at) => validateRound(plan, at)),
    ...validateEdges(plan),
    ...validatePools(plan),
  ]
}

function validateRound({ rounds, reward }: SeasonPlan, at: number): PlanProblem[] {
  const round = rounds[at]
  if (!round) return []
  const problems: PlanProblem[] = []
  const before = rounds[at - 1]
  const number = at + 1
  const path = `rounds.${at}`
  const name = `Round ${number}`
  const startAt = Date.parse(round.startAt)
  if (Date.parse(round.endAt) <= startAt) {
    const text = `${name} ends before it has begun`
    problems.push(planProblem(`${path}.endAt`, 'ROUND_BACKWARDS', text, { round: number }))
  } else if (
    daysBetween(new Date(round.startAt), new Date(round.endAt)) < CHECK_IN_DAYS_FOR_REWARD
  ) {
    const text = `${name} is too short: a reward needs ${CHECK_IN_DAYS_FOR_REWARD} check-in days`
    const values = { round: number, days: CHECK_IN_DAYS_FOR_REWARD }
    problems.push(planProblem(`${path}.endAt`, 'ROUND_TOO_SHORT', text, values))
  }
  const neighbours = { before: at, round: number }
  if (before && startAt < Date.parse(before.endAt)) {
    const text = `${name} overlaps round ${at}`
    problems.push(planProblem(`${path}.startAt`, 'ROUND_OVERLAP', text, neighbours))
  }
  if (before && startAt > Date.parse(before.endAt)) {
    const text = `There is a gap between round ${at} and round ${number}`
    problems.push(planProblem(`${path}.startAt`, 'ROUND_GAP', text, neighbours))
  }
  if (tokenUnits(round.pool, reward.decimals) === undefined) {
    const text = `${name} has a pool of ${round.pool}, with more decimals than ${reward.symbol} has`
    const values = { round: number, pool: round.pool, symbol: reward.symbol }
    problems.push(planProblem(`${path}.pool`, 'POOL_TOO_FINE', text, values))
  }
  return problems
}

function validateEdges({ rounds, startAt, endAt }: SeasonPlan): PlanProblem[] {
  const problems: PlanProblem[] = []
  if (Date.parse(rounds[0]?.startAt ?? '') !== Date.parse(startAt)) {
    const text = 'The first round does not begin with the season'
    problems.push(planProblem('rounds.0.startAt', 'FIRST_ROUND_START', text))
  }
  if (Date.parse(rounds.at(-1)?.endAt ?? '') !== Date.parse(endAt)) {
    const text = 'The last round does not end with the season'
    problems.push(planProblem(`rounds.${rounds.length - 1}.endAt`, 'LAST_ROUND_END', text))
  }
  return problems
}

function validatePools({ rounds, reward, budget }: SeasonPlan): PlanProblem[] {
  const limit = tokenUnits(budget.reward, reward.decimals)
  const sum = rounds
    .map(({ pool }) => tokenUnits(pool, reward.decimals) ?? 0n)
    .reduce((total, pool) => total + pool, 0n)
  if (limit !== undefined && sum <= limit) return []
  const text = `The pools of all rounds exceed the budget of ${budget.reward} ${reward.symbol}`
  const values = {
    pools: tokenText(sum, reward.decimals),
    budget: budget.reward,
    symbol: reward.symbol,
  }
  return [planProblem('budget.reward', 'POOLS_OVER_BUDGET', text, values)]
}

function validateTiers({ tiers }: SeasonPlan): PlanProblem[] {
  if (tiers.length === 0) {
    return [planProblem('tiers', 'TIERS_NONE', 'A season has at least one tier')]
  }
  const problems: PlanProblem[] = []
  if (tiers[0]?.minXp !== 0) {
    const text = 'The lowest tier does not begin at 0 XP'
    problems.push(planProblem('tiers.0.minXp', 'TIER_NOT_AT_ZERO', text))
  }
  tiers.forEach((tier, at) => {
    const before = tiers[at - 1]
    if (!before) return
    const name = `Tier ${tier.name.en}`
    const path = `tiers.${at}`
    if (tier.minXp <= before.minXp) {
      const text = `${name} is out of order: ${tier.minXp} XP after ${before.minXp} XP`
      const values = { tier: tier.name.en, minXp: tier.minXp, before: before.minXp }
      problems.push(planProblem(`${path}.minXp`, 'TIER_ORDER', text, values))
    }
    if (tier.bonusPercent < before.bonusPercent || tier.ticketsPerDay < before.ticketsPerDay) {
      const field = tier.bonusPercent < before.bonusPercent ? 'bonusPercent' : 'ticketsPerDay'
      const text = `${name} gives less than the tier below it`
      const values = { tier: tier.name.en }
      problems.push(planProblem(`${path}.${field}`, 'TIER_GIVES_LESS', text, values))
    }
  })
  return problems
}

function validateLevels({ levels }: SeasonPlan): PlanProblem[] {
  const problems: PlanProblem[] = []
  levels.bonuses.forEach((bonus, at) => {
    const before = levels.bonuses[at - 1]
    const { fromLevel } = bonus
    const add = (code: PlanProblem['code'], text: string, more: PlanProblem['values'] = {}) =>
      problems.push(
        planProblem(`levels.bonuses.${at}.fromLevel`, code, text, { level: fromLevel, ...more }),
      )
    if (fromLevel < FIRST_BONUS_LEVEL) {
      const text = `A level bonus starts at level ${fromLevel}, but the minimum is ${FIRST_BONUS_LEVEL}`
      add('LEVEL_BONUS_TOO_LOW', text, { least: FIRST_BONUS_LEVEL })
    }
    if (fromLevel > levels.topLevel) {
      const text = `The bonus of level ${fromLevel} is above the highest level`
      add('LEVEL_BONUS_TOO_HIGH', text, { top: levels.topLevel })
    }
    if (before && (fromLevel <= before.fromLevel || bonus.percent < before.percent)) {
      add('LEVEL_BONUS_ORDER', `The bonus of level ${fromLevel} is out of order`)
    }
  })
  return problems
}

function validateSpin({ spin, budget }: SeasonPlan): PlanProblem[] {
  const problems: PlanProblem[] = []
  const total = spin.prizes.reduce((sum, { weight }) => sum + weight, 0)
  if (total !== SPIN_WEIGHT_TOTAL) {
    const text = `The odds of the spin sum to ${total / 100} %, not to 100 % (${SPIN_WEIGHT_TOTAL})`
    problems.push(planProblem('spin.prizes', 'SPIN_ODDS_SUM', text, { percent: total / 100 }))
  }
  const mean = total > 0 ? meanPrize(spin.prizes) : 0
  if (mean > budget.spinXp) {
    const text = `A spin gives ${mean.toFixed(1)} XP on average, over the budget of ${budget.spinXp} XP`
    const values = { mean: mean.toFixed(1), budget: budget.spinXp }
    problems.push(planProblem('spin.prizes', 'SPIN_MEAN_OVER_BUDGET', text, values))
  }
  const amounts = spin.prizes.map(({ xp }) => xp)
  const twice = amounts.findIndex((xp, at) => amounts.indexOf(xp) !== at)
  if (twice >= 0) {
    const text = 'The spin has a duplicate prize'
    const values = { xp: amounts[twice] ?? 0 }
    problems.push(planProblem(`spin.prizes.${twice}.xp`, 'SPIN_PRIZE_TWICE', text, values))
  }
  return problems
}

function validateMissions({ missions }: SeasonPlan): PlanProblem[] {
  const problems: PlanProblem[] = []
  const ids = missions.map(({ missionId }) => missionId)
  for (const id of new Set(ids.filter((id, at) => ids.indexOf(id) !== at))) {
    const path = `missions.${ids.lastIndexOf(id)}.missionId`
    problems.push(
      planProblem(path, 'MISSION_TWICE', `Mission ${id} is listed twice`, { mission: id }),
    )
  }
  for (const [id, type] of FIXED_MISSIONS) {
    const at = ids.indexOf(id)
    if (missions[at]?.type === type) continue
    const text = `Mission ${id} is of type ${type} in every season`
    const path = at < 0 ? 'missions' : `missions.${at}.type`
    problems.push(planProblem(path, 'MISSION_FIXED', text, { mission: id, type }))
  }
  missions.forEach((mission, at) => problems.push(...validateMission(mission, `missions.${at}`)))
  return problems
}

function validateMission(mission: PlannedMission, path: string): PlanProblem[] {
  const problems: PlanProblem[] = []
  const { missionId, type, category } = mission
  const { plan } = rulesOf(type)
  const add = (
    field: string,
    code: PlanProblem['code'],
    text: string,
    more: PlanProblem['values'] = {},
  ) =>
    problems.push(
      planProblem(`${path}.${field}`, code, `Mission ${missionId} of type ${type} ${text}`, {
        mission: missionId,
        type,
        ...more,
      }),
    )
  if (category !== plan.category) {
    add('category', 'MISSION_CATEGORY', `belongs to ${plan.category}, not to ${category}`, {
      category: plan.category,
    })
  }
  if (plan.isSingle && plan.fixedId !== missionId) {
    add('type', 'MISSION_NOT_SINGLE', 'must be the only one')
  }
  if (plan.isDaily && mission.repeat !== 'DAILY') {
    add('repeat', 'MISSION_NOT_DAILY', 'must be repeated daily')
  }
  if (plan.isUnlimited && mission.maxCompletions !== null) {
    add('maxCompletions', 'MISSION_LIMITED', 'must not limit completions')
  }
  for (const part of ['partner', 'proof', 'terms'] as const) {
    if (mission[part] && !plan.allowedParts.includes(part)) {
      const verb = part === 'partner' ? 'has' : 'takes'
      add(part, 'MISSION_PART', `${verb} no ${part}`, { part })
    }
  }
  return [...problems, ...(plan.validate?.(mission, path) ?? [])]
}
