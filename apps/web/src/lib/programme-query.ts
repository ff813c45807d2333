import type { QueryClient } from '@tanstack/react-query'
import { currentLanguage } from './i18n.ts'

const PROGRAMME = 'programme'

/**
 * Includes the language in the key, because the programme's responses are in the member's language.
 */
export function programmeKey(...parts: readonly (string | number)[]) {
  return [PROGRAMME, currentLanguage(), ...parts]
}

/**
 * Refetches all shown programme data, because a completed mission changes values on every screen.
 */
export function refreshProgramme(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: [PROGRAMME] })
}
