import type { PlanProblem } from '@solstice/rules/plan-problem'
import { findTextOf, useTranslation } from '#/lib/i18n.ts'
import { formatNumber } from '@solstice/ui/format.ts'

/** Returns a function that translates a problem; the English sentence if there is no text for it. */
export function useProblemText(): (problem: PlanProblem) => string {
  // Renders again when the language changes.
  useTranslation('planProblems')
  return ({ code, values, text }) => {
    const formatted = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'number' ? formatNumber(value) : value,
      ]),
    )
    return findTextOf('planProblems', code, formatted) ?? text
  }
}
