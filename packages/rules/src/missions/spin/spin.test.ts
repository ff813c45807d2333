import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  canonicalOdds,
  decideSpin,
  DEFAULT_PRIZES,
  DEFAULT_SPIN,
  drawSpin,
  meanPrize,
  prizesFrom,
  prizesView,
  rollFrom,
  SPIN_WEIGHT_TOTAL,
  spinCommitment,
  verifySpin,
  type SpinHash,
} from './spin.ts'

const own: SpinHash = { sha256, hmacSha256: (key, message) => hmac(sha256, key, message) }

const seedAt = (at: number) => bytesToHex(sha256(ascii(`seed ${at}`)))

function aSpin(at = 0) {
  const serverSeed = seedAt(at)
  const draw = { serverSeed, clientSeed: 'member', nonce: at }
  const proof = { ...draw, commitment: spinCommitment(own, serverSeed, DEFAULT_PRIZES) }
  return { proof, prizes: DEFAULT_PRIZES, prizeIndex: drawSpin(own, draw, DEFAULT_PRIZES) }
}

describe('the odds', () => {
  test('match the programme and sum to 100 percent', () => {
    expect(prizesView(DEFAULT_PRIZES)).toEqual([
      { xp: 10, weight: 4000, percent: 40 },
      { xp: 30, weight: 2500, percent: 25 },
      { xp: 50, weight: 1800, percent: 18 },
      { xp: 100, weight: 1200, percent: 12 },
      { xp: 300, weight: 400, percent: 4 },
      { xp: 1000, weight: 100, percent: 1 },
    ])
    expect(DEFAULT_PRIZES.reduce((sum, { weight }) => sum + weight, 0)).toBe(SPIN_WEIGHT_TOTAL)
    expect(meanPrize(DEFAULT_PRIZES)).toBe(54.5)
  })

  test('have one canonical text and are parsed back unchanged', () => {
    const text = '10:4000,30:2500,50:1800,100:1200,300:400,1000:100'

    expect(canonicalOdds(DEFAULT_PRIZES)).toBe(text)
    expect(prizesFrom(text)).toEqual(DEFAULT_PRIZES)
  })
})

describe('a draw', () => {
  // docs/spin.md shows how to get the same results with sha256sum and openssl.
  test('can be verified by hand, as docs/spin.md does with this one', () => {
    const serverSeed = `${'00'.repeat(31)}2a`
    const mac = hmac(sha256, hexToBytes(serverSeed), ascii('sun:7'))

    expect(spinCommitment(own, serverSeed, DEFAULT_PRIZES)).toBe(
      'b82e5dc2be617ae0c4c389027c29f1da4bd3f6bc17142f9127b1a23b136dae7a',
    )
    expect(bytesToHex(mac).slice(0, 8)).toBe('ae20ef1b')
    expect(drawSpin(own, { serverSeed, clientSeed: 'sun', nonce: 7 }, DEFAULT_PRIZES)).toBe(0)
  })
})

describe('a roll', () => {
  const noHash = {
    sha256: (): Uint8Array => {
      throw new Error('No further hash is needed')
    },
  }
  const digestOf = (...words: number[]) => {
    const bytes = new Uint8Array(32)
    const view = new DataView(bytes.buffer)
    words.forEach((word, at) => view.setUint32(at * 4, word))
    return bytes
  }

  test('skips values that would favour small numbers', () => {
    // 2^32 is 429496 times 10,000 plus 7296; the last 7296 values are skipped.
    const last = 4_294_960_000
    expect(rollFrom(noHash, digestOf(last - 1, 1), 10_000)).toBe(9999)
    expect(rollFrom(noHash, digestOf(last, 1), 10_000)).toBe(1)
    expect(rollFrom(noHash, digestOf(2 ** 32 - 1, last, 77), 10_000)).toBe(77)
  })

  test('uses the eighth value if seven are skipped', () => {
    const seven = Array.from({ length: 7 }, () => 2 ** 32 - 1)

    expect(rollFrom(noHash, digestOf(...seven, 77), 10_000)).toBe(77)
  })

  test.each([
    [0, 0],
    [3999, 0],
    [4000, 1],
    [6499, 1],
    [6500, 2],
    [9899, 4],
    [9900, 5],
    [9999, 5],
  ])('of %i draws the prize with index %i', (roll, index) => {
    const rolled = { ...noHash, hmacSha256: () => digestOf(roll) }

    expect(drawSpin(rolled, aSpin().proof, DEFAULT_PRIZES)).toBe(index)
  })

  test('hashes again if all eight values are skipped', () => {
    const allSkipped = digestOf(...Array.from({ length: 8 }, () => 2 ** 32 - 1))

    expect(rollFrom({ sha256: () => digestOf(42) }, allSkipped, 10_000)).toBe(42)
  })

  test('is always below the total', () => {
    const digests = fc.uint8Array({ minLength: 32, maxLength: 32 })
    fc.assert(
      fc.property(digests, fc.integer({ min: 1, max: 1_000_000 }), (digest, total) => {
        const roll = rollFrom(own, digest, total)
        expect(roll >= 0 && roll < total && Number.isInteger(roll)).toBe(true)
      }),
    )
  })
})

