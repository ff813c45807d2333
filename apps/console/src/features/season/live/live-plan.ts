import type { SeasonPlan } from '@solstice/rules/season-plan'
import type { SeasonShown } from '#/shell/season/season-queries.ts'

export type LivePlan = SeasonPlan
export type LiveMission = SeasonPlan['missions'][number]

/** The schema of plans has the same defaults; it is too large for this page. */
const DEFAULTS = { imageUrl: null, banners: [], products: [] } as const
const MISSION_DEFAULTS = {
  imageUrl: null,
  linkUrl: null,
  rewardXp: null,
  proof: null,
  partner: null,
  maxCompletions: null,
  terms: null,
  enabled: true,
} as const

/**
 * Returns the plan of a published season, which the server has checked to be complete. Parts that
 * were omitted get their defaults.
 */
export function livePlan({ plan }: Pick<SeasonShown, 'plan'>): LivePlan {
  // The contract leaves the plan open, because the plan of a draft may be unfinished.
  const given = plan as LivePlan
  return {
    ...DEFAULTS,
    ...given,
    missions: given.missions.map((mission) => ({ ...MISSION_DEFAULTS, ...mission })),
  }
}

/** A change is possible from the publication until the end. */
export function isLive({ phase }: SeasonShown['season']): boolean {
  return phase === 'PUBLISHED' || phase === 'RUNNING'
}
