import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { checksumAddress } from '@solstice/rules/address'
import type { TreasuryKey } from '#/platform/process/context.ts'

/** A key in the memory of this process. Whoever can read that, or its settings, can pay, too. */
export function localTreasuryKey(privateKey: `0x${string}`): TreasuryKey {
  const point = secp256k1.getPublicKey(Buffer.from(privateKey.slice(2), 'hex'), false)
  // An address is the end of the fingerprint of both coordinates.
  const address = checksumAddress(`0x${bytesToHex(keccak_256(point.slice(1))).slice(-40)}`)
  return {
    address,
    sign: async (transaction) => {
      // Loaded with the first payout: a start does not wait for it.
      const { privateKeyToAccount } = await import('viem/accounts')
      return privateKeyToAccount(privateKey).signTransaction({ type: 'eip1559', ...transaction })
    },
  }
}
