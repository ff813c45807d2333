import { Code } from '@solstice/contract/codes'
import { codeOf } from '#/lib/api-error.ts'

/** The field a refusal is about; anything else is said in a toast. */
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
