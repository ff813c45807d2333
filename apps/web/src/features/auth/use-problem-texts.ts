import { useTranslation } from '#/lib/i18n.ts'
import type { Problem } from './validation.ts'

/** Turns the problems of a form into sentences of the current language. */
export function useProblemTexts() {
  const { t } = useTranslation('auth')
  return function say<Fields extends string>(
    problems: Partial<Record<Fields, Problem | undefined>>,
  ): Partial<Record<Fields, string | undefined>> {
    const texts: Partial<Record<Fields, string | undefined>> = {}
    for (const field in problems) {
      const problem = problems[field]
      if (problem) texts[field] = t(`problem.${problem}`)
    }
    return texts
  }
}
