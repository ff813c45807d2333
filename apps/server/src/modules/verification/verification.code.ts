import type { Keys } from '#/platform/process/keys.ts'
import type { VerificationRow } from './verification.queries.ts'

type Subject = Pick<VerificationRow, 'email' | 'purpose'>

export function codeHashOf(keys: Keys, subject: Subject, code: string): string {
  return keys.mac('verification-code', codeText(subject, code))
}

/** Also accepts a code that was mailed before the key changed. */
export function isCodeOf(
  keys: Keys,
  row: Subject & Pick<VerificationRow, 'codeHash'>,
  code: string,
): boolean {
  return keys.isMac('verification-code', codeText(row, code), row.codeHash ?? '')
}

const codeText = ({ email, purpose }: Subject, code: string) => `${purpose}:${email}:${code}`

type Completed = Subject & Pick<VerificationRow, 'requestId' | 'codeHash'>

/**
 * Derives the code instead of storing it, so that the database never contains anything that could
 * complete a sign-up.
 */
export function completeCodeOf(keys: Keys, row: Completed): string {
  return keys.mac('complete-code', completeText(row))
}

export function isCompleteCodeOf(keys: Keys, row: Completed, completeCode: string): boolean {
  return keys.isMac('complete-code', completeText(row), completeCode)
}

const completeText = ({ purpose, email, requestId, codeHash }: Completed) =>
  `${purpose}:${email}:${requestId}:${codeHash}`
