import type { Language } from '@solstice/contract/messages'

export const DEFAULT_LANGUAGE: Language = 'en'

let language: Language = DEFAULT_LANGUAGE

/** Returns the language of the app, for texts, numbers and dates. */
export function currentLanguage(): Language {
  return language
}

export function setLanguage(chosen: Language): void {
  language = chosen
}
