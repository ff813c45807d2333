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

/** Repeats the draw on this phone, with code that is not the server's. */
function isDrawFair({ prizes, prizeIndex, proof }: Proven): boolean {
  return verifySpin(HASH, { proof, prizes, prizeIndex })
}

/**
 * Also holds it to what this phone saw and sent: the commitment with its nonce before, and its own
 * seed. A nonce named afterwards would let the server try until the prize is a small one.
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

/** `alone` was drawn rightly, but without a part of the member's: the server knew all of it before. */
export type DrawVerdict = 'fair' | 'alone' | 'unfair'

/** Of a spin of long ago, by the values that were kept of it. */
export function judgeDraw(draw: Proven & { xp: number }): DrawVerdict {
  if (draw.prizes[draw.prizeIndex]?.xp !== draw.xp || !isDrawFair(draw)) return 'unfair'
  return draw.proof.clientSeed === '' ? 'alone' : 'fair'
}
