import type { CallData, CallInput } from '@solstice/contract/wire'

type CreationOptions = CallData<'operatorAuth.factorOptions'>['passkey']
type RequestOptions = NonNullable<CallData<'operatorAuth.begin'>['passkey']>
type Registration = NonNullable<CallInput<'operatorAuth.enrol'>['body']['passkey']>
export type Assertion = NonNullable<CallInput<'operatorAuth.finish'>['body']['passkey']>

/** The person closed the browser's prompt, or the device has no passkey of this console. */
export class PasskeyCancelled extends Error {
  override readonly name = 'PasskeyCancelled'
}

/** Browsers before 2025 lack the JSON forms of WebAuthn level 3 (decision 0152). */
export function hasPasskeys(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential
  )
}

export async function createPasskey(options: CreationOptions): Promise<Registration> {
  // The contract's options are the JSON form of WebAuthn level 3.
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as PublicKeyCredentialCreationOptionsJSON,
  )
  return prompted<Registration>(() => navigator.credentials.create({ publicKey }))
}

/** Signs the challenge of the options with a passkey of this device. */
export async function signWithPasskey(options: RequestOptions): Promise<Assertion> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as PublicKeyCredentialRequestOptionsJSON,
  )
  return prompted<Assertion>(() => navigator.credentials.get({ publicKey }))
}

async function prompted<Json>(prompt: () => Promise<Credential | null>): Promise<Json> {
  const credential = await prompt().catch((cause: unknown) => {
    throw new PasskeyCancelled('The passkey was not used', { cause })
  })
  if (!(credential instanceof PublicKeyCredential)) throw new PasskeyCancelled('No passkey')
  // The browser writes the JSON that the contract describes.
  return credential.toJSON() as Json
}
