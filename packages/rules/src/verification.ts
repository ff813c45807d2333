import { MINUTE_MS } from './duration.ts'

export const CODE_LENGTH = 6
export const CODE_TTL_MS = 5 * MINUTE_MS
export const CODE_RESEND_AFTER_MS = 60_000
export const CODE_MAX_TRIES = 5
export const COMPLETE_CODE_TTL_MS = 30 * MINUTE_MS

export type CodeState = { expiresAt: Date; triesUsed: number }

export type CodeEntry = { kind: 'expired' } | { kind: 'wrong' } | { kind: 'right' }

/** Removes spaces and dashes, because people paste codes with them. */
export function readCode(input: string): string {
  return input.replace(/[\s-]/g, '')
}

export function isCode(input: string): boolean {
  return new RegExp(`^\\d{${CODE_LENGTH}}$`).test(input)
}

/**
 * An expired code or one without attempts left gives the same result, even for the right digits.
 */
export function decideCodeEntry(
  state: CodeState | undefined,
  matches: boolean,
  now: Date,
): CodeEntry {
  if (!state) return { kind: 'wrong' }
  if (now >= state.expiresAt || state.triesUsed >= CODE_MAX_TRIES) return { kind: 'expired' }
  return matches ? { kind: 'right' } : { kind: 'wrong' }
}
