import { accountEndpoints } from '@solstice/contract/account.endpoints'
import { authEndpoints } from '@solstice/contract/auth.endpoints'
import type { CallInput } from '@solstice/contract/wire'
import { normaliseEmail } from '@solstice/rules/email'
import { call } from '#/lib/api.ts'
import { useAuth } from './store.ts'

export async function logIn(body: CallInput<'auth.login'>['body']) {
  await useAuth.getState().whenEnded()
  return call(authEndpoints['auth.login'], {
    body: { ...body, email: normaliseEmail(body.email) },
  })
}

export function checkSignUpEmail(email: string) {
  return call(authEndpoints['auth.checkSignUpEmail'], { body: { email: normaliseEmail(email) } })
}

export function sendSignUpCode(email: string) {
  return call(authEndpoints['auth.sendSignUpCode'], { body: { email: normaliseEmail(email) } })
}

export function verifySignUpCode(email: string, code: string) {
  return call(authEndpoints['auth.verifyCode'], { body: { email, code, purpose: 'SIGNUP' } })
}

export function signUp(body: CallInput<'auth.signUp'>['body']) {
  return call(authEndpoints['auth.signUp'], { body })
}

/** Checks the address and mails the code in one call. */
export function sendResetCode(email: string) {
  return call(authEndpoints['auth.checkResetEmail'], { body: { email: normaliseEmail(email) } })
}

export function verifyResetCode(email: string, code: string) {
  return call(authEndpoints['auth.verifyCode'], { body: { email, code, purpose: 'RESET' } })
}

export function resetPassword(body: CallInput<'auth.resetPassword'>['body']) {
  return call(authEndpoints['auth.resetPassword'], { body })
}

export function verifyPassword(password: string) {
  return call(accountEndpoints['account.verifyPassword'], { body: { password } })
}

export function changePassword(
  body: CallInput<'account.changePassword'>['body'],
  pinToken: string,
) {
  return call(accountEndpoints['account.changePassword'], { body }, { pinToken })
}
