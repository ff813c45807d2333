import en from '#/locales/en/recovery.json'
import ko from '#/locales/ko/recovery.json'

type Language = 'en' | 'ko'
export type RecoveryTexts = typeof en

const TEXTS: Record<Language, RecoveryTexts> = { en, ko }
/** The same key as the app's; the page is read-only about it. */
const CHOSEN = 'i18nextLng'

/** The app's language where it has one, else the browser's: here nobody has chosen anything yet. */
export function firstLanguage(): Language {
  try {
    const chosen = localStorage.getItem(CHOSEN)
    if (chosen === 'ko' || chosen === 'en') return chosen
  } catch {
    // Storage is refused to some pages opened from a file.
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
