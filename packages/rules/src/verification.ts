import { MINUTE_MS } from './duration.ts'

export const CODE_LENGTH = 6
export const CODE_TTL_MS = 5 * MINUTE_MS
export const CODE_RESEND_AFTER_MS = 60_000
export const CODE_MAX_TRIES = 5
export const COMPLETE_CODE_TTL_MS = 30 * MINUTE_MS

export type CodeState = { expiresAt: Date; triesUsed: number }

export type CodeEntry = { kind: 'expired' } | { kind: 'wrong' } | { kind: 'right' }

/** People paste codes with spaces or a dash in the middle; only the digits count. */
export function readCode(input: string): string {
  return input.replace(/[\s-]/g, '')
}

export function isCode(input: string): boolean {
  return new RegExp(`^\\d{${CODE_LENGTH}}$`).test(input)
}

/** A code that is out of time or out of tries answers the same, even to the right digits. */
export function decideCodeEntry(
  state: CodeState | undefined,
  matches: boolean,
  now: Date,
): CodeEntry {
  if (!state) return { kind: 'wrong' }
  if (now >= state.expiresAt || state.triesUsed >= CODE_MAX_TRIES) return { kind: 'expired' }
  return matches ? { kind: 'right' } : { kind: 'wrong' }
}
