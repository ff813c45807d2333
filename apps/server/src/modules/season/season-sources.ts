import type { SeasonPlan } from '@solstice/rules/season-plan'
import type { InviteXp } from '@solstice/rules/season-simulation'
import type { ActionTests } from './action-problems.service.ts'

/** Facts for the gate from modules above seasons, read before the transaction of a call. */
export type SeasonSources = {
  /** The uncommitted balance of the treasury in the reward token; null if it is unknown. */
  available: string | null
  /** The present rewards of invites; null if they were not read. */
  invites: InviteXp | null
  /** The tests of the actions of missions; null if they were not run. */
  actions: ActionTests | null
}

export type ReadSources = {
  forSeason: (seasonId: number) => Promise<SeasonSources>
  invites: () => Promise<InviteXp>
  actions: (plan: SeasonPlan) => Promise<ActionTests>
}

/** For a call without sources, whose cover then has to be confirmed. */
export const UNKNOWN_SOURCES: SeasonSources = { available: null, invites: null, actions: null }