describe('verification', () => {
  test('fails if a single byte is altered', () => {
    const { proof, prizes, prizeIndex } = aSpin(3)
    const flip = (hex: string) => (hex.startsWith('0') ? `1${hex.slice(1)}` : `0${hex.slice(1)}`)
    const otherOdds = prizes.map((prize, at) =>
      at === 0 ? { ...prize, weight: prize.weight - 1 } : prize,
    )
    const otherPrize = prizes.map((prize, at) => (at === 5 ? { ...prize, xp: 1001 } : prize))

    expect(verifySpin(own, { proof, prizes, prizeIndex })).toBe(true)
    for (const altered of [
      { proof, prizes: otherOdds, prizeIndex },
      { proof, prizes: otherPrize, prizeIndex },
      { proof, prizes: prizes.toReversed(), prizeIndex },
      { proof: { ...proof, serverSeed: flip(proof.serverSeed) }, prizes, prizeIndex },
      { proof: { ...proof, commitment: flip(proof.commitment) }, prizes, prizeIndex },
      { proof, prizes, prizeIndex: (prizeIndex + 1) % prizes.length },
    ]) {
      expect(verifySpin(own, altered)).toBe(false)
    }
  })

  test('depends on the client seed and the nonce', () => {
    const { proof, prizes } = aSpin(3)
    const draws = new Set<number>()
    for (let nonce = 0; nonce < 50; nonce += 1) {
      draws.add(drawSpin(own, { ...proof, nonce }, prizes))
      draws.add(drawSpin(own, { ...proof, clientSeed: `other ${nonce}` }, prizes))
    }

    expect(draws.size).toBeGreaterThan(1)
  })

  test('rejects an invalid seed', () => {
    const spin = aSpin(1)

    for (const serverSeed of ['', 'xyz', spin.proof.serverSeed.toUpperCase(), 'ab'.repeat(31)]) {
      expect(verifySpin(own, { ...spin, proof: { ...spin.proof, serverSeed } })).toBe(false)
    }
    expect(verifySpin(own, { ...spin, prizes: [] })).toBe(false)
  })

  // Each seed has a matching commitment and is tried with every prize, so that only its format can
  // fail.
  test.each(['a', 'aa', ' ', '\n'])(
    'rejects a seed with %j added to it, even with a matching commitment',
    (more) => {
      const { proof, prizes } = aSpin(1)
      for (const serverSeed of [`${proof.serverSeed}${more}`, `${more}${proof.serverSeed}`]) {
        const commitment = spinCommitment(own, serverSeed, prizes)
        const verdicts = prizes.map((_, prizeIndex) =>
          verifySpin(own, { proof: { ...proof, serverSeed, commitment }, prizes, prizeIndex }),
        )

        expect(verdicts).not.toContain(true)
      }
    },
  )

  test('rejects prizes without weight', () => {
    const spin = aSpin(1)
    const prizes = [{ xp: 10, weight: 0 }]
    const commitment = spinCommitment(own, spin.proof.serverSeed, prizes)

    expect(verifySpin(own, { proof: { ...spin.proof, commitment }, prizes, prizeIndex: -1 })).toBe(
      false,
    )
  })
})

describe('the price of a spin', () => {
  test.each([
    [0, 0, { kind: 'free', freeLeft: 0 }],
    [0, 7, { kind: 'free', freeLeft: 0 }],
    [1, 1, { kind: 'ticket', tickets: 1 }],
    [1, 0, { kind: 'none-left' }],
    [9, 3, { kind: 'ticket', tickets: 1 }],
  ])('depends on %i used free spins and %i tickets', (freeUsedToday, tickets, decision) => {
    expect(decideSpin(DEFAULT_SPIN, { freeUsedToday, tickets })).toEqual(decision)
  })
})

function ascii(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}
