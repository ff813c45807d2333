import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { verifySpin, type SpinHash } from '@solstice/rules/missions/spin/spin'
import type { SpinTry } from './spin-journal.ts'
import type { ExecutedOf } from '#/features/mission/api.ts'
import type { Prize } from './wheel-geometry.ts'

type Draw = { prizeIndex: number; xp: number } & Pick<ExecutedOf<'SPIN'>, 'proof'>
export type Proven = {
  prizes: readonly Prize[]
  prizeIndex: number
  proof: Omit<Draw['proof'], 'nextCommitment'>
}

const HASH: SpinHash = { sha256, hmacSha256: (key, message) => hmac(sha256, key, message) }

/** Repeats the draw on this device, with code that is independent of the server. */
function isDrawFair({ prizes, prizeIndex, proof }: Proven): boolean {
  return verifySpin(HASH, { proof, prizes, prizeIndex })
}

/**
 * Also checks what this device saw and sent: the commitment with its nonce, and its own seed. A
 * nonce chosen afterwards would let the server search for a small prize.
 */
export function isOwnSpinFair(spin: SpinTry, draw: Draw): boolean {
  const { prizes, commitment, nonce, clientSeed } = spin
  return (
    draw.proof.commitment === commitment &&
    draw.proof.nonce === nonce &&
    draw.proof.clientSeed === clientSeed &&
    prizes[draw.prizeIndex]?.xp === draw.xp &&
    isDrawFair({ prizes, prizeIndex: draw.prizeIndex, proof: draw.proof })
  )
}

/**
 * `alone` was drawn correctly but without a seed of the member, so the server knew the result in
 * advance.
 */
export type DrawVerdict = 'fair' | 'alone' | 'unfair'

/** Verifies an earlier spin by its stored values. */
export function verifyDraw(draw: Proven & { xp: number }): DrawVerdict {
  if (draw.prizes[draw.prizeIndex]?.xp !== draw.xp || !isDrawFair(draw)) return 'unfair'
  return draw.proof.clientSeed === '' ? 'alone' : 'fair'
}
