import { createHash, createHmac } from 'node:crypto'
import { canonicalOdds, drawSpin, spinCommitment } from '@solstice/rules/spin'
import { describe, expect, test } from 'vitest'
import { isOwnSpinFair } from './verify-draw.ts'

/** The server's own cryptography, not the app's. */
const HASH = {
  sha256: (bytes: Uint8Array) => createHash('sha256').update(bytes).digest(),
  hmacSha256: (key: Uint8Array, message: Uint8Array) =>
    createHmac('sha256', key).update(message).digest(),
}
const PRIZES = [
  { xp: 10, weight: 6000, percent: 60 },
  { xp: 100, weight: 4000, percent: 40 },
]
const serverSeed = 'ab'.repeat(32)
const clientSeed = 'c1f2'
const commitment = spinCommitment(HASH, serverSeed, PRIZES)
const sent = { commitment, clientSeed, idempotencyKey: 'key', prizes: PRIZES }
const prizeIndex = drawSpin(HASH, { serverSeed, clientSeed, nonce: 3 }, PRIZES)
const draw = {
  prizeIndex,
  xp: PRIZES[prizeIndex]?.xp ?? 0,
  proof: { serverSeed, clientSeed, nonce: 3, commitment, nextCommitment: '00'.repeat(32) },
}

describe('the app', () => {
  test('finds an honest draw fair', () => {
    expect(isOwnSpinFair(sent, draw)).toBe(true)
  })

  test.each([
    ['another prize', { ...draw, prizeIndex: 1 - prizeIndex }],
    ['less than the prize', { ...draw, xp: draw.xp - 1 }],
    ['another server seed', { ...draw, proof: { ...draw.proof, serverSeed: 'ac'.repeat(32) } }],
    ['a seed that is not the phone’s', { ...draw, proof: { ...draw.proof, clientSeed: 'c1f3' } }],
    ['another commitment', { ...draw, proof: { ...draw.proof, commitment: '11'.repeat(32) } }],
    ['another nonce', { ...draw, proof: { ...draw.proof, commitment: '00'.repeat(32), nonce: 4 } }],
  ])('does not verify %s', (_, altered) => {
    expect(isOwnSpinFair(sent, altered)).toBe(false)
  })

  test('does not verify when one weight of the odds it was shown is another', () => {
    const prizes = PRIZES.map((prize, at) => (at === 0 ? { ...prize, weight: 6001 } : prize))
    expect(canonicalOdds(prizes)).not.toBe(canonicalOdds(PRIZES))
    expect(isOwnSpinFair({ ...sent, prizes }, draw)).toBe(false)
  })
})
