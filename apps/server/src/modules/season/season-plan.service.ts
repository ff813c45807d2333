import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { planProblem, type PlanProblem } from '@solstice/rules/plan-problem'
import { validateSeasonPlan, type SeasonPlan } from '@solstice/rules/season-plan'
import { validateSeasonCost, simulateSeason } from '@solstice/rules/season-simulation'
import { actorOf, type Operator } from '#/modules/operator/operator.service.ts'
import { appendAudit } from '#/platform/books/audit.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { refuse } from '#/platform/process/refusal.ts'
import {
  findAllSeasons,
  findOverlapping,
  lockPublishing,
  lockSeason,
  replacePrizes,
  type DraftRow,
} from './plan.queries.ts'
import { draftSeason, releaseSeason } from './publication.service.ts'
import { addRevision, planOf } from './revision.service.ts'
import { seasonRow, seasonRows, type SeasonRow } from './season-row.service.ts'

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

/**
 * Checks that the season starts in the future and overlaps no other, because members take part in
 * one season at a time.
 */
export async function checkTimes(
  db: Db,
  now: Date,
  plan: SeasonPlan,
  except?: number,
): Promise<PlanProblem[]> {
  const startAt = new Date(plan.startAt)
  const span = { startAt, endAt: new Date(plan.endAt) }
  const other = await findOverlapping(db, except === undefined ? span : { ...span, except })
  const problems: PlanProblem[] = []
  if (startAt < now) {
    const text = `The season would have begun already, at ${plan.startAt}`
    problems.push(planProblem('startAt', 'SEASON_BEGAN', text, { startAt: plan.startAt }))
  }
  if (other) {
    const endAt = other.endAt.toISOString()
    const text = `Season ${other.id}, ${other.title.en}, runs until ${endAt}`
    const values = { season: other.id, title: other.title.en, endAt }
    problems.push(planProblem('startAt', 'SEASON_OVERLAPS', text, values))
  }
  return problems
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

/** Publishes a plan. Repeating it changes nothing. */
export async function publishPlan(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  by: Operator,
  seasonId: number,
): Promise<SeasonRow> {
  await lockPublishing(tx)
  const season = await lockExistingSeason(tx, seasonId)
  if (season.state === 'PUBLISHED') return seasonRow(tx, ctx, season)
  refuseFor(await publishingProblems(tx, ctx, season))
  const { startAt, endAt } = season
  await releaseSeason(tx, ctx, { seasonId, startAt, endAt }, by)
  const data = {
    budget: planOf(season).budget,
    before: { state: season.state },
    after: { state: 'PUBLISHED' },
  }
  await audit(tx, ctx, by, { action: 'season.publish', seasonId, data })
  return seasonRow(tx, ctx, await lockExistingSeason(tx, seasonId))
}

async function publishingProblems(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  season: DraftRow,
): Promise<PlanProblem[]> {
  const plan = planOf(season)
  const times = await checkTimes(tx, ctx.now(), plan, season.id)
  return [...validateSeasonPlan(plan), ...validateSeasonCost(plan), ...times]
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

/** Returns a season that can be published; one with problems is refused before it is proposed. */
export async function seasonToPublish(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  seasonId: number,
): Promise<DraftRow> {
  const season = await lockExistingSeason(tx, seasonId)
  if (season.state !== 'PUBLISHED') refuseFor(await publishingProblems(tx, ctx, season))
  return season
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
