import en from '#/locales/en/data-page.json'
import ko from '#/locales/ko/data-page.json'

export type Language = 'en' | 'ko'
export type DataTexts = typeof en

const TEXTS: Record<Language, DataTexts> = { en, ko }

export const LANGUAGE_NAME: Record<Language, string> = { en: 'English', ko: '한국어' }

export const textsIn = (language: Language): DataTexts => TEXTS[language]

export const otherLanguage = (language: Language): Language => (language === 'en' ? 'ko' : 'en')

export const browserLanguage = (): Language => (navigator.language.startsWith('ko') ? 'ko' : 'en')

export function fill(text: string, values: Record<string, string | number>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
}

/** Formats an instant in the reader's own time zone. */
export function timeText(language: Language, iso: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' }).format(
    new Date(iso),
  )
}
