import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sealerFrom } from './seal.ts'

const sealer = sealerFrom('m'.repeat(32), 'pin-key')
const secret = randomBytes(32)
const UNOPENED = /unable to authenticate data/

describe('sealed bytes', () => {
  test('open where they were stored, and differ every time', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), fc.string(), (bytes, associatedData) => {
        const sealed = sealer.seal(bytes, associatedData)
        expect(Buffer.from(sealer.open(sealed, associatedData))).toEqual(Buffer.from(bytes))
        expect(sealer.seal(bytes, associatedData)).not.toBe(sealed)
      }),
      { numRuns: 30 },
    )
  })

  test('do not open elsewhere, under another key, for another purpose, or modified', () => {
    const sealed = sealer.seal(secret, 'row 1 of member 1')

    expect(() => sealer.open(sealed, 'row 1 of member 2')).toThrow(UNOPENED)
    expect(() => sealerFrom('n'.repeat(32), 'pin-key').open(sealed, 'row 1 of member 1')).toThrow(
      UNOPENED,
    )
    expect(() => sealerFrom('m'.repeat(32), 'other').open(sealed, 'row 1 of member 1')).toThrow(
      UNOPENED,
    )
    for (const at of [3, 10, sealed.length - 1]) {
      const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1)
      expect(() => sealer.open(changed, 'row 1 of member 1')).toThrow(UNOPENED)
    }
    expect(() => sealer.open(sealed.slice(0, -8), 'row 1 of member 1')).toThrow(UNOPENED)
    expect(() => sealer.open(`v3${sealed.slice(2)}`, 'row 1 of member 1')).toThrow(
      'unknown version',
    )
  })

  test('reveal nothing of their content', () => {
    const sealed = sealer.seal(secret, 'row')

    expect(sealed).not.toContain(secret.toString('base64url'))
    expect(Buffer.from(sealed.slice(3), 'base64url').includes(secret)).toBe(false)
  })
})
