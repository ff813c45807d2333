import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isReferralCode,
  normaliseReferralCode,
  REFERRAL_CODE_ALPHABET,
  REFERRAL_CODE_LENGTH,
  referralCodeFrom,
} from './referral-code.ts'

const eightBytes = fc.uint8Array({ minLength: REFERRAL_CODE_LENGTH, maxLength: 64 })

describe('a referral code', () => {
  test('uses letters and digits that cannot be confused', () => {
    expect(REFERRAL_CODE_ALPHABET).toHaveLength(32)
    expect(new Set(REFERRAL_CODE_ALPHABET).size).toBe(32)
    expect(REFERRAL_CODE_ALPHABET).not.toMatch(/[01OI]/)
  })

  test('can be created from any bytes', () => {
    fc.assert(
      fc.property(eightBytes, (bytes) => {
        const code = referralCodeFrom(bytes)
        expect(code).toHaveLength(REFERRAL_CODE_LENGTH)
        expect(isReferralCode(code)).toBe(true)
      }),
    )
  })

  test('maps the bytes evenly to all characters', () => {
    const shares = new Map<string, number>()
    for (let byte = 0; byte < 256; byte += 1) {
      const [sign = ''] = referralCodeFrom(Uint8Array.of(byte))
      shares.set(sign, (shares.get(sign) ?? 0) + 1)
    }

    expect(shares.size).toBe(32)
    expect(new Set(shares.values())).toEqual(new Set([8]))
  })

  test('is parsed in any case and with surrounding spaces', () => {
    fc.assert(
      fc.property(eightBytes, (bytes) => {
        const code = referralCodeFrom(bytes)
        expect(isReferralCode(` ${code.toLowerCase()} `)).toBe(true)
        expect(normaliseReferralCode(` ${code.toLowerCase()} `)).toBe(code)
      }),
    )
  })

  test.each(['', 'ABCDEFG', 'ABCDEFGHJ', 'ABCD0FGH', 'ABCDOFGH', 'ABC DEFG', 'ABCD-EFG'])(
    'is not %j',
    (input) => {
      expect(isReferralCode(input)).toBe(false)
    },
  )
})
