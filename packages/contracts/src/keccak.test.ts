import { keccak_256 } from '@noble/hashes/sha3.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keccak256 } from './keccak.ts'

test('the fast hash is that of another implementation, and stays when the next one is computed', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (input) => {
      const hash = keccak256(input)
      expect(keccak256(hash)).toEqual(keccak_256(keccak_256(input)))
      expect(hash).toEqual(keccak_256(input))
    }),
  )
})
