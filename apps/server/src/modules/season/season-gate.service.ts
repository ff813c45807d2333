import { Code } from '@solstice/contract/codes'
import { checkDraft } from '@solstice/contract/season-draft'
import type { PlanProblem } from '@solstice/rules/plan-problem'
import {
  openConditions,
  publishGate,
  type GateItem,
  type GateKey,
} from '@solstice/rules/season-gate'
import type { SeasonPlan } from '@solstice/rules/season-plan'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { actionTestProblems } from './action-problems.service.ts'
import { findSeason, type DraftRow } from './plan.queries.ts'
import { productProblems } from './planned-products.service.ts'
import { findRevision } from './revision.queries.ts'
import type { SeasonSources } from './season-sources.ts'
import { checkTimes } from './season-times.service.ts'

export type Gate = { problems: PlanProblem[]; gate: GateItem[] }

/** Judges whether the newest revision of a draft may be published now. */
export async function gateOf(
  db: Db,
  ctx: Pick<AppContext, 'now'>,
  season: Pick<DraftRow, 'id' | 'plan' | 'revision'>,
  sources: SeasonSources,
): Promise<Gate> {
  const { plan, problems: ofPlan } = checkDraft(season.plan)
  const problems = [...ofPlan]
  if (plan) {
    problems.push(...(await productProblems(db, plan)))
    problems.push(...(await checkTimes(db, ctx.now(), plan, season.id)))
    problems.push(...actionTestProblems(plan, sources.actions))
  }
  const { available, invites } = sources
  const revision = await findRevision(db, season.id, season.revision)
  const previewed = { en: revision?.previewedEnAt != null, ko: revision?.previewedKoAt != null }
  return { problems, gate: publishGate({ plan, problems, previewed, available, invites }) }
}

/** Returns the plan of a draft; undefined while the draft lacks the form of a plan. */
export async function planToPublish(db: Db, seasonId: number): Promise<SeasonPlan | undefined> {
  const season = await findSeason(db, seasonId)
  return (season && checkDraft(season.plan).plan) ?? undefined
}

/** Refuses a draft with a problem, a red condition or a warning that nobody confirmed. */
export function refuseRedGate(checked: Gate, confirmed: readonly GateKey[]): void {
  const isRed = checked.problems.length > 0 || openConditions(checked.gate, confirmed).length > 0
  if (isRed) throw refuse(Code.INVALID_REQUEST, { data: { ...checked } })
}
