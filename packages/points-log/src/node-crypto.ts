import { createHmac, createPublicKey, createSecretKey, hash, verify } from 'node:crypto'
import type { LogCrypto } from './member.ts'

/** The fixed beginning of an Ed25519 public key in SubjectPublicKeyInfo. */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

/** The functions of Node; browsers use a library. */
export const nodeCrypto: LogCrypto = {
  sha256: (bytes) => new Uint8Array(hash('sha256', bytes, 'buffer')),
  // Node takes three times as long for a key that is a buffer instead of a key object.
  hmac: (key, message) =>
    new Uint8Array(createHmac('sha256', createSecretKey(key)).update(message).digest()),
  verify: (signature, message, publicKey) => {
    const key = Buffer.concat([SPKI_PREFIX, publicKey])
    return verify(null, message, createPublicKey({ key, format: 'der', type: 'spki' }), signature)
  },
}
