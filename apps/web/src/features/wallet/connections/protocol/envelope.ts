import { chacha20poly1305 } from '@noble/ciphers/chacha.js'
import { x25519 } from '@noble/curves/ed25519.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, randomBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'

const TYPE_SYMMETRIC = 0
const IV_BYTES = 12
const KEY_BYTES = 32

/** Larger than any request that is accepted; a larger message would only block the page. */
const MESSAGE_MAX = 1_000_000

/** The topic of a key: messages on it are encrypted with that key. */
export function topicOf(symKey: string): string {
  return bytesToHex(sha256(hexToBytes(symKey)))
}

/** Encrypts a message for a topic, in an envelope of type 0. */
export function sealMessage(symKey: string, content: unknown): string {
  const iv = randomBytes(IV_BYTES)
  const text = new TextEncoder().encode(JSON.stringify(content))
  const sealed = chacha20poly1305(hexToBytes(symKey), iv).encrypt(text)
  return base64.encode(concatBytes(Uint8Array.of(TYPE_SYMMETRIC), iv, sealed))
}

/**
 * Returns undefined for a message that somebody without the key made, that is not JSON, or that is
 * too large.
 */
export function openMessage(symKey: string, message: string): unknown {
  if (message.length > MESSAGE_MAX) return undefined
  try {
    const bytes = base64.decode(message)
    if (bytes[0] !== TYPE_SYMMETRIC) return undefined
    const [iv, sealed] = [bytes.slice(1, 1 + IV_BYTES), bytes.slice(1 + IV_BYTES)]
    const text = chacha20poly1305(hexToBytes(symKey), iv).decrypt(sealed)
    return JSON.parse(new TextDecoder().decode(text)) as unknown
  } catch {
    return undefined
  }
}

/** Agrees on the key of a session with the public key of the site. */
export function agreeOnKey(peerPublicKey: string): { publicKey: string; symKey: string } {
  const secret = x25519.utils.randomSecretKey()
  const shared = x25519.getSharedSecret(secret, hexToBytes(peerPublicKey))
  return {
    publicKey: bytesToHex(x25519.getPublicKey(secret)),
    symKey: bytesToHex(hkdf(sha256, shared, undefined, undefined, KEY_BYTES)),
  }
}
