const NICKNAME_MIN_LENGTH = 6
const NICKNAME_MAX_LENGTH = 20

/**
 * The faults of a nickname in the order of reporting. Only the server can check whether it is
 * taken.
 */
export type NicknameFault = 'empty' | 'unchanged' | 'length' | 'format'

const LETTERS_AND_NUMBERS = /^[A-Za-z0-9\uAC00-\uD7A3]+$/

/** Composes Korean syllables, because some keyboards send their parts. */
export function normaliseNickname(input: string): string {
  return input.trim().normalize('NFC')
}

export function validateNickname(input: string, current?: string): NicknameFault | undefined {
  const nickname = normaliseNickname(input)
  if (nickname === '') return 'empty'
  if (nickname === current) return 'unchanged'
  const length = Array.from(nickname).length
  if (length < NICKNAME_MIN_LENGTH || length > NICKNAME_MAX_LENGTH) return 'length'
  return LETTERS_AND_NUMBERS.test(nickname) ? undefined : 'format'
}

/**
 * Shows enough to recognise a friend and too little to find a stranger; the stars hide the length.
 */
export function maskNickname(nickname: string): string {
  const letters = Array.from(nickname)
  return `${letters.slice(0, 2).join('')}***${letters.at(-1) ?? ''}`
}
