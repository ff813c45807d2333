import { planProblem, type PlanProblem } from '@solstice/rules/plan-problem'
import type { SeasonPlan } from '@solstice/rules/season-plan'
import type { Db } from '#/platform/process/db.ts'
import { findOverlapping } from './plan.queries.ts'

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
