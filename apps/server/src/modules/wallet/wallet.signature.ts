import { keccak_256 } from '@noble/hashes/sha3.js'
import type { Address } from '@solstice/rules/address'
import { signerOfDigest } from '#/platform/process/digest-signature.ts'

const SIGNATURE = /^0x[0-9a-fA-F]{130}$/

/**
 * Returns the address whose key signed the text (EIP-191), or undefined for an invalid signature.
 */
export function signerOf(message: string, signature: string): Address | undefined {
  if (!SIGNATURE.test(signature)) return undefined
  return signerOfDigest(personalHash(message), Buffer.from(signature.slice(2), 'hex'))
}

function personalHash(message: string): Uint8Array {
  const text = Buffer.from(message)
  const prefix = Buffer.from(`\u0019Ethereum Signed Message:\n${text.length}`)
  return keccak_256(Buffer.concat([prefix, text]))
}
