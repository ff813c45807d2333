import { fromBase64url, toBase64url } from '#/lib/base64url.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** The stored reference to a passkey: its id and the salt for its PRF. */
export type PasskeyRecord = { credentialId: string; salt: string }

/**
 * The key is present only if the authenticator evaluates a PRF; otherwise the passkey only gates
 * the screen.
 */
export type PasskeyResponse = { key?: Bytes }

const RP_NAME = 'Solstice'
const SALT_BYTES = 32
const USER_HANDLE_BYTES = 32
const TIMEOUT_MS = 60_000
/** ES256 and RS256: every authenticator supports at least one of them. */
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
 * Creates a passkey for this device. Each passkey has its own user handle, because in a keychain
 * shared by several devices the same handle would replace another device's passkey. An existing
 * passkey of the account is reused instead of creating a second one.
 */
export async function createPasskey(
  name: string,
  known: readonly PasskeyRecord[],
): Promise<PasskeyRecord & PasskeyResponse> {
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
  // Some authenticators evaluate the PRF only in a second request.
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
    if (!(created instanceof PublicKeyCredential))
      throw new Error('Passkey creation returned no credential')
    return created
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'InvalidStateError') return 'exists'
    throw cause
  }
}

async function reusePasskey(
  known: readonly PasskeyRecord[],
): Promise<PasskeyRecord & PasskeyResponse> {
  const { credentialId, ...answer } = await requestOneOf(known)
  const record = known.find((each) => each.credentialId === credentialId)
  if (!record) throw new Error('The passkey is not one of the known ones')
  return { ...record, ...answer }
}

function descriptorOf({ credentialId }: PasskeyRecord): PublicKeyCredentialDescriptor {
  return { type: 'public-key', id: fromBase64url(credentialId) }
}

/**
 * Verifies that the member is present; with a PRF it also returns the key that wraps the vault key.
 */
export async function requestPasskey(record: PasskeyRecord): Promise<PasskeyResponse> {
  return requestOneOf([record])
}

/** Requests any one of these passkeys and returns the id of the one that was used. */
export async function requestOneOf(
  records: readonly PasskeyRecord[],
): Promise<PasskeyResponse & { credentialId: string }> {
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
  if (!(given instanceof PublicKeyCredential))
    throw new Error('The passkey request returned no credential')
  const credentialId = toBase64url(new Uint8Array(given.rawId))
  const { prf } = given.getClientExtensionResults()
  return { credentialId, ...(prf?.results && (await answerOf(prf.results.first))) }
}

async function answerOf(evaluated: BufferSource): Promise<PasskeyResponse> {
  const input = await crypto.subtle.importKey('raw', evaluated, 'HKDF', false, ['deriveBits'])
  const info = new TextEncoder().encode('solstice/passkey/wallet')
  const parameters = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info }
  return { key: new Uint8Array(await crypto.subtle.deriveBits(parameters, input, 256)) }
}

function random(length: number): Bytes {
  return crypto.getRandomValues(new Uint8Array(length))
}
