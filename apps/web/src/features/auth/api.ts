import { authEndpoints } from '@solstice/contract/auth.endpoints'
import type { CallInput } from '@solstice/contract/wire'
import { normaliseEmail } from '@solstice/rules/email'
import { call } from '#/lib/api.ts'

export function logIn(body: CallInput<'auth.login'>['body']) {
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
