import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToHex, concatBytes, hexToBytes, randomBytes } from '@noble/hashes/utils.js'
import { base58, base64urlnopad } from '@scure/base'

const ED25519_PREFIX = Uint8Array.of(0xed, 0x01)
const TTL_S = 24 * 60 * 60
const SUBJECT_BYTES = 32

/** Creates the identity by which the relay recognises this phone; it is not tied to the wallet. */
export function newRelayIdentity(): string {
  return bytesToHex(ed25519.utils.randomSecretKey())
}

/** Signs the token that opens a connection to the relay (did:key, EdDSA). */
export function relayToken(identity: string, relayUrl: string, nowMs: number): string {
  const secret = hexToBytes(identity)
  const issuedAt = Math.floor(nowMs / 1000)
  const did = base58.encode(concatBytes(ED25519_PREFIX, ed25519.getPublicKey(secret)))
  const content = [
    { alg: 'EdDSA', typ: 'JWT' },
    {
      iss: `did:key:z${did}`,
      sub: bytesToHex(randomBytes(SUBJECT_BYTES)),
      aud: relayUrl,
      iat: issuedAt,
      exp: issuedAt + TTL_S,
    },
  ]
  const signed = content.map((part) => encoded(JSON.stringify(part))).join('.')
  const signature = ed25519.sign(new TextEncoder().encode(signed), secret)
  return `${signed}.${base64urlnopad.encode(signature)}`
}

const encoded = (text: string) => base64urlnopad.encode(new TextEncoder().encode(text))
