import { Code } from '@solstice/contract/codes'
import { checkDraft } from '@solstice/contract/season-draft'
import type { CallData } from '@solstice/contract/wire'
import { validateSeasonPlan } from '@solstice/rules/season-plan'
import type { Operator } from '#/modules/operator/operator.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { countProblems } from './draft.queries.ts'
import { lockDraft } from './draft.service.ts'
import { findSeason, type DraftRow } from './plan.queries.ts'
import { findRevision, storePreview, storeSimulation } from './revision.queries.ts'
import { planFor, planOf, refuseFor, revisionView } from './revision.service.ts'
import { gateOf } from './season-gate.service.ts'
import { seasonRow } from './season-row.service.ts'
import { findSchedule, findScheduler } from './season-schedule.queries.ts'
import type { ReadSources } from './season-sources.ts'
import { simulationOf } from './stored-simulation.ts'

export async function showPlan(
  ctx: Pick<AppContext, 'db' | 'now'>,
  by: Pick<Operator, 'role'>,
  seasonId: number,
  { forSeason }: ReadSources,
): Promise<CallData<'seasonPlan.show'>> {
  const season = await findSeason(ctx.db, seasonId)
  const newest = season && (await findRevision(ctx.db, seasonId, season.revision))
  if (!newest) throw refuse(Code.NOT_FOUND)
  const isDraft = season.state === 'DRAFT'
  if (isDraft && season.problemCount === null) {
    // A draft of an earlier release is counted once, for the lists.
    season.problemCount = checkDraft(season.plan).problems.length
    await countProblems(ctx.db, season, season.problemCount)
  }
  const checked = isDraft
    ? await gateOf(ctx.db, ctx, season, await forSeason(seasonId))
    : { problems: [], gate: [] }
  const { savedAt, savedBy, previewed } = revisionView(newest)
  return {
    season: await seasonRow(ctx.db, ctx, season),
    revision: season.revision,
    plan: planFor(by, newest.plan),
    ...checked,
    schedule: await scheduleOf(ctx.db, seasonId),
    simulation: newest.simulation,
    previewed,
    savedAt,
    savedBy,
  }
}

async function scheduleOf(
  db: Db,
  seasonId: number,
): Promise<CallData<'seasonPlan.show'>['schedule']> {
  const schedule = await findSchedule(db, seasonId)
  if (!schedule) return null
  const by = await findScheduler(db, schedule.operatorId)
  return {
    publishAt: schedule.publishAt.toISOString(),
    state: schedule.state,
    problems: schedule.problems,
    gate: schedule.gate,
    confirmed: schedule.confirmed,
    operator: by?.name ?? null,
  }
}

type OfRevision = { seasonId: number; revision: number }

/** Locks a draft whose newest revision this is; an older one is refused. */
async function lockNewest(tx: Db, { seasonId, revision }: OfRevision): Promise<DraftRow> {
  const season = await lockDraft(tx, seasonId)
  if (season.revision !== revision) {
    throw refuse(Code.OUTDATED, { data: { revision: season.revision } })
  }
  return season
}

/** Simulates a draft and stores the result with the revision. A repeated call computes it again. */
export async function simulateDraft(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  {
    seed,
    farmShare,
    ...of
  }: OfRevision & { seed?: number | undefined; farmShare?: number | undefined },
): Promise<CallData<'seasonPlan.simulate'>> {
  const season = await lockNewest(tx, of)
  const plan = planOf(season)
  refuseFor(validateSeasonPlan(plan))
  const result = simulationOf(plan, { seed: seed ?? of.revision, at: ctx.now(), farmShare })
  await storeSimulation(tx, { seasonId: of.seasonId, number: of.revision }, result)
  return { ...result, revision: of.revision }
}

/** Records that the preview of a draft was opened, of which the first time counts. */
export async function recordPreview(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  { language, ...of }: OfRevision & { language: 'en' | 'ko' },
): Promise<CallData<'seasonPlan.previewed'>> {
  await lockNewest(tx, of)
  await storePreview(tx, { seasonId: of.seasonId, number: of.revision }, language, ctx.now())
  const stored = await findRevision(tx, of.seasonId, of.revision)
  if (!stored) throw new Error('A previewed revision is missing')
  return { revision: of.revision, previewed: revisionView(stored).previewed }
}
