import { randomBytes } from 'node:crypto'
import { ristretto255_oprf } from '@noble/curves/ed25519.js'
import { describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { evaluate, pinKeyFrom, readBlinded } from './pin.oprf.ts'

const { oprf } = ristretto255_oprf
const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'))
const base64url = (hex: string) => Buffer.from(hex, 'hex').toString('base64url')
const hexOf = (text: string) => Buffer.from(text, 'base64url').toString('hex')

/** RFC 9497, appendix A.1.1: OPRF(ristretto255, SHA-512), mode OPRF. */
const RFC = {
  seed: 'a3'.repeat(32),
  keyInfo: '74657374206b6579',
  secretKey: '5ebcea5ee37023ccb9fc2d2019f9d7737be85591ae8652ffa9ef0f4d37063b0e',
  blind: '64d37aed22a27f5191de1c1d69fadb899d8862b58eb4220029e036ec4c1f6706',
  vectors: [
    {
      input: '00',
      blinded: '609a0ae68c15a3cf6903766461307e5c8bb2f95e7e6550e1ffa2dc99e412803c',
      evaluated: '7ec6578ae5120958eb2db1745758ff379e77cb64fe77b0b2d8cc917ea0869c7e',
      output:
        '527759c3d9366f277d8c6020418d96bb393ba2afb20ff90df23fb7708264e2f3ab9135e3bd69955851de4b1f9fe8a0973396719b7912ba9ee8aa7d0b5e24bcf6',
    },
    {
      input: '5a'.repeat(17),
      blinded: 'da27ef466870f5f15296299850aa088629945a17d1f5b7f5ff043f76b3c06418',
      evaluated: 'b4cbf5a4f1eeda5a63ce7b77c7d23f461db3fcab0dd28e4e17cecb5c90d02c25',
      output:
        'f4a74c9c592497375e796aa837e907b1a045d34306a749db9f34221f7e750cb4f2a6413a6bf6fa5e19ba6348eb673934a722a7ede2e7621306d18951e7cf2c73',
    },
  ],
}

describe('the test vectors of RFC 9497', () => {
  test('derive the key from their seed', () => {
    const { secretKey } = oprf.deriveKeyPair(bytes(RFC.seed), bytes(RFC.keyInfo))

    expect(Buffer.from(secretKey).toString('hex')).toBe(RFC.secretKey)
  })

  test.each(RFC.vectors)('evaluate $input', ({ input, blinded, evaluated, output }) => {
    const answer = evaluate(bytes(RFC.secretKey), readBlinded(base64url(blinded)))
    const out = oprf.finalize(bytes(input), bytes(RFC.blind), bytes(evaluated))

    expect(hexOf(answer)).toBe(evaluated)
    expect(Buffer.from(out).toString('hex')).toBe(output)
  })
})

describe('a blinded PIN', () => {
  test.each([
    ['the identity element, which would not blind the PIN', '00'.repeat(32)],
    ['bytes that do not encode an element', 'ff'.repeat(32)],
    ['a negative encoding', '01' + '00'.repeat(31)],
    ['too few bytes', '00'.repeat(31)],
    ['nothing', ''],
  ])('rejects %s', (_label, hex) => {
    expect(() => readBlinded(base64url(hex))).toThrow(`Refused with code ${Code.INVALID_REQUEST}`)
  })

  test('is evaluated equally by the same key and differently by another', () => {
    const { blinded } = oprf.blind(randomBytes(32))
    const seed = randomBytes(32)

    const [first, second, other] = [seed, seed, randomBytes(32)].map((each) =>
      evaluate(pinKeyFrom(each), blinded),
    )

    expect(second).toBe(first)
    expect(other).not.toBe(first)
  })
})
