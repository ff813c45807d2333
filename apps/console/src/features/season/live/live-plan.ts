import type { SeasonPlan } from '@solstice/rules/season-plan'
import type { SeasonShown } from '#/shell/season/season-queries.ts'

export type LivePlan = SeasonPlan
export type LiveMission = SeasonPlan['missions'][number]

/** Returns the plan of a published season, which the server has checked to be complete. */
export function livePlan({ plan }: Pick<SeasonShown, 'plan'>): LivePlan {
  // The contract leaves the plan open, because the plan of a draft may be unfinished.
  return plan as unknown as LivePlan
}

/** A change is possible from the publication until the end. */
export function isLive({ phase }: SeasonShown['season']): boolean {
  return phase === 'PUBLISHED' || phase === 'RUNNING'
}
