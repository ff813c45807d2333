import { DAY_MS } from './duration.ts'
import type { Texts } from './missions/mission-plan.ts'
import type { SpinPrize } from './missions/spin/spin.ts'
import type { SeasonChange } from './season-change.ts'
import type { PlannedMission, SeasonPlan } from './season-plan.ts'

/** The texts, pictures and links of a mission that may change while the season runs. */
export type MissionTexts = {
  missionId: number
  title?: Texts | undefined
  description?: Texts | undefined
  imageUrl?: string | null | undefined
  linkUrl?: string | null | undefined
}

export type TextsChange = {
  kind: 'TEXTS'
  title?: Texts | undefined
  description?: Texts | undefined
  imageUrl?: string | null | undefined
  missions?: readonly MissionTexts[] | undefined
  banners?: SeasonPlan['banners'] | undefined
}

/** A change of a published season with its content. */
export type LiveChange =
  | Exclude<SeasonChange, { kind: 'EXTEND' | 'PAUSE' | 'RESUME' | 'TEXTS' | 'ODDS' }>
  | { kind: 'PAUSE' | 'RESUME' }
  | TextsChange
  | { kind: 'ODDS'; prizes: readonly SpinPrize[] }
  /** The present end shows whether the season was extended meanwhile. */
  | { kind: 'EXTEND'; days: number; endAt: string }

/** Returns the plan after a change. A pause is no part of the plan. */
export function changedPlan(plan: SeasonPlan, change: LiveChange): SeasonPlan {
  const withMission = (missionId: number, part: Partial<PlannedMission>): SeasonPlan => ({
    ...plan,
    missions: plan.missions.map((mission) =>
      mission.missionId === missionId ? { ...mission, ...part } : mission,
    ),
  })
  switch (change.kind) {
    case 'MISSION_OFF':
    case 'MISSION_ON':
      return withMission(change.missionId, { enabled: change.kind === 'MISSION_ON' })
    case 'MISSION_LIMIT':
      return withMission(change.missionId, { maxCompletions: change.maxCompletions })
    case 'MISSION_REWARD':
      return withMission(change.missionId, { rewardXp: change.rewardXp })
    case 'ODDS':
      return { ...plan, spin: { ...plan.spin, prizes: change.prizes } }
    case 'EXTEND':
      return extended(plan, change.days)
    case 'TEXTS':
      return withTexts(plan, change)
    case 'PAUSE':
    case 'RESUME':
    case 'POOL':
    case 'THRESHOLD':
    case 'ROUND':
      return plan
  }
}

/** The days are programme days of 24 hours and belong to the last round. */
function extended(plan: SeasonPlan, days: number): SeasonPlan {
  const endAt = new Date(Date.parse(plan.endAt) + days * DAY_MS).toISOString()
  return {
    ...plan,
    endAt,
    rounds: plan.rounds.map((round, at) =>
      at === plan.rounds.length - 1 ? { ...round, endAt } : round,
    ),
  }
}

function withTexts(
  plan: SeasonPlan,
  { title, description, imageUrl, missions = [], banners }: TextsChange,
): SeasonPlan {
  return {
    ...plan,
    ...known({ title, description, imageUrl, banners }),
    missions: plan.missions.map((mission) => {
      const change = missions.find(({ missionId }) => missionId === mission.missionId)
      return change ? { ...mission, ...known(change) } : mission
    }),
  }
}

type Known<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }

/** Leaves out the fields that the change does not name. */
function known<Fields extends object>(fields: Fields): Known<Fields> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  // The entries are those of the fields, without the undefined ones.
  return Object.fromEntries(entries) as Known<Fields>
}
