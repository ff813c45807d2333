import type { Keys } from '#/platform/process/keys.ts'
import type { VerificationRow } from './verification.queries.ts'

type Subject = Pick<VerificationRow, 'email' | 'purpose'>

export function codeHashOf(keys: Keys, { email, purpose }: Subject, code: string): string {
  return keys.mac('verification-code', `${purpose}:${email}:${code}`)
}

/**
 * Derives the code instead of storing it, so that the database never contains anything that could
 * complete a sign-up.
 */
export function completeCodeOf(
  keys: Keys,
  row: Subject & Pick<VerificationRow, 'requestId' | 'codeHash'>,
): string {
  return keys.mac('complete-code', `${row.purpose}:${row.email}:${row.requestId}:${row.codeHash}`)
}
