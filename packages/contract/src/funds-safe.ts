import type { Language } from './messages.ts'

/** Reassures members about their funds, which are their first concern. */
const FUNDS_SAFE = {
  en: 'Your wallet and funds aren’t affected.',
  ko: '지갑과 자산에는 영향이 없어요.',
} as const

/**
 * Appends the funds-safe sentence to an operator's description unless the description already
 * contains it. The default description is fixed and stays unchanged.
 */
export function withFundsSafe(description: string, language: Language = 'en'): string {
  const text = ended(description.trim())
  const safe = FUNDS_SAFE[language]
  return withStraightApostrophes(text).includes(withStraightApostrophes(safe))
    ? text
    : `${text} ${safe}`
}

/** Normalises apostrophes, because operators mostly type the straight one on a command line. */
const withStraightApostrophes = (text: string) => text.replaceAll('’', "'")

const ended = (text: string) => (/[.!?…][)"'”’]*$/.test(text) ? text : `${text}.`)
