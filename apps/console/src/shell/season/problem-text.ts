import type { PlanProblem } from '@solstice/rules/plan-problem'
import { findTextOf, useTranslation } from '#/lib/i18n.ts'
import { formatNumber } from '@solstice/ui/format.ts'
import { formatYearMinute } from '#/lib/times.ts'

/** Returns a function that translates a problem; the English sentence if there is no text for it. */
export function useProblemText(): (problem: PlanProblem) => string {
  // Renders again when the language changes.
  useTranslation('planProblems')
  return ({ code, values, text }) => {
    const formatted = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'number' ? formatNumber(value) : textOf(value),
      ]),
    )
    return findTextOf('planProblems', code, formatted) ?? text
  }
}

/** Problems name instants as the API does; people read programme time. */
const textOf = (value: string) =>
  /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value) ? formatYearMinute(value) : value
