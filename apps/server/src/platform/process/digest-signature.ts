import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { checksumAddress, type Address } from '@solstice/rules/address'

const SIGNATURE_BYTES = 65

/** Returns the address whose key signed the digest, or undefined for an invalid signature. */
export function signerOfDigest(digest: Uint8Array, signature: Uint8Array): Address | undefined {
  if (signature.length !== SIGNATURE_BYTES) return undefined
  const v = signature[SIGNATURE_BYTES - 1] ?? 0
  const recovery = v >= 27 ? v - 27 : v
  if (recovery !== 0 && recovery !== 1) return undefined
  try {
    const recovered = secp256k1.Signature.fromBytes(
      signature.subarray(0, SIGNATURE_BYTES - 1),
      'compact',
    ).addRecoveryBit(recovery)
    // Rejects the malleable second form of a signature, which anyone can derive from the first.
    if (recovered.hasHighS()) return undefined
    const key = recovered.recoverPublicKey(digest).toBytes(false)
    return checksumAddress(`0x${bytesToHex(keccak_256(key.subarray(1))).slice(24)}`)
  } catch {
    return undefined
  }
}
