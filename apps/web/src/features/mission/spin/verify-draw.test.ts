import { createHash, createHmac } from 'node:crypto'
import { canonicalOdds, drawSpin, spinCommitment } from '@solstice/rules/missions/spin/spin'
import { describe, expect, test } from 'vitest'
import { isOwnSpinFair, verifyDraw } from './verify-draw.ts'

/** Uses Node's cryptography as the server does, not the app's. */
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
const sent = { commitment, nonce: 3, clientSeed, prizes: PRIZES }
const prizeIndex = drawSpin(HASH, { serverSeed, clientSeed, nonce: 3 }, PRIZES)
const draw = {
  prizeIndex,
  xp: PRIZES[prizeIndex]?.xp ?? 0,
  proof: { serverSeed, clientSeed, nonce: 3, commitment, nextCommitment: '00'.repeat(32) },
}

describe('the app', () => {
  test('accepts an honest draw as fair', () => {
    expect(isOwnSpinFair(sent, draw)).toBe(true)
  })

  test.each([
    ['another prize', { ...draw, prizeIndex: 1 - prizeIndex }],
    ['less XP than the prize', { ...draw, xp: draw.xp - 1 }],
    ['another server seed', { ...draw, proof: { ...draw.proof, serverSeed: 'ac'.repeat(32) } }],
    [
      'a client seed that the device did not send',
      { ...draw, proof: { ...draw.proof, clientSeed: 'c1f3' } },
    ],
    ['another commitment', { ...draw, proof: { ...draw.proof, commitment: '11'.repeat(32) } }],
  ])('rejects %s', (_, altered) => {
    expect(isOwnSpinFair(sent, altered)).toBe(false)
  })

  test('rejects a nonce that was chosen after the device’s seed was known', () => {
    const nonce = Array.from({ length: 100 }, (_, at) => at).find(
      (at) => at !== 3 && drawSpin(HASH, { serverSeed, clientSeed, nonce: at }, PRIZES) === 0,
    )
    const chosen = { prizeIndex: 0, xp: 10, proof: { ...draw.proof, nonce: nonce ?? 3 } }

    expect(verifyDraw({ ...chosen, prizes: PRIZES })).toBe('fair')
    expect(isOwnSpinFair(sent, chosen)).toBe(false)
  })

  test('rejects a draw when one weight differs from the odds that were shown', () => {
    const prizes = PRIZES.map((prize, at) => (at === 0 ? { ...prize, weight: 6001 } : prize))
    expect(canonicalOdds(prizes)).not.toBe(canonicalOdds(PRIZES))
    expect(isOwnSpinFair({ ...sent, prizes }, draw)).toBe(false)
  })
})

describe('an earlier spin', () => {
  test('is fair when its values lead to its prize', () => {
    expect(verifyDraw({ ...draw, prizes: PRIZES })).toBe('fair')
    expect(verifyDraw({ ...draw, prizes: PRIZES, xp: draw.xp + 1 })).toBe('unfair')
    expect(verifyDraw({ ...draw, prizes: PRIZES, prizeIndex: 1 - prizeIndex })).toBe('unfair')
  })

  test('is not fair without a seed of the member, although its values match', () => {
    const proof = { ...draw.proof, clientSeed: '' }
    const index = drawSpin(HASH, proof, PRIZES)
    const alone = { prizes: PRIZES, prizeIndex: index, xp: PRIZES[index]?.xp ?? 0, proof }

    expect(verifyDraw(alone)).toBe('alone')
    expect(verifyDraw({ ...alone, prizeIndex: 1 - index })).toBe('unfair')
  })
})
