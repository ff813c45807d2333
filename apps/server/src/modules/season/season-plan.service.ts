import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import type { PlanProblem } from '@solstice/rules/plan-problem'
import { validateSeasonPlan, type SeasonPlan } from '@solstice/rules/season-plan'
import { validateSeasonCost, simulateSeason } from '@solstice/rules/season-simulation'
import { actorOf, type Operator } from '#/modules/operator/operator.service.ts'
import { appendAudit } from '#/platform/books/audit.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { findAllSeasons, lockSeason, replacePrizes, type DraftRow } from './plan.queries.ts'
import { draftSeason } from './publication.service.ts'
import { addRevision, planOf } from './revision.service.ts'
import { seasonRow, seasonRows, type SeasonRow } from './season-row.service.ts'
import { checkTimes } from './season-times.service.ts'

type Context = Pick<AppContext, 'db' | 'now'>

export async function listPlans(ctx: Context): Promise<CallData<'seasonPlan.list'>> {
  return { list: await seasonRows(ctx.db, ctx, await findAllSeasons(ctx.db)) }
}

/** Checks a plan; an invalid plan is not simulated. */
export async function checkPlan(
  ctx: Context,
  plan: SeasonPlan,
  members: number | undefined,
): Promise<CallData<'seasonPlan.check'>> {
  const broken = validateSeasonPlan(plan)
  if (broken.length > 0) return { problems: broken, simulation: null }
  const problems = [...validateSeasonCost(plan), ...(await checkTimes(ctx.db, ctx.now(), plan))]
  const simulation = simulateSeason(plan, members ?? plan.budget.members)
  return { problems, simulation: { ...simulation, rewardSymbol: plan.reward.symbol } }
}

function refuseFor(problems: readonly PlanProblem[]): void {
  if (problems.length > 0) throw refuse(Code.INVALID_REQUEST, { data: { problems } })
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

export async function changeOdds(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  by: Operator,
  seasonId: number,
  prizes: SeasonPlan['spin']['prizes'],
): Promise<SeasonRow> {
  const season = await lockExistingSeason(tx, seasonId)
  const plan = planOf(season)
  refuseFor(oddsProblems(plan, prizes))
  const isPublished = season.state === 'PUBLISHED'
  // The prizes of a draft are written when it is released.
  if (isPublished) await replacePrizes(tx, seasonId, prizes)
  await addRevision(tx, season, {
    plan: { ...plan, spin: { ...plan.spin, prizes } },
    kind: isPublished ? 'LIVE' : 'SAVE',
    createdAt: ctx.now(),
    operatorId: by.operatorId,
    change: isPublished ? { kind: 'ODDS', before: plan.spin.prizes, after: prizes } : null,
  })
  const data = { before: { prizes: plan.spin.prizes }, after: { prizes } }
  await audit(tx, ctx, by, { action: 'season.odds', seasonId, data })
  return seasonRow(tx, ctx, await lockExistingSeason(tx, seasonId))
}

function oddsProblems(plan: SeasonPlan, prizes: SeasonPlan['spin']['prizes']): PlanProblem[] {
  const changed = { ...plan, spin: { ...plan.spin, prizes } }
  return [...validateSeasonPlan(changed), ...validateSeasonCost(changed)]
}

/** Returns a season to which these odds can apply. */
export async function seasonForOdds(
  tx: Db,
  seasonId: number,
  prizes: SeasonPlan['spin']['prizes'],
): Promise<DraftRow> {
  const season = await lockExistingSeason(tx, seasonId)
  refuseFor(oddsProblems(planOf(season), prizes))
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
