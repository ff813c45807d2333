import type { PlanProblem } from '@solstice/rules/plan-problem'
import { getIn } from '#/lib/season-draft.ts'
import type { Draft } from '#/lib/season-draft.ts'
import { STEPS } from './step-names.ts'
import type { Step } from './step-names.ts'
import { isTextPath } from './texts/text-rows.ts'

export type StepState = 'empty' | 'problem' | 'done'

/** The parts of the plan that a step edits. */
const PARTS: Partial<Record<Step, readonly string[]>> = {
  calendar: ['startAt', 'endAt', 'rounds'],
  story: ['title', 'description', 'imageUrl', 'banners'],
  'rewards-per-day': ['checkIn', 'levels'],
  tiers: ['tiers'],
  wheel: ['spin'],
  missions: ['missions'],
  shop: ['products'],
  pools: ['budget', 'reward'],
}

/** Pools and budgets share parts of the plan with other steps. */
const EXCEPTIONS: readonly (readonly [pattern: RegExp, step: Step])[] = [
  [/^rounds\.\d+\.pool$/, 'pools'],
  [/^budget\.spinXp$/, 'wheel'],
]

/** Returns the step that edits a path. */
export function stepOf(path: string): Step {
  const exception = EXCEPTIONS.find(([pattern]) => pattern.test(path))
  if (exception) return exception[1]
  const [part = ''] = path.split('.')
  return STEPS.find((step) => PARTS[step]?.includes(part)) ?? 'start'
}

/** Returns the problems that a step counts. Texts repeats those of all texts. */
export function problemsOf(step: Step, problems: readonly PlanProblem[]): readonly PlanProblem[] {
  if (step === 'publish') return []
  return problems.filter(({ path }) =>
    step === 'texts' ? isTextPath(path) : stepOf(path) === step,
  )
}

/** A step without any content is empty; otherwise it is done as soon as it has no problem. */
export function stateOf(
  step: Step,
  draft: Draft,
  problems: readonly PlanProblem[],
  isPublished: boolean,
): StepState {
  if (step === 'publish') return isPublished ? 'done' : 'empty'
  const parts = step === 'start' || step === 'texts' ? Object.keys(draft) : (PARTS[step] ?? [])
  if (parts.every((part) => isEmpty(getIn(draft, part)))) return 'empty'
  return problemsOf(step, problems).length > 0 ? 'problem' : 'done'
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  return typeof value === 'object' && Object.values(value).every(isEmpty)
}
