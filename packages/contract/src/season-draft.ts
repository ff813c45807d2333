import { planProblem, type PlanProblem, type PlanProblemCode } from '@solstice/rules/plan-problem'
import { validateSeasonPlan, type SeasonPlan } from '@solstice/rules/season-plan'
import { validateSeasonCost } from '@solstice/rules/season-simulation'
import { z } from 'zod'
import { seasonPlanSchema } from './season-plan.schemas.ts'

const DRAFT_LIMIT_BYTES = 256 * 1024
const MAX_DEPTH = 12
/** The database stores neither; every other control character is a problem of its field. */
const UNSTORABLE = /[\0\p{Cs}]/u
const CONTROL = /[\p{Cc}\p{Cs}]/u

/** A season as far as it is written: any object that the database can store. */
export const draftSchema = z
  .record(z.string(), z.unknown())
  .refine((draft) => isStorable(draft, 1), { error: 'Must be plain text, at most 12 levels deep' })
  .refine((draft) => bytesOf(JSON.stringify(draft)) <= DRAFT_LIMIT_BYTES, {
    error: 'Must have at most 256 KiB',
  })

function isStorable(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return !UNSTORABLE.test(value)
  if (typeof value !== 'object' || value === null) return true
  if (depth > MAX_DEPTH) return false
  return Object.entries(value).every(
    ([key, part]) => !UNSTORABLE.test(key) && isStorable(part, depth + 1),
  )
}

/** Returns the length in UTF-8. */
function bytesOf(text: string): number {
  let bytes = 0
  for (const letter of text) {
    const point = letter.codePointAt(0) ?? 0
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
  }
  return bytes
}

export type CheckedDraft = {
  /** Null while the draft lacks the form of a plan. */
  plan: SeasonPlan | null
  problems: PlanProblem[]
}

/**
 * Checks a draft of any completeness. Console and server both use it, so that they list the same
 * problems.
 */
export function checkDraft(draft: unknown): CheckedDraft {
  const parsed = seasonPlanSchema.safeParse(draft)
  if (!parsed.success) return { plan: null, problems: formProblems(draft, parsed.error.issues) }
  const plan = parsed.data
  const problems = validateSeasonPlan(plan)
  // The simulation of an invalid plan would report costs that its author never meant.
  return { plan, problems: problems.length > 0 ? problems : validateSeasonCost(plan) }
}

type Issue = z.core.$ZodIssue

/** Returns one problem per field, because a field that is wrong twice is corrected once. */
function formProblems(draft: unknown, issues: readonly Issue[]): PlanProblem[] {
  const byPath = new Map<string, PlanProblem>()
  for (const issue of issues) {
    for (const problem of problemsOf(draft, issue)) {
      if (!byPath.has(problem.path)) byPath.set(problem.path, problem)
    }
  }
  const problems = Array.from(byPath.values())
  // The whole of a mission's terms is invalid because of the part that is listed already.
  return problems.filter(
    ({ path, code }) =>
      code !== 'INVALID' || !problems.some((other) => other.path.startsWith(`${path}.`)),
  )
}

function problemsOf(draft: unknown, issue: Issue): PlanProblem[] {
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const field = [...path, key].join('.')
      return planProblem(field, 'UNKNOWN_FIELD', `${field} is not a field of a plan`)
    })
  }
  const field = path.join('.')
  const { code, values, text } = causeOf(valueAt(draft, issue.path), issue)
  return [planProblem(field, code, `${field || 'The plan'} ${text}`, values)]
}

type Cause = { code: PlanProblemCode; text: string; values?: PlanProblem['values'] }

function causeOf(value: unknown, issue: Issue): Cause {
  if (isEmpty(value)) return { code: 'MISSING', text: 'is missing' }
  if (issue.code === 'too_big') {
    const max = Number(issue.maximum)
    if (issue.origin === 'string') {
      return { code: 'TOO_LONG', text: `has more than ${max} characters`, values: { max } }
    }
    return issue.origin === 'array'
      ? { code: 'TOO_MANY', text: `has more than ${max} entries`, values: { max } }
      : { code: 'TOO_BIG', text: `is above ${max}`, values: { max } }
  }
  if (issue.code === 'too_small') {
    const min = Number(issue.minimum)
    return issue.origin === 'array'
      ? { code: 'TOO_FEW', text: `has fewer than ${min} entries`, values: { min } }
      : { code: 'TOO_SMALL', text: `is below ${min}`, values: { min } }
  }
  if (typeof value === 'string' && CONTROL.test(value)) {
    return { code: 'CONTROL_CHARACTERS', text: 'contains characters that cannot be shown' }
  }
  return { code: 'INVALID', text: 'is not valid' }
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && !value.trim())
}

function valueAt(draft: unknown, path: readonly PropertyKey[]): unknown {
  let value = draft
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = Reflect.get(value, key)
  }
  return value
}
