import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { growingTree, subtreesOf } from './growing-tree.ts'
import { leafHash, rootOf } from './merkle.ts'

const sha256 = (bytes: Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest())
const hashes = Array.from({ length: 70 }, (_, at) => leafHash(sha256, Uint8Array.of(at)))

test('a tree that grows has the root of RFC 6962, also when it continues an earlier one', () => {
  const sizes = fc.tuple(fc.nat(70), fc.nat(70)).map((pair) => pair.toSorted((a, b) => a - b))
  fc.assert(
    fc.property(sizes, ([before = 0, size = 0]) => {
      const roots = subtreesOf(before).map(({ start, end }) =>
        rootOf(sha256, hashes.slice(start, end)),
      )
      const tree = growingTree(sha256, { size: before, roots })
      for (const hash of hashes.slice(before, size)) tree.add(hash)
      expect(tree.root()).toEqual(rootOf(sha256, hashes.slice(0, size)))
    }),
  )
})
