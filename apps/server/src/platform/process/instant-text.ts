import type { Language } from '@solstice/contract/messages'

const LOCALES: Record<Language, string> = { en: 'en-GB', ko: 'ko-KR' }

/** Formats an instant in a time zone, to the minute. */
export function instantIn(timeZone: string, language: Language): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(LOCALES[language], {
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone,
  })
}
