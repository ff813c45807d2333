import en from '#/locales/en/recovery.json'
import ko from '#/locales/ko/recovery.json'

type Language = 'en' | 'ko'
export type RecoveryTexts = typeof en

const TEXTS: Record<Language, RecoveryTexts> = { en, ko }
/** The same key as in the app; this page only reads it. */
const LANGUAGE_KEY = 'i18nextLng'

/**
 * Returns the app's language if it is stored, otherwise the browser's, because there may be no
 * choice yet.
 */
export function firstLanguage(): Language {
  try {
    const chosen = localStorage.getItem(LANGUAGE_KEY)
    if (chosen === 'ko' || chosen === 'en') return chosen
  } catch {
    // Browsers refuse storage to some pages opened from a file.
  }
  return navigator.language.startsWith('ko') ? 'ko' : 'en'
}

export const otherLanguage = (language: Language): Language => (language === 'en' ? 'ko' : 'en')

export const LANGUAGE_NAME: Record<Language, string> = { en: 'English', ko: '한국어' }

export function textsIn(language: Language): RecoveryTexts {
  return TEXTS[language]
}

export function fill(text: string, values: Record<string, string>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
}

export type { Language }
