import { Code } from '@solstice/contract/codes'
import { checkDraft } from '@solstice/contract/season-draft'
import type { CallData } from '@solstice/contract/wire'
import { meanPrize } from '@solstice/rules/missions/spin/spin'
import type { PlanProblem } from '@solstice/rules/plan-problem'
import { decideSeasonChange } from '@solstice/rules/season-change'
import { validateSeasonPlan, type SeasonPlan } from '@solstice/rules/season-plan'
import {
  simulateSeason,
  validateSeasonCost,
  type InviteXp,
} from '@solstice/rules/season-simulation'
import { actorOf, type Operator } from '#/modules/operator/operator.service.ts'
import { appendAudit, canonicalJson } from '#/platform/books/audit.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { actionTestProblems } from './action-problems.service.ts'
import { countProblems } from './draft.queries.ts'
import { findAllSeasons } from './listed-season.queries.ts'
import { lockSeason, replacePrizes, type DraftRow } from './plan.queries.ts'
import { draftSeason } from './publication.service.ts'
import { addRevision, planOf, refuseFor } from './revision.service.ts'
import { seasonRow, seasonRows, type SeasonRow } from './season-row.service.ts'
import type { ReadSources } from './season-sources.ts'
import { checkTimes } from './season-times.service.ts'

type Context = Pick<AppContext, 'db' | 'now'>

export async function listPlans(ctx: Context): Promise<CallData<'seasonPlan.list'>> {
  return { list: await seasonRows(ctx.db, ctx, await findAllSeasons(ctx.db)) }
}

/** Checks a plan and has its actions tested; an invalid plan is not simulated. */
export async function checkPlan(
  ctx: Context,
  plan: SeasonPlan,
  members: number | undefined,
  read: Omit<ReadSources, 'forSeason'>,
): Promise<CallData<'seasonPlan.check'>> {
  const broken = validateSeasonPlan(plan)
  if (broken.length > 0) return { problems: broken, simulation: null }
  const costs = validateSeasonCost(plan, await read.invites())
  const actions = actionTestProblems(plan, await read.actions(plan))
  const problems = [...costs, ...(await checkTimes(ctx.db, ctx.now(), plan)), ...actions]
  const simulation = simulateSeason(plan, members ?? plan.budget.members)
  return { problems, simulation: { ...simulation, rewardSymbol: plan.reward.symbol } }
}

export async function createPlan(
  tx: Db,
  ctx: Context,
  by: Operator,
  plan: SeasonPlan,
): Promise<SeasonRow> {
  refuseFor(validateSeasonPlan(plan))
  const seasonId = await draftSeason(tx, ctx, plan, by)
  await audit(tx, ctx, by, {
    action: 'season.draft',
    seasonId,
    data: { after: { title: plan.title.en } },
  })
  return seasonRow(tx, ctx, await lockExistingSeason(tx, seasonId))
}

type NewOdds = {
  seasonId: number
  prizes: SeasonPlan['spin']['prizes']
  /** The present rewards of invites, which count in the budget. */
  invites: InviteXp | undefined
}

export async function changeOdds(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  by: Operator,
  wish: NewOdds,
): Promise<SeasonRow> {
  const { seasonId, prizes } = wish
  const season = await seasonForOdds(tx, ctx, wish)
  const plan = planOf(season)
  if (canonicalJson(plan.spin.prizes) === canonicalJson(prizes)) return seasonRow(tx, ctx, season)
  const changed = { ...plan, spin: { ...plan.spin, prizes } }
  const isPublished = season.state === 'PUBLISHED'
  // The prizes of a draft are written when it is released.
  if (isPublished) await replacePrizes(tx, seasonId, prizes)
  else await countProblems(tx, season, checkDraft(changed).problems.length)
  await addRevision(tx, season, {
    plan: changed,
    kind: isPublished ? 'LIVE' : 'SAVE',
    createdAt: ctx.now(),
    operatorId: by.operatorId,
    change: isPublished ? { kind: 'ODDS', before: plan.spin.prizes, after: prizes } : null,
  })
  const data = { before: { prizes: plan.spin.prizes }, after: { prizes } }
  await audit(tx, ctx, by, { action: 'season.odds', seasonId, data })
  return seasonRow(tx, ctx, await lockExistingSeason(tx, seasonId))
}

/** A season over its budget may still change to odds that cost no more. */
export function oddsProblems(
  plan: SeasonPlan,
  prizes: SeasonPlan['spin']['prizes'],
  invites: InviteXp | undefined,
): PlanProblem[] {
  const changed = { ...plan, spin: { ...plan.spin, prizes } }
  const problems = validateSeasonPlan(changed)
  if (problems.length > 0 || meanPrize(prizes) <= meanPrize(plan.spin.prizes)) return problems
  return validateSeasonCost(changed, invites)
}

/** Returns a season to which these odds can apply. */
export async function seasonForOdds(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  { seasonId, prizes, invites }: NewOdds,
): Promise<DraftRow> {
  const season = await lockExistingSeason(tx, seasonId)
  const plan = planOf(season)
  if (season.state === 'PUBLISHED') {
    refuseFor(decideSeasonChange(plan, { kind: 'ODDS' }, ctx.now()).problems)
  }
  const isSame = canonicalJson(plan.spin.prizes) === canonicalJson(prizes)
  if (!isSame) refuseFor(oddsProblems(plan, prizes, invites))
  return season
}

async function lockExistingSeason(tx: Db, seasonId: number): Promise<DraftRow> {
  const season = await lockSeason(tx, seasonId)
  if (!season) throw refuse(Code.NOT_FOUND)
  return season
}

async function audit(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  by: Operator,
  done: { action: string; seasonId: number; data: Record<string, unknown> },
): Promise<void> {
  await appendAudit(tx, {
    at: ctx.now(),
    actor: actorOf(by),
    action: done.action,
    subject: `season:${done.seasonId}`,
    data: done.data,
  })
}
