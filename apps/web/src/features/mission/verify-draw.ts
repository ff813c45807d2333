import { hmacSha256, sha256 } from '@solstice/rules/sha256'
import { verifySpin } from '@solstice/rules/spin'
import type { SpinTry } from './spin-journal.ts'
import type { ExecutedOf } from './api.ts'
import type { Prize } from './wheel-geometry.ts'

type Draw = { prizeIndex: number; xp: number } & Pick<ExecutedOf<'SPIN'>, 'proof'>
type Proven = {
  prizes: readonly Prize[]
  prizeIndex: number
  proof: Omit<Draw['proof'], 'nextCommitment'>
}

/** Repeats the draw on this phone, with code that is not the server's. */
export function isDrawFair({ prizes, prizeIndex, proof }: Proven): boolean {
  return verifySpin({ sha256, hmacSha256 }, { proof, prizes, prizeIndex })
}

/** Also holds it to what this phone saw and sent: the commitment before, and its own seed. */
export function isOwnSpinFair(spin: SpinTry, draw: Draw): boolean {
  const { prizes, commitment, clientSeed } = spin
  return (
    draw.proof.commitment === commitment &&
    draw.proof.clientSeed === clientSeed &&
    prizes[draw.prizeIndex]?.xp === draw.xp &&
    isDrawFair({ prizes, prizeIndex: draw.prizeIndex, proof: draw.proof })
  )
}
