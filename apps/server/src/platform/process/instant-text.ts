import type { Language } from '@solstice/contract/messages'

const LOCALES: Record<Language, string> = { en: 'en-GB', ko: 'ko-KR' }

/** An instant as people of a zone read it, to the minute. */
export function instantIn(timeZone: string, language: Language): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(LOCALES[language], {
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone,
  })
}
