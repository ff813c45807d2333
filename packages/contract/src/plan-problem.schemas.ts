import { PLAN_PROBLEM_CODES, type PlanProblem } from '@solstice/rules/plan-problem'
import { z } from 'zod'

/** A problem of a season plan. Clients show the text, or translate the code with its values. */
export const planProblem = z.object({
  /** The dotted path of the field: `rounds.1.pool`. */
  path: z.string(),
  code: z.enum(PLAN_PROBLEM_CODES),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  text: z.string(),
}) satisfies z.ZodType<PlanProblem>
