import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { checksumAddress } from '@solstice/rules/address'
import type { TreasuryKey } from '#/platform/process/context.ts'

/**
 * Keeps the key in the memory of this process, so anyone who can read that memory or its settings
 * can pay.
 */
export function localTreasuryKey(privateKey: `0x${string}`): TreasuryKey {
  const point = secp256k1.getPublicKey(Buffer.from(privateKey.slice(2), 'hex'), false)
  // The address is the last 20 bytes of the hash of both coordinates.
  const address = checksumAddress(`0x${bytesToHex(keccak_256(point.slice(1))).slice(-40)}`)
  return {
    address,
    sign: async (transaction) => {
      // Loaded with the first payout, so that it does not delay the start.
      const { privateKeyToAccount } = await import('viem/accounts')
      return privateKeyToAccount(privateKey).signTransaction({ type: 'eip1559', ...transaction })
    },
  }
}
