import { signWithPasskey } from '#/lib/passkey.ts'
import type { Assertion } from '#/lib/passkey.ts'

/** Signs the challenge of a proposal, which covers its number and content: signed is what was seen. */
export function signApproval(challenge: string): Promise<Assertion> {
  return signWithPasskey({ challenge, userVerification: 'required' })
}
