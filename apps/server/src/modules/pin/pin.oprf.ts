import { createHash } from 'node:crypto'
import { ristretto255, ristretto255_oprf } from '@noble/curves/ed25519.js'
import { Code } from '@solstice/contract/codes'
import { refuse } from '#/platform/process/refusal.ts'

const { oprf } = ristretto255_oprf
const KEY_INFO = new TextEncoder().encode('solstice/pin')

/**
 * Derives the key of one PIN from 32 random bytes (RFC 9497, mode OPRF, suite ristretto255-SHA512).
 */
export function pinKeyFrom(seed: Uint8Array): Uint8Array {
  return oprf.deriveKeyPair(seed, KEY_INFO).secretKey
}

/** Rejects values that are not group elements, and the identity, which hides nothing. */
export function readBlinded(text: string): Uint8Array {
  const bytes = Buffer.from(text, 'base64url')
  try {
    if (!ristretto255.Point.fromBytes(bytes).equals(ristretto255.Point.ZERO)) return bytes
  } catch {
    // The library throws for invalid values; they are refused below.
  }
  throw refuse(Code.INVALID_REQUEST)
}

export function evaluate(key: Uint8Array, blinded: Uint8Array): string {
  return Buffer.from(oprf.blindEvaluate(key, blinded)).toString('base64url')
}

/** Hashes a proof without a key: it has 256 bits of entropy, so a plain hash reveals nothing. */
export function hashOf(base64url: string): string {
  return createHash('sha256').update(Buffer.from(base64url, 'base64url')).digest('base64url')
}
