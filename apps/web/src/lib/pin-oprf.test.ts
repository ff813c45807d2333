import { ristretto255_oprf } from '@noble/curves/ed25519.js'
import { evaluate, pinKeyFrom } from '@solstice/server/src/modules/pin/pin.oprf.ts'
import { describe, expect, test } from 'vitest'
import { fromBase64url, toBase64url } from './base64url.ts'
import { blindInput, blindPin } from './pin-oprf.ts'

const { oprf } = ristretto255_oprf
const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))
const hex = (data: Uint8Array) => Buffer.from(data).toString('hex')

/** RFC 9497, appendix A.1.1: OPRF(ristretto255, SHA-512), mode OPRF. */
const KEY = '5ebcea5ee37023ccb9fc2d2019f9d7737be85591ae8652ffa9ef0f4d37063b0e'
const BLIND = '64d37aed22a27f5191de1c1d69fadb899d8862b58eb4220029e036ec4c1f6706'
const VECTORS = [
  {
    input: '00',
    blinded: '609a0ae68c15a3cf6903766461307e5c8bb2f95e7e6550e1ffa2dc99e412803c',
    evaluated: '7ec6578ae5120958eb2db1745758ff379e77cb64fe77b0b2d8cc917ea0869c7e',
    output:
      '527759c3d9366f277d8c6020418d96bb393ba2afb20ff90df23fb7708264e2f3ab9135e3bd69955851de4b1f9fe8a0973396719b7912ba9ee8aa7d0b5e24bcf6',
  },
  {
    input: '5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a',
    blinded: 'da27ef466870f5f15296299850aa088629945a17d1f5b7f5ff043f76b3c06418',
    evaluated: 'b4cbf5a4f1eeda5a63ce7b77c7d23f461db3fcab0dd28e4e17cecb5c90d02c25',
    output:
      'f4a74c9c592497375e796aa837e907b1a045d34306a749db9f34221f7e750cb4f2a6413a6bf6fa5e19ba6348eb673934a722a7ede2e7621306d18951e7cf2c73',
  },
]

/** Makes the library choose the vector's blind: it adds one to the random bytes. */
function fixedRandom(blind: string) {
  return (length = 64) => {
    const chosen = new Uint8Array(length)
    chosen.set(bytes(blind))
    chosen[0] = (chosen[0] ?? 0) - 1
    return chosen
  }
}

describe('RFC 9497 vectors', () => {
  test.each(VECTORS)('blinds, evaluates and finishes input $input', (vector) => {
    const entry = blindInput(bytes(vector.input), fixedRandom(BLIND))

    expect(hex(entry.blinded)).toBe(vector.blinded)
    expect(hex(oprf.blindEvaluate(bytes(KEY), entry.blinded))).toBe(vector.evaluated)
    expect(hex(entry.finish(bytes(vector.evaluated)))).toBe(vector.output)
  })
})

describe('a PIN', () => {
  const stretch = { salt: toBase64url(new Uint8Array(32).fill(7)), iterations: 900_000 }
  const key = pinKeyFrom(new Uint8Array(32).fill(9))

  test("gives the same proof each time under the server's key, and another one for another PIN", async () => {
    const first = await blindPin('314159', stretch)
    const second = await blindPin('314159', stretch)
    const other = await blindPin('314158', stretch)
    const slower = await blindPin('314159', { ...stretch, iterations: 900_001 })

    const [a, b, c, d] = await Promise.all(
      [first, second, other, slower].map((entry) =>
        entry.finish(evaluate(key, fromBase64url(entry.blinded))),
      ),
    )

    expect(first.blinded).not.toBe(second.blinded)
    expect(a?.proof).toMatch(/^[\w-]{43}$/)
    expect(b?.proof).toBe(a?.proof)
    expect(b?.walletKey).toEqual(a?.walletKey)
    expect(c?.proof).not.toBe(a?.proof)
    expect(d?.proof).not.toBe(a?.proof)
    expect(toBase64url(a?.walletKey ?? new Uint8Array())).not.toBe(a?.proof)
  }, 60_000)

  test('is not stretched with fewer rounds than any existing key', async () => {
    const weak = { ...stretch, iterations: 899_999 }

    await expect(blindPin('314159', weak)).rejects.toThrow('899999')
  })
})
