import { operatorAuthEndpoints as auth } from '@solstice/contract/operator-auth.endpoints'
import type { CallInput } from '@solstice/contract/wire'
import { call } from '#/lib/api.ts'
import { meQuery } from '#/lib/me.ts'
import { signWithPasskey } from '#/lib/passkey.ts'
import { queryClient } from '#/lib/query-client.ts'

/** Signs in with a passkey of this device. */
export async function signInWithPasskey(): Promise<void> {
  const { loginId, passkey } = await call(auth['operatorAuth.begin'], { body: {} })
  if (!passkey) throw new Error('The server sent no options for a passkey')
  await finish(loginId, { passkey: await signWithPasskey(passkey) })
}

/** Checks the password; the returned sign-in still needs a code. */
export async function beginWithPassword(email: string, password: string): Promise<string> {
  const { loginId } = await call(auth['operatorAuth.begin'], { body: { email, password } })
  return loginId
}

export async function finish(
  loginId: string,
  body: CallInput<'operatorAuth.finish'>['body'],
): Promise<void> {
  await call(auth['operatorAuth.finish'], { params: { loginId }, body })
  await readAgain()
}

/**
 * Reads the signed-in operator, and everything again that the page shows: another person may have
 * signed in, with other rights.
 */
export async function readAgain(): Promise<void> {
  await queryClient.fetchQuery({ ...meQuery, staleTime: 0 })
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' })
}

export const recover = (body: CallInput<'operatorAuth.recover'>['body']) =>
  call(auth['operatorAuth.recover'], { body })

export const claimOwner = (body: CallInput<'operatorAuth.claimOwner'>['body']) =>
  call(auth['operatorAuth.claimOwner'], { body })

export const showEnrolment = (code: string) =>
  call(auth['operatorAuth.showEnrolment'], { params: { code } })

export const enrol = (code: string, body: CallInput<'operatorAuth.enrol'>['body']) =>
  call(auth['operatorAuth.enrol'], { params: { code }, body })

export const showObjection = (code: string) =>
  call(auth['operatorAuth.showObjection'], { params: { code } })

export const object = (code: string, reason: string) =>
  call(auth['operatorAuth.object'], { params: { code }, body: { reason } })
