import type { CallData, CallInput } from '@solstice/contract/wire'

export type Assertion = NonNullable<CallInput<'operatorAuth.finish'>['body']['passkey']>
export type Registration = NonNullable<CallInput<'operatorAuth.enrol'>['body']['passkey']>
export type PasskeyRequest = NonNullable<CallData<'operatorAuth.begin'>['passkey']>
type PasskeyCreation = CallData<'operatorAuth.factorOptions'>['passkey']

/** Stored credentials; bytes are base64url text. */
export type Passkey = { credentialId: string; publicKey: string; signCount: number }

/** EdDSA, ES256 and RS256: every authenticator supports one of them. */
const ALGORITHMS = [-8, -7, -257]
const TIMEOUT_MS = 5 * 60_000

type Known = { id: string; transports: string[] }

/** Loaded on first use: its 270 modules are a sixth of the time to load the server. */
const webAuthn = () => import('@simplewebauthn/server')

const relyingParty = (origin: string) => new URL(origin).hostname

export async function creationOptions(person: {
  operatorId: number
  name: string
  email: string
  origin: string
  challenge: Uint8Array
  known: readonly Known[]
}): Promise<PasskeyCreation> {
  const { generateRegistrationOptions } = await webAuthn()
  const options = await generateRegistrationOptions({
    rpName: 'Solstice console',
    rpID: relyingParty(person.origin),
    userID: new TextEncoder().encode(`operator:${person.operatorId}`),
    userName: person.email,
    userDisplayName: person.name,
    challenge: Uint8Array.from(person.challenge),
    timeout: TIMEOUT_MS,
    excludeCredentials: [...person.known],
    supportedAlgorithmIDs: ALGORITHMS,
  })
  const { challenge, rp, user, pubKeyCredParams, timeout } = options
  return {
    challenge,
    rp,
    user,
    pubKeyCredParams: pubKeyCredParams.map(({ alg }) => ({ alg, type: 'public-key' })),
    timeout,
    attestation: 'none',
    excludeCredentials: credentials(options.excludeCredentials ?? []),
    // Discoverable, so that a sign-in asks for no name and reveals none.
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  }
}

/** Without known credentials the browser offers every passkey of this site. */
export async function requestOptions(request: {
  origin: string
  challenge: Uint8Array
  known?: readonly Known[]
}): Promise<PasskeyRequest> {
  const { generateAuthenticationOptions } = await webAuthn()
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(request.origin),
    challenge: Uint8Array.from(request.challenge),
    timeout: TIMEOUT_MS,
    userVerification: 'required',
  })
  return {
    challenge: options.challenge,
    rpId: options.rpId,
    timeout: options.timeout,
    allowCredentials: credentials(request.known ?? []),
    userVerification: 'required',
  }
}

/** Returns the new passkey, or undefined if the response does not prove one. */
export async function verifiedRegistration(
  response: Registration,
  expected: { origin: string; challenge: string },
): Promise<Passkey | undefined> {
  const { verifyRegistrationResponse } = await webAuthn()
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...plain(response),
        response: {
          clientDataJSON: response.response.clientDataJSON,
          attestationObject: response.response.attestationObject,
        },
      },
      expectedChallenge: expected.challenge,
      expectedOrigin: expected.origin,
      expectedRPID: relyingParty(expected.origin),
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!registrationInfo) return undefined
    const { id, publicKey, counter } = registrationInfo.credential
    return {
      credentialId: id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      signCount: counter,
    }
  } catch {
    // The library throws for every mismatch and for bytes that it cannot read.
    return undefined
  }
}

/** Returns the new signature counter, or undefined if the assertion is not valid. */
export async function verifiedAssertion(
  response: Assertion,
  expected: { origin: string; challenge: string; passkey: Passkey },
): Promise<{ signCount: number } | undefined> {
  const { credentialId, publicKey, signCount } = expected.passkey
  const { clientDataJSON, authenticatorData, signature } = response.response
  const { verifyAuthenticationResponse } = await webAuthn()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...plain(response),
        response: { clientDataJSON, authenticatorData, signature },
      },
      expectedChallenge: expected.challenge,
      expectedOrigin: expected.origin,
      expectedRPID: relyingParty(expected.origin),
      requireUserVerification: true,
      credential: {
        id: credentialId,
        publicKey: Uint8Array.from(Buffer.from(publicKey, 'base64url')),
        counter: signCount,
      },
    })
    return verified ? { signCount: authenticationInfo.newCounter } : undefined
  } catch {
    return undefined
  }
}

function plain({ id, rawId, type }: Assertion | Registration) {
  return { id, rawId, type, clientExtensionResults: {} }
}

function credentials(known: readonly { id: string; transports?: readonly string[] }[]) {
  return known.map(({ id, transports }) => ({
    id,
    type: 'public-key' as const,
    ...(transports ? { transports: [...transports] } : {}),
  }))
}
