import type { Language } from './messages.ts'

/** Members fear for their money first. */
const FUNDS_SAFE = {
  en: 'Your wallet and funds aren’t affected.',
  ko: '지갑과 자산에는 영향이 없어요.',
} as const

/** An operator's own description ends with it, once. The default description is fixed and stays. */
export function withFundsSafe(description: string, language: Language = 'en'): string {
  const text = ended(description.trim())
  const safe = FUNDS_SAFE[language]
  return straight(text).includes(straight(safe)) ? text : `${text} ${safe}`
}

/** On a command line the apostrophe is mostly the straight one. */
const straight = (text: string) => text.replaceAll('’', "'")

const ended = (text: string) => (/[.!?…][)"'”’]*$/.test(text) ? text : `${text}.`)
