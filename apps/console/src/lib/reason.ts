export const REASON_MAX = 500

export type ReasonProblem = 'empty' | 'personal' | 'long'

/**
 * Checks a reason, which the audit keeps forever: an email or wallet address in it could never be
 * deleted.
 */
export function reasonProblem(text: string): ReasonProblem | undefined {
  const reason = text.trim()
  if (reason === '') return 'empty'
  if (/@|0x/i.test(reason)) return 'personal'
  return reason.length > REASON_MAX ? 'long' : undefined
}
