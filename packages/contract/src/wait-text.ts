import type { Language } from './messages.ts'

const UNITS = {
  en: { second: ['second', 'seconds'], minute: ['minute', 'minutes'], hour: ['hour', 'hours'] },
  ko: { second: '초', minute: '분', hour: '시간' },
} as const

/**
 * Formats the wait before the next attempt, rounded up in the largest unit that is precise enough.
 */
export function waitText(seconds: number | undefined, language: Language): string {
  if (seconds === undefined) return language === 'ko' ? '잠시' : 'a moment'
  const [count, unit] = inUnits(Math.max(1, seconds))
  if (language === 'ko') return `${count}${UNITS.ko[unit]}`
  return `${count} ${UNITS.en[unit][count === 1 ? 0 : 1]}`
}

function inUnits(seconds: number): [number, 'second' | 'minute' | 'hour'] {
  if (seconds <= 90) return [Math.ceil(seconds), 'second']
  if (seconds <= 90 * 60) return [Math.ceil(seconds / 60), 'minute']
  return [Math.ceil(seconds / 3600), 'hour']
}
