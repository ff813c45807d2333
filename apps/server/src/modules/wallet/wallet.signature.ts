import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { checksumAddress, type Address } from '@solstice/rules/address'

const SIGNATURE = /^0x[0-9a-fA-F]{130}$/

/**
 * Returns the address whose key signed the text (EIP-191), or undefined for an invalid signature.
 */
export function signerOf(message: string, signature: string): Address | undefined {
  if (!SIGNATURE.test(signature)) return undefined
  const bytes = Buffer.from(signature.slice(2), 'hex')
  const v = bytes[64] ?? 0
  const recovery = v >= 27 ? v - 27 : v
  if (recovery !== 0 && recovery !== 1) return undefined
  try {
    const recovered = secp256k1.Signature.fromBytes(
      bytes.subarray(0, 64),
      'compact',
    ).addRecoveryBit(recovery)
    // Rejects the malleable second form of a signature, which anyone can derive from the first.
    if (recovered.hasHighS()) return undefined
    const key = recovered.recoverPublicKey(personalHash(message)).toBytes(false)
    return checksumAddress(`0x${bytesToHex(keccak_256(key.subarray(1))).slice(24)}`)
  } catch {
    return undefined
  }
}

function personalHash(message: string): Uint8Array {
  const text = Buffer.from(message)
  const prefix = Buffer.from(`\u0019Ethereum Signed Message:\n${text.length}`)
  return keccak_256(Buffer.concat([prefix, text]))
}
