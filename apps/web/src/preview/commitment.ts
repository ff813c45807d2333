import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { spinCommitment, type SpinHash, type SpinPrize } from '@solstice/rules/missions/spin/spin'

export const HASH: SpinHash = { sha256, hmacSha256: (key, message) => hmac(sha256, key, message) }

export type OpenCommitment = { serverSeed: string; commitment: string; nonce: number }

const SEED_BYTES = 32

/** Draws a seed and commits to it, as the server does before a member sees the wheel. */
export function drawCommitment(prizes: readonly SpinPrize[], nonce: number): OpenCommitment {
  const serverSeed = bytesToHex(crypto.getRandomValues(new Uint8Array(SEED_BYTES)))
  return { serverSeed, commitment: spinCommitment(HASH, serverSeed, prizes), nonce }
}
