import { fromBase64url, toBase64url } from '#/lib/base64url.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** What a device keeps of its passkey: which one, and what it is asked to evaluate. */
export type PasskeyRecord = { credentialId: string; salt: string }

/** The key is there only where the authenticator evaluates a PRF; without it a passkey gates the screen. */
export type PasskeyAnswer = { key?: Bytes }

const RP_NAME = 'Solstice'
const SALT_BYTES = 32
const USER_HANDLE_BYTES = 32
const TIMEOUT_MS = 60_000
/** ES256 and RS256: what every authenticator has at least one of. */
const ALGORITHMS = [-7, -257]

export async function canUsePasskeys(): Promise<boolean> {
  if (typeof PublicKeyCredential === 'undefined') return false
  try {
    return await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable()
  } catch {
    return false
  }
}

/**
 * Makes a passkey for this device. In a keychain that several devices share, the same user handle
 * would replace the passkey of another one, so each has its own; and a passkey of the account that is
 * there already is used instead of a second one.
 */
export async function createPasskey(
  name: string,
  known: readonly PasskeyRecord[],
): Promise<PasskeyRecord & PasskeyAnswer> {
  const salt = random(SALT_BYTES)
  const made = await makeCredential(name, salt, known)
  if (made === 'exists') return reusePasskey(known)
  const record = {
    credentialId: toBase64url(new Uint8Array(made.rawId)),
    salt: toBase64url(salt),
  }
  const { prf } = made.getClientExtensionResults()
  if (prf?.results) return { ...record, ...(await answerOf(prf.results.first)) }
  if (!prf?.enabled) return record
  // Some authenticators evaluate only when asked again.
  return { ...record, ...(await requestPasskey(record)) }
}

async function makeCredential(
  name: string,
  salt: Bytes,
  known: readonly PasskeyRecord[],
): Promise<PublicKeyCredential | 'exists'> {
  try {
    const created = await navigator.credentials.create({
      publicKey: {
        challenge: random(32),
        rp: { name: RP_NAME },
        user: { id: random(USER_HANDLE_BYTES), name, displayName: name },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
        excludeCredentials: known.map(descriptorOf),
        authenticatorSelection: { userVerification: 'required', residentKey: 'preferred' },
        extensions: { prf: { eval: { first: salt } } },
        timeout: TIMEOUT_MS,
      },
    })
    if (!(created instanceof PublicKeyCredential)) throw new Error('No passkey was made')
    return created
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'InvalidStateError') return 'exists'
    throw cause
  }
}

async function reusePasskey(
  known: readonly PasskeyRecord[],
): Promise<PasskeyRecord & PasskeyAnswer> {
  const { credentialId, ...answer } = await requestOneOf(known)
  const record = known.find((each) => each.credentialId === credentialId)
  if (!record) throw new Error('Another passkey answered')
  return { ...record, ...answer }
}

function descriptorOf({ credentialId }: PasskeyRecord): PublicKeyCredentialDescriptor {
  return { type: 'public-key', id: fromBase64url(credentialId) }
}

/** Shows that the member is here; with a PRF it also gives the key that the vault was wrapped under. */
export async function requestPasskey(record: PasskeyRecord): Promise<PasskeyAnswer> {
  return requestOneOf([record])
}

/** The same with whichever of these passkeys the device offers, and says which one it was. */
export async function requestOneOf(
  records: readonly PasskeyRecord[],
): Promise<PasskeyAnswer & { credentialId: string }> {
  const evaluated = records.map(
    ({ credentialId, salt }) => [credentialId, { first: fromBase64url(salt) }] as const,
  )
  const given = await navigator.credentials.get({
    publicKey: {
      challenge: random(32),
      allowCredentials: records.map(descriptorOf),
      userVerification: 'required',
      extensions: { prf: { evalByCredential: Object.fromEntries(evaluated) } },
      timeout: TIMEOUT_MS,
    },
  })
  if (!(given instanceof PublicKeyCredential)) throw new Error('No passkey answered')
  const credentialId = toBase64url(new Uint8Array(given.rawId))
  const { prf } = given.getClientExtensionResults()
  return { credentialId, ...(prf?.results && (await answerOf(prf.results.first))) }
}

async function answerOf(evaluated: BufferSource): Promise<PasskeyAnswer> {
  const input = await crypto.subtle.importKey('raw', evaluated, 'HKDF', false, ['deriveBits'])
  const info = new TextEncoder().encode('solstice/passkey/wallet')
  const parameters = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info }
  return { key: new Uint8Array(await crypto.subtle.deriveBits(parameters, input, 256)) }
}

function random(length: number): Bytes {
  return crypto.getRandomValues(new Uint8Array(length))
}
