import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { Trace } from '#/trace.ts'

/** Weights are hundredths of a percent, so that odds of 0.01 % are integers. */
export const SPIN_WEIGHT_TOTAL = 10_000

export type SpinPrize = { xp: number; weight: number }

export const DEFAULT_PRIZES: readonly SpinPrize[] = [
  { xp: 10, weight: 4000 },
  { xp: 30, weight: 2500 },
  { xp: 50, weight: 1800 },
  { xp: 100, weight: 1200 },
  { xp: 300, weight: 400 },
  { xp: 1000, weight: 100 },
]

/** The hash functions of the draw. Server and app each provide their own. */
export type SpinHash = {
  sha256: (bytes: Uint8Array) => Uint8Array
  hmacSha256: (key: Uint8Array, message: Uint8Array) => Uint8Array
}

export type SpinProof = {
  /** 32 bytes in lower-case hex, secret until the spin. */
  serverSeed: string
  /** The member's own randomness. */
  clientSeed: string
  /** Counts the commitments of a member in a season, from 0. */
  nonce: number
  /** Known before the spin. */
  commitment: string
}

/**
 * Returns the odds as text: `10:4000,30:2500,…`. The order matters, because the draw iterates over
 * it.
 */
export function canonicalOdds(prizes: readonly SpinPrize[]): string {
  return prizes.map(({ xp, weight }) => `${xp}:${weight}`).join(',')
}

/** Parses odds that were stored as hashed. */
export function prizesFrom(odds: string): SpinPrize[] {
  return odds.split(',').map((pair) => {
    const [xp = 0, weight = 0] = pair.split(':').map(Number)
    return { xp, weight }
  })
}

/** Adds the chance of each prize in percent for display. */
export function prizesView(prizes: readonly SpinPrize[]): (SpinPrize & { percent: number })[] {
  const total = totalWeight(prizes)
  return prizes.map(({ xp, weight }) => ({ xp, weight, percent: (weight * 100) / total }))
}

/** Returns the SHA-256 of the hex seed, a colon and the odds, as text. */
export function spinCommitment(
  hash: Pick<SpinHash, 'sha256'>,
  serverSeed: string,
  prizes: readonly SpinPrize[],
): string {
  return bytesToHex(hash.sha256(bytesOf(`${serverSeed}:${canonicalOdds(prizes)}`)))
}

/** Returns the index of the prize these seeds draw. Neither seed alone determines it. */
export function drawSpin(
  hash: SpinHash,
  proof: Pick<SpinProof, 'serverSeed' | 'clientSeed' | 'nonce'>,
  prizes: readonly SpinPrize[],
): number {
  const message = bytesOf(`${proof.clientSeed}:${proof.nonce}`)
  const digest = hash.hmacSha256(hexToBytes(proof.serverSeed), message)
  return prizeAt(prizes, rollFrom(hash, digest, totalWeight(prizes)))
}

/** Verifies that the earlier commitment and both seeds lead to the prize. */
export function verifySpin(
  hash: SpinHash,
  spin: { proof: SpinProof; prizes: readonly SpinPrize[]; prizeIndex: number },
): boolean {
  const { proof, prizes, prizeIndex } = spin
  if (!/^[0-9a-f]{64}$/.test(proof.serverSeed) || totalWeight(prizes) < 1) return false
  return (
    spinCommitment(hash, proof.serverSeed, prizes) === proof.commitment &&
    drawSpin(hash, proof, prizes) === prizeIndex
  )
}

/**
 * Returns a uniformly distributed number below `total`. The digest is read as eight numbers of four
 * bytes; a number beyond the last whole multiple of `total` is skipped, because it would favour
 * small results. If all eight are skipped, the digest is hashed again.
 */
export function rollFrom(
  hash: Pick<SpinHash, 'sha256'>,
  digest: Uint8Array,
  total: number,
): number {
  const limit = 2 ** 32 - (2 ** 32 % total)
  for (let bytes = digest; ; bytes = hash.sha256(bytes)) {
    for (let at = 0; at + 4 <= bytes.length; at += 4) {
      const number = bytes.subarray(at, at + 4).reduce((sum, byte) => sum * 256 + byte, 0)
      if (number < limit) return number % total
    }
  }
}

function prizeAt(prizes: readonly SpinPrize[], roll: number): number {
  let passed = 0
  return prizes.findIndex(({ weight }) => {
    passed += weight
    return roll < passed
  })
}

function totalWeight(prizes: readonly SpinPrize[]): number {
  return prizes.reduce((sum, { weight }) => sum + weight, 0)
}

export function meanPrize(prizes: readonly SpinPrize[]): number {
  return prizes.reduce((sum, { xp, weight }) => sum + xp * weight, 0) / totalWeight(prizes)
}

export type SpinTerms = { freePerDay: number; ticketsPerSpin: number }

export const DEFAULT_SPIN: SpinTerms = { freePerDay: 1, ticketsPerSpin: 1 }

export type SpinDecision =
  | { kind: 'none-left' }
  | { kind: 'free'; freeLeft: number }
  | { kind: 'ticket'; tickets: number }

export function decideSpin(
  terms: SpinTerms,
  state: { freeUsedToday: number; tickets: number },
): SpinDecision {
  const freeLeft = terms.freePerDay - state.freeUsedToday
  if (freeLeft > 0) return { kind: 'free', freeLeft: freeLeft - 1 }
  if (state.tickets < terms.ticketsPerSpin) return { kind: 'none-left' }
  return { kind: 'ticket', tickets: terms.ticketsPerSpin }
}

/**
 * Decides the price of a spin and explains it. The draw is explained by its commitment, which is
 * stored with the seeds.
 */
export function traceSpin(
  { freePerDay, ticketsPerSpin }: SpinTerms,
  { freeUsedToday, tickets }: { freeUsedToday: number; tickets: number },
): { decision: SpinDecision; trace: Trace<'spin'> } {
  const decision = decideSpin({ freePerDay, ticketsPerSpin }, { freeUsedToday, tickets })
  return {
    decision,
    trace: {
      rule: 'spin',
      version: 1,
      inputs: { freePerDay, ticketsPerSpin, freeUsedToday, tickets },
      outcome: decision.kind === 'none-left' ? 'NO_SPINS_LEFT' : 'GRANTED',
    },
  }
}

/** Encodes plain ASCII; client seeds with other characters are rejected. */
function bytesOf(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at)
  return bytes
}
