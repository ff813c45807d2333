import { bytesToHex } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checksumAddress, isSameAddress, isZeroAddress, normaliseAddress } from './address.ts'

/** The examples are from EIP-55. */
const CHECKSUMMED = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
]

describe('a wallet address', () => {
  test.each(CHECKSUMMED)('is formatted with its checksum: %s', (checksummed) => {
    expect(checksumAddress(checksummed.toLowerCase())).toBe(checksummed)
    expect(normaliseAddress(checksummed)).toBe(checksummed)
    expect(normaliseAddress(checksummed.toLowerCase())).toBe(checksummed)
    expect(normaliseAddress(`  0x${checksummed.slice(2).toUpperCase()} `)).toBe(checksummed)
  })

  test('is invalid with one letter in the wrong case', () => {
    expect(normaliseAddress('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed')).toBeUndefined()
  })

  test.each([
    '',
    'xyz',
    '0x',
    '0x123',
    `0x${'g'.repeat(40)}`,
    'a'.repeat(42),
    `0x${'a'.repeat(41)}`,
  ])('is not %j', (text) => {
    expect(normaliseAddress(text)).toBeUndefined()
  })

  test('equals itself in any case, while an invalid text equals nothing', () => {
    const [checksummed = ''] = CHECKSUMMED
    expect(isSameAddress(checksummed, checksummed.toLowerCase())).toBe(true)
    expect(isSameAddress(checksummed, CHECKSUMMED[1] ?? '')).toBe(false)
    expect(isSameAddress('xyz', 'xyz')).toBe(false)
    expect(isSameAddress(checksummed, checksummed.replace('0x', '0X'))).toBe(false)
    expect(isSameAddress(checksummed.replace('0x', '0X'), checksummed)).toBe(false)
  })

  test('stays the same when it is normalised, for random addresses', () => {
    const bytes = fc.uint8Array({ minLength: 20, maxLength: 20 })
    fc.assert(
      fc.property(bytes, (address) => {
        const hex = `0x${bytesToHex(address)}`
        const checksummed = normaliseAddress(hex)
        expect(checksummed?.toLowerCase()).toBe(hex)
        expect(normaliseAddress(checksummed ?? '')).toBe(checksummed)
      }),
      { numRuns: 30 },
    )
  })
})

test.each([
  ['0'.repeat(40), true],
  [`${'0'.repeat(39)}1`, false],
  [`1${'0'.repeat(39)}`, false],
  ['0'.repeat(39), false],
  ['0'.repeat(41), false],
])('0x%s is the zero address: %s', (digits, expected) => {
  expect(isZeroAddress(`0x${digits}`)).toBe(expected)
})
