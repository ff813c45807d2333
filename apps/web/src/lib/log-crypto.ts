import { ed25519 } from '@noble/curves/ed25519.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { LogCrypto } from '@solstice/points-log/member'

/** The functions with which a browser verifies the points log; as strict about signatures as Node. */
export const logCrypto: LogCrypto = {
  sha256,
  hmac: (key, message) => hmac(sha256, key, message),
  verify: (signature, message, publicKey) => {
    try {
      return ed25519.verify(signature, message, publicKey, { zip215: false })
    } catch {
      // The library throws for a signature or a key that is no point of the curve.
      return false
    }
  },
}
