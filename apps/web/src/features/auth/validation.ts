import { isEmail } from '@solstice/rules/email'
import { isLoginPassword, isNewPassword } from '@solstice/rules/password'
import { isReferralCode } from '@solstice/rules/referral-code'
import { isCode } from '@solstice/rules/verification'

/** A problem of a field, named after its text in the `auth` namespace. */
export type Problem =
  | 'emailRequired'
  | 'emailFormatLogin'
  | 'emailFormatSignUp'
  | 'passwordRequired'
  | 'passwordTooShort'
  | 'passwordFormat'
  | 'passwordsDiffer'
  | 'termsMissing'
  | 'privacyMissing'
  | 'codeRequired'
  | 'referralCodeInvalid'

type Judged<Fields extends string> = Partial<Record<Fields, Problem | undefined>>

export function judgeLogin(values: {
  email: string
  password: string
}): Judged<'email' | 'password'> {
  return {
    email: judgeEmail(values.email, 'emailFormatLogin'),
    password: judgeCurrentPassword(values.password),
  }
}

export function judgeSignUpEmail(values: {
  email: string
  termsOfService: boolean
  privacyPolicy: boolean
}): Judged<'email' | 'termsOfService' | 'privacyPolicy'> {
  return {
    email: judgeEmail(values.email, 'emailFormatSignUp'),
    termsOfService: values.termsOfService ? undefined : 'termsMissing',
    privacyPolicy: values.privacyPolicy ? undefined : 'privacyMissing',
  }
}

export function judgeResetEmail(values: { email: string }): Judged<'email'> {
  return { email: judgeEmail(values.email, 'emailFormatSignUp') }
}

export function judgeCurrentPasswordField(values: { password: string }): Judged<'password'> {
  return { password: judgeCurrentPassword(values.password) }
}

export function judgePasswords(values: {
  password: string
  confirmation: string
}): Judged<'password' | 'confirmation'> {
  return {
    password: judgePasswordToBe(values.password),
    confirmation: values.confirmation === values.password ? undefined : 'passwordsDiffer',
  }
}

export function judgeNewPassword(values: {
  password: string
  confirmation: string
  referralCode: string
}): Judged<'password' | 'confirmation' | 'referralCode'> {
  return {
    ...judgePasswords(values),
    referralCode:
      values.referralCode.trim() === '' || isReferralCode(values.referralCode)
        ? undefined
        : 'referralCodeInvalid',
  }
}

export function judgeCode(code: string): Problem | undefined {
  return isCode(code) ? undefined : 'codeRequired'
}

function judgeEmail(
  email: string,
  format: 'emailFormatLogin' | 'emailFormatSignUp',
): Problem | undefined {
  if (email.trim() === '') return 'emailRequired'
  return isEmail(email) ? undefined : format
}

function judgeCurrentPassword(password: string): Problem | undefined {
  if (password === '') return 'passwordRequired'
  return isLoginPassword(password) ? undefined : 'passwordTooShort'
}

function judgePasswordToBe(password: string): Problem | undefined {
  if (password === '') return 'passwordRequired'
  return isNewPassword(password) ? undefined : 'passwordFormat'
}
