import type { CheckInTerms } from './check-in.ts'
import { DAY_MS } from './duration.ts'
import type { LevelCurve } from './level.ts'
import type { MissionRepeat, MissionType } from './mission.ts'
import { daysBetween } from './programme-day.ts'
import { CHECK_IN_DAYS_FOR_REWARD, tokenUnits } from './round.ts'
import { meanPrize, SPIN_WEIGHT_TOTAL, type SpinPrize, type SpinTerms } from './spin.ts'
import type { Tier } from './tier.ts'

/** In every language of the product. */
export type Texts = { en: string; ko: string }

export type PlannedProof =
  | { kind: 'LINK' }
  | { kind: 'CODE'; code: string }
  | {
      kind: 'ONCHAIN'
      chainId: number
      requirement: Texts
      check:
        | { kind: 'HOLDS'; contract: string | null; minUnits: string }
        | { kind: 'CALLED'; contract: string; selector: string }
    }

/** Who offers a mission. The mark is a square picture of the app. */
export type PlannedPartner = { name: Texts; markUrl: string | null }

export type PlannedMission = {
  missionId: number
  type: MissionType
  category: 'earn' | 'purchase' | 'starlight'
  title: Texts
  description: Texts
  imageUrl: string | null
  linkUrl: string | null
  rewardXp: number | null
  repeat: MissionRepeat
  proof: PlannedProof | null
  /** Only of PARTNER missions; null where the season names nobody. */
  partner: PlannedPartner | null
  /** How often it can be completed by all members together; null is without end. */
  maxCompletions: number | null
}

/** Everything a season is. One is written to a file, judged, simulated and published. */
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

/** What the season may cost at most, if so many take part. */
export type SeasonBudget = {
  members: number
  xp: number
  tickets: number
  /** Of all round pools together. */
  reward: string
  /** Of one spin, on average. */
  spinXp: number
}

/** Longer ones would not fit into the order of the ranking. */
const LONGEST_SEASON_MS = 180 * DAY_MS

/** Deep links lead to these in every season. */
const FIXED_MISSIONS: readonly [number, MissionType][] = [
  [1, 'CHECK_IN'],
  [2, 'SPIN'],
  [3, 'TICKET'],
  [4, 'INVITE'],
  [5, 'PARTNER'],
  [6, 'PURCHASE'],
]

const CATEGORY_OF: Record<MissionType, PlannedMission['category']> = {
  CHECK_IN: 'earn',
  SPIN: 'earn',
  TICKET: 'earn',
  INVITE: 'earn',
  EARN: 'earn',
  PURCHASE: 'purchase',
  PARTNER: 'starlight',
}

/** Every reason why a plan cannot be a season, in the words of whoever wrote it; none is good. */
export function judgeSeasonPlan(plan: SeasonPlan): string[] {
  return [
    ...judgeTime(plan),
    ...judgeRounds(plan),
    ...judgeTiers(plan),
    ...judgeLevels(plan),
    ...judgeSpin(plan),
    ...judgeMissions(plan),
  ]
}

function judgeTime({ startAt, endAt }: SeasonPlan): string[] {
  const span = Date.parse(endAt) - Date.parse(startAt)
  if (span <= 0) return [`The season ends at ${endAt}, before it has begun at ${startAt}`]
  return span > LONGEST_SEASON_MS ? ['A season lasts at most 180 days'] : []
}

function judgeRounds(plan: SeasonPlan): string[] {
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
      problems.push(`${name} has a pool of ${round.pool}, more exact than ${reward.symbol} can be`)
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

function judgeTiers({ tiers }: SeasonPlan): string[] {
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

function judgeLevels({ levels }: SeasonPlan): string[] {
  const problems: string[] = []
  levels.bonuses.forEach((bonus, at) => {
    const before = levels.bonuses[at - 1]
    if (bonus.fromLevel < 100) {
      problems.push(`A level bonus begins at level ${bonus.fromLevel}, and not before 100`)
    }
    if (bonus.fromLevel > levels.topLevel) {
      problems.push(`Nobody reaches the bonus of level ${bonus.fromLevel}`)
    }
    if (before && (bonus.fromLevel <= before.fromLevel || bonus.percent < before.percent)) {
      problems.push(`The bonus of level ${bonus.fromLevel} is out of order`)
    }
  })
  return problems
}

function judgeSpin({ spin, budget }: SeasonPlan): string[] {
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
  if (new Set(amounts).size !== amounts.length) problems.push('A prize of the spin stands twice')
  return problems
}

function judgeMissions({ missions }: SeasonPlan): string[] {
  const problems: string[] = []
  const ids = missions.map(({ missionId }) => missionId)
  for (const id of new Set(ids.filter((id, at) => ids.indexOf(id) !== at))) {
    problems.push(`Mission ${id} stands twice`)
  }
  for (const [id, type] of FIXED_MISSIONS) {
    if (missions.find(({ missionId }) => missionId === id)?.type !== type) {
      problems.push(`Mission ${id} is of type ${type} in every season`)
    }
  }
  for (const mission of missions) problems.push(...judgeMission(mission))
  return problems
}

function judgeMission(mission: PlannedMission): string[] {
  const problems: string[] = []
  const { missionId, type, category, proof, linkUrl, rewardXp, repeat } = mission
  const name = `Mission ${missionId}`
  const proven = type === 'EARN' || type === 'PARTNER'
  const single = type === 'CHECK_IN' || type === 'SPIN' || type === 'TICKET'
  if (category !== CATEGORY_OF[type]) {
    problems.push(`${name} of type ${type} belongs to ${CATEGORY_OF[type]}, not to ${category}`)
  }
  if (single && FIXED_MISSIONS.every(([id]) => id !== missionId)) {
    problems.push(`${name} of type ${type} is a second one`)
  }
  if (type === 'CHECK_IN' || type === 'TICKET') {
    if (repeat !== 'DAILY') problems.push(`${name} of type ${type} is repeated daily`)
  }
  if ((type === 'CHECK_IN' || type === 'SPIN') && mission.maxCompletions !== null) {
    // They are everybody's: the first ones would use them up for all others.
    problems.push(`${name} of type ${type} has no limit on completions`)
  }
  if (type !== 'PARTNER' && mission.partner) {
    problems.push(`${name} of type ${type} has no partner`)
  }
  if (proven && !proof) problems.push(`${name} pays without a proof`)
  if (!proven && proof) problems.push(`${name} of type ${type} takes no proof`)
  if (proven && repeat === 'UNLIMITED') problems.push(`${name} could be repeated without end`)
  if (proven && rewardXp === null) problems.push(`${name} does not say what it pays`)
  if (proof?.kind === 'ONCHAIN' && repeat === 'DAILY') {
    // What a wallet holds or once did is true again every day, without anybody doing anything.
    problems.push(`${name} is proven on chain and can be done once, not daily`)
  }
  if (proof?.kind === 'LINK' && linkUrl === null) problems.push(`${name} has no link to open`)
  if (proof?.kind === 'CODE' && mission.maxCompletions === null) {
    problems.push(`${name} is proven by a code and has no limit on completions`)
  }
  return problems
}
