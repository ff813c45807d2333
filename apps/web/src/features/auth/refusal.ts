import { Code } from '@solstice/contract/codes'
import { ApiError, codeOf, messageOf } from '@solstice/ui/api-error.ts'
import type { Translate } from '#/lib/texts.ts'

/** Maps a code to the field it belongs to; other errors are shown in a toast. */
const FIELD_OF_CODE = new Map<number | undefined, 'email' | 'code' | 'password' | 'referralCode'>([
  [Code.EMAIL_EXISTS, 'email'],
  [Code.EMAIL_FORMAT, 'email'],
  [Code.REREGISTRATION_BLOCKED, 'email'],
  [Code.USER_NOT_FOUND, 'email'],
  [Code.VERIFICATION_CODE_INVALID, 'code'],
  [Code.VERIFICATION_CODE_EXPIRED, 'code'],
  [Code.PASSWORD_FORMAT, 'password'],
  [Code.REFERRAL_CODE_INVALID, 'referralCode'],
])

export function refusedField(error: unknown) {
  return FIELD_OF_CODE.get(codeOf(error))
}

/**
 * Returns the message of the error, or the default of the action. Without a response, the default
 * must not read like a wrong password or code.
 */
export function failureText(error: unknown, sentence: string, t: Translate<'auth'>): string {
  const isUnreachable = error instanceof ApiError && error.status === 0
  return messageOf(error, isUnreachable ? `${sentence} ${t('checkConnection')}` : sentence)
}

/** Returns true for an account that an operator closed, whose message is too long for a toast. */
export function isClosedAccount(error: unknown): boolean {
  const code = codeOf(error)
  return code === Code.ACCOUNT_DISABLED || code === Code.ACCOUNT_SUSPENDED
}
