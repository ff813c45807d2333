import type { ExplanationText } from '@solstice/contract/explanation-texts'
import type { Language } from '@solstice/contract/messages'
import { PROGRAMME_OFFSET } from '@solstice/ui/programme-time.ts'
import { PROGRAMME_ZONE } from '#/lib/times.ts'
import type { OperatorExplanation } from '#/features/member/api.ts'

/** A time zone, and its name beside a time. */
export type Zone = { timeZone: string; name: string }

const PROGRAMME: Zone = { timeZone: PROGRAMME_ZONE, name: PROGRAMME_OFFSET }

/** Returns the clock of an explanation: quiet hours are on the member's own, all else on the programme's. */
export function zoneOf({ rule, inputs }: Pick<OperatorExplanation, 'rule' | 'inputs'>): Zone {
  const { timeZone } = inputs
  const isOwn = rule === 'push' && typeof timeZone === 'string' && isKnown(timeZone)
  return isOwn ? { timeZone, name: timeZone } : PROGRAMME
}

/** A browser may not know every zone of the server. */
function isKnown(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone }).format()
    return true
  } catch {
    return false
  }
}

const CLOCK = /\d{2}:\d{2}/

const isUnnamed = (words: string, { name }: Zone) => CLOCK.test(words) && !words.includes(name)

/** Names the zone behind a time, because an operator's own clock differs from it. */
export const inZone = (words: string, zone: Zone) =>
  isUnnamed(words, zone) ? `${words} ${zone.name}` : words

/** The app shows the member's own clock; an answer by mail has to name the one it uses. */
const CLOCK_NOTES: Record<Language, (name: string) => string> = {
  en: (name) => `Times are in ${name}.`,
  ko: (name) => `시각은 ${name} 기준이에요.`,
}

/** Returns the member's text as one answer: the reason, then the next chance. */
export function answerOf(
  { sentence, next }: Pick<ExplanationText, 'sentence' | 'next'>,
  language: Language,
  zone: Zone,
): string {
  const answer = [sentence, next].filter(Boolean).join(' ')
  return isUnnamed(answer, zone) ? `${answer} ${CLOCK_NOTES[language](zone.name)}` : answer
}
