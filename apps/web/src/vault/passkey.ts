import { fromBase64url, toBase64url } from '#/lib/base64url.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** What a device keeps of its passkey: which one, and what it is asked to evaluate. */
export type PasskeyRecord = { credentialId: string; salt: string }

/** The key is there only where the authenticator evaluates a PRF; without it a passkey gates the screen. */
export type PasskeyAnswer = { key?: Bytes }

const RP_NAME = 'Solstice'
const SALT_BYTES = 32
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

/** Makes a passkey on this device. Some authenticators evaluate only when asked again. */
export async function createPasskey(owner: {
  userId: string
  name: string
}): Promise<PasskeyRecord & PasskeyAnswer> {
  const salt = random(SALT_BYTES)
  const created = await navigator.credentials.create({
    publicKey: {
      challenge: random(32),
      rp: { name: RP_NAME },
      user: {
        id: new TextEncoder().encode(owner.userId),
        name: owner.name,
        displayName: owner.name,
      },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      authenticatorSelection: { userVerification: 'required', residentKey: 'preferred' },
      extensions: { prf: { eval: { first: salt } } },
      timeout: TIMEOUT_MS,
    },
  })
  if (!(created instanceof PublicKeyCredential)) throw new Error('No passkey was made')
  const record = {
    credentialId: toBase64url(new Uint8Array(created.rawId)),
    salt: toBase64url(salt),
  }
  const { prf } = created.getClientExtensionResults()
  if (prf?.results) return { ...record, ...(await answerOf(prf.results.first)) }
  if (!prf?.enabled) return record
  return { ...record, ...(await askPasskey(record)) }
}

/** Shows that the member is here; with a PRF it also gives the key that the vault was wrapped under. */
export async function askPasskey({ credentialId, salt }: PasskeyRecord): Promise<PasskeyAnswer> {
  const given = await navigator.credentials.get({
    publicKey: {
      challenge: random(32),
      allowCredentials: [{ type: 'public-key', id: fromBase64url(credentialId) }],
      userVerification: 'required',
      extensions: { prf: { eval: { first: fromBase64url(salt) } } },
      timeout: TIMEOUT_MS,
    },
  })
  if (!(given instanceof PublicKeyCredential)) throw new Error('No passkey answered')
  const { prf } = given.getClientExtensionResults()
  return prf?.results ? answerOf(prf.results.first) : {}
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
