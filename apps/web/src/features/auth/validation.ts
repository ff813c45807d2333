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

type FieldProblems<Fields extends string> = Partial<Record<Fields, Problem | undefined>>

export function validateLogin(values: {
  email: string
  password: string
}): FieldProblems<'email' | 'password'> {
  return {
    email: validateEmail(values.email, 'emailFormatLogin'),
    password: validateCurrentPassword(values.password),
  }
}

export function validateSignUpEmail(values: {
  email: string
  termsOfService: boolean
  privacyPolicy: boolean
}): FieldProblems<'email' | 'termsOfService' | 'privacyPolicy'> {
  return {
    email: validateEmail(values.email, 'emailFormatSignUp'),
    termsOfService: values.termsOfService ? undefined : 'termsMissing',
    privacyPolicy: values.privacyPolicy ? undefined : 'privacyMissing',
  }
}

export function validateResetEmail(values: { email: string }): FieldProblems<'email'> {
  return { email: validateEmail(values.email, 'emailFormatSignUp') }
}

export function validateCurrentPasswordField(values: {
  password: string
}): FieldProblems<'password'> {
  return { password: validateCurrentPassword(values.password) }
}

export function validatePasswords(values: {
  password: string
  confirmation: string
}): FieldProblems<'password' | 'confirmation'> {
  return {
    password: validatePasswordRules(values.password),
    confirmation: values.confirmation === values.password ? undefined : 'passwordsDiffer',
  }
}

export function validateNewPassword(values: {
  password: string
  confirmation: string
  referralCode: string
}): FieldProblems<'password' | 'confirmation' | 'referralCode'> {
  return {
    ...validatePasswords(values),
    referralCode:
      values.referralCode.trim() === '' || isReferralCode(values.referralCode)
        ? undefined
        : 'referralCodeInvalid',
  }
}

export function validateCode(code: string): Problem | undefined {
  return isCode(code) ? undefined : 'codeRequired'
}

function validateEmail(
  email: string,
  format: 'emailFormatLogin' | 'emailFormatSignUp',
): Problem | undefined {
  if (email.trim() === '') return 'emailRequired'
  return isEmail(email) ? undefined : format
}

function validateCurrentPassword(password: string): Problem | undefined {
  if (password === '') return 'passwordRequired'
  return isLoginPassword(password) ? undefined : 'passwordTooShort'
}

function validatePasswordRules(password: string): Problem | undefined {
  if (password === '') return 'passwordRequired'
  return isNewPassword(password) ? undefined : 'passwordFormat'
}
