import { DAY_MS } from './duration.ts'
import { planProblem, type PlanProblem, type PlanProblemCode } from './plan-problem.ts'
import { MAX_SEASON_DAYS, type SeasonPlan } from './season-plan.ts'

/** A change of a published season. Rounds and tiers are counted from 1. */
export type SeasonChange =
  | { kind: 'MISSION_OFF' | 'MISSION_ON'; missionId: number }
  | { kind: 'PAUSE' | 'RESUME' | 'TEXTS' | 'ODDS' }
  | { kind: 'MISSION_LIMIT'; missionId: number; maxCompletions: number }
  | { kind: 'MISSION_REWARD'; missionId: number; rewardXp: number }
  | { kind: 'EXTEND'; days: number }
  | { kind: 'POOL'; round: number; pool: string }
  | { kind: 'THRESHOLD'; tier: number; minXp: number }
  | { kind: 'ROUND'; round: number; startAt: string; endAt: string }

/**
 * The confirmation that a change needs: C1 shows its effect, C2 also asks for a reason, C4 for a
 * second person.
 */
export type ChangeLevel = 'C1' | 'C2' | 'C4'

type ChangeDecision =
  | { level: ChangeLevel; problems: readonly [] }
  /** The change is impossible, with the reasons. */
  | { level: null; problems: readonly PlanProblem[] }

/**
 * Decides whether a published season can be changed in this way. What a season gives can grow, but
 * members keep everything that they were promised.
 */
export function decideSeasonChange(
  plan: SeasonPlan,
  change: SeasonChange,
  now: Date,
): ChangeDecision {
  if (now.getTime() >= Date.parse(plan.endAt)) {
    return never('endAt', 'CHANGE_SEASON_ENDED', 'The season has ended and cannot be changed')
  }
  switch (change.kind) {
    case 'PAUSE':
      return allowed('C2')
    case 'RESUME':
    case 'TEXTS':
      return allowed('C1')
    case 'ODDS':
      return allowed('C4')
    case 'MISSION_OFF':
      return missionAt(plan, change.missionId) ? allowed('C2') : unknownMission(change.missionId)
    case 'MISSION_ON':
      return missionAt(plan, change.missionId) ? allowed('C1') : unknownMission(change.missionId)
    case 'MISSION_LIMIT':
      return decideLimit(plan, change)
    case 'MISSION_REWARD':
      return decideReward(plan, change)
    case 'EXTEND':
      return decideExtension(plan, change.days)
    case 'POOL': {
      const text = `The pool of round ${change.round} stays: members were promised it`
      const path = `rounds.${change.round - 1}.pool`
      return never(path, 'CHANGE_POOL', text, { round: change.round })
    }
    case 'THRESHOLD': {
      const text = `The threshold of tier ${change.tier} stays: members were promised it`
      const path = `tiers.${change.tier - 1}.minXp`
      return never(path, 'CHANGE_THRESHOLD', text, { tier: change.tier })
    }
    case 'ROUND': {
      const text = `The dates of round ${change.round} stay: members were promised them`
      const path = `rounds.${change.round - 1}.startAt`
      return never(path, 'CHANGE_ROUND_DATES', text, { round: change.round })
    }
  }
}

type Found = { path: string; mission: SeasonPlan['missions'][number] }

function missionAt(plan: SeasonPlan, missionId: number): Found | undefined {
  const at = plan.missions.findIndex((mission) => mission.missionId === missionId)
  const mission = plan.missions[at]
  return mission && { path: `missions.${at}`, mission }
}

function unknownMission(missionId: number): ChangeDecision {
  const text = `The season has no mission ${missionId}`
  return never('missions', 'CHANGE_MISSION_UNKNOWN', text, { mission: missionId })
}

function decideLimit(
  plan: SeasonPlan,
  { missionId, maxCompletions }: { missionId: number; maxCompletions: number },
): ChangeDecision {
  const found = missionAt(plan, missionId)
  if (!found) return unknownMission(missionId)
  const before = found.mission.maxCompletions
  if (before !== null && maxCompletions > before) return allowed('C4')
  const path = `${found.path}.maxCompletions`
  if (before === null) {
    const text = `Mission ${missionId} has no limit: members were promised it`
    return never(path, 'CHANGE_LIMIT_NONE', text, { mission: missionId })
  }
  const text = `The limit of mission ${missionId} can only rise above ${before}`
  return never(path, 'CHANGE_LIMIT_DOWN', text, { mission: missionId, before })
}

function decideReward(
  plan: SeasonPlan,
  { missionId, rewardXp }: { missionId: number; rewardXp: number },
): ChangeDecision {
  const found = missionAt(plan, missionId)
  if (!found) return unknownMission(missionId)
  const before = found.mission.rewardXp
  if (before !== null && before !== rewardXp) return allowed('C4')
  const text =
    before === null
      ? `Mission ${missionId} has no reward of its own`
      : `Mission ${missionId} gives ${before} XP already`
  const path = `${found.path}.rewardXp`
  return never(path, 'CHANGE_REWARD_SAME', text, { mission: missionId, before: before ?? 0 })
}

function decideExtension({ startAt, endAt }: SeasonPlan, days: number): ChangeDecision {
  if (!Number.isInteger(days) || days < 1) {
    const text = 'The season cannot end earlier: members were promised its days'
    return never('endAt', 'CHANGE_EARLIER_END', text)
  }
  const total = (Date.parse(endAt) - Date.parse(startAt)) / DAY_MS + days
  if (total <= MAX_SEASON_DAYS) return allowed('C4')
  const text = `A season lasts at most ${MAX_SEASON_DAYS} days`
  return never('endAt', 'SEASON_TOO_LONG', text, { days: MAX_SEASON_DAYS })
}

function allowed(level: ChangeLevel): ChangeDecision {
  return { level, problems: [] }
}

function never(
  path: string,
  code: PlanProblemCode,
  text: string,
  values: PlanProblem['values'] = {},
): ChangeDecision {
  return { level: null, problems: [planProblem(path, code, text, values)] }
}
