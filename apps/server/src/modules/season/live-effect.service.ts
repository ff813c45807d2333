import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { canonicalOdds, meanPrize } from '@solstice/rules/missions/spin/spin'
import { changedPlan, type LiveChange } from '@solstice/rules/changed-plan'
import { decideSeasonChange } from '@solstice/rules/season-change'
import { validateSeasonPlan } from '@solstice/rules/season-plan'
import type { PlanProblem } from '@solstice/rules/plan-problem'
import type { InviteXp } from '@solstice/rules/season-simulation'
import type { AppContext } from '#/platform/process/context.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { findSeason, type DraftRow } from './plan.queries.ts'
import { planOf } from './revision.service.ts'
import { countConcerned } from './season-live.queries.ts'
import { changeProblems, refuseUnpublished } from './season-live.service.ts'
import { oddsProblems } from './season-plan.service.ts'
import { changesFrom, simulateRest } from './simulated-rest.ts'

type Effect = CallData<'seasonPlan.liveEffect'>

/** Returns what a change of a published season would do. Saves nothing. */
export async function liveEffect(
  ctx: Pick<AppContext, 'db' | 'now'>,
  seasonId: number,
  change: LiveChange,
  invites: InviteXp,
): Promise<Effect> {
  const season = await findSeason(ctx.db, seasonId)
  if (!season) throw refuse(Code.NOT_FOUND)
  // A draft may have any length, so that nothing of it is simulated.
  refuseUnpublished(season)
  const now = ctx.now()
  const plan = planOf(season)
  const after = changedPlan(plan, change)
  const isOdds = change.kind === 'ODDS'
  const missionId = 'missionId' in change ? change.missionId : undefined
  const concerned = await countConcerned(ctx.db, seasonId, {
    missionId,
    odds: isOdds ? canonicalOdds(change.prizes) : undefined,
  })
  const from = changesFrom(change, now)
  return {
    level: decideSeasonChange(plan, change, now).level,
    problems: await problemsOf(ctx, season, change, invites),
    members: concerned.members,
    completedBy: missionId === undefined ? null : concerned.completedBy,
    voidCommitments: concerned.openCommitments,
    mean: isOdds ? { before: meanPrize(plan.spin.prizes), after: meanPrize(change.prizes) } : null,
    rest:
      REWARDS.includes(change.kind) && validateSeasonPlan(after).length === 0
        ? { before: simulateRest(plan, from), after: simulateRest(after, from) }
        : null,
    from: from.toISOString(),
    endAt: after.endAt,
  }
}

/** The changes that are confirmed with a simulation of the rest of the season. */
const REWARDS: readonly LiveChange['kind'][] = [
  'MISSION_OFF',
  'MISSION_ON',
  'MISSION_LIMIT',
  'MISSION_REWARD',
  'ODDS',
  'EXTEND',
]

async function problemsOf(
  ctx: Pick<AppContext, 'db' | 'now'>,
  season: DraftRow,
  change: LiveChange,
  invites: InviteXp,
): Promise<PlanProblem[]> {
  const problems = await changeProblems(ctx.db, ctx, season, { change, invites })
  if (change.kind !== 'ODDS' || problems.length > 0) return problems
  return oddsProblems(planOf(season), change.prizes, invites)
}
