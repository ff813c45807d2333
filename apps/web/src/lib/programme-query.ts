import type { QueryClient } from '@tanstack/react-query'
import { currentLanguage } from './i18n.ts'

const PROGRAMME = 'programme'

/** What the programme answers is in the member's language, so the language is part of its name. */
export function programmeKey(...parts: readonly (string | number)[]) {
  return [PROGRAMME, currentLanguage(), ...parts]
}

/** A mission done changes numbers on every screen of the programme: what is shown is asked again. */
export function refreshProgramme(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: [PROGRAMME] })
}
