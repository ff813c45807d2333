import { StandardMerkleTree } from '@openzeppelin/merkle-tree'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { distributionTree, shareHash, shareHashes, type Share } from './distribution-tree.ts'

const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes): `0x${string}` => `0x${Buffer.from(bytes).toString('hex')}`)
const shares = fc.uniqueArray(
  fc.record({ account: address, cumulative: fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }) }),
  { minLength: 1, maxLength: 40, selector: ({ account }) => account },
)
const independent = (list: readonly Share[]) =>
  StandardMerkleTree.of(
    list.map(({ account, cumulative }) => [account, cumulative.toString()]),
    ['address', 'uint256'],
  )

describe('the tree of a distribution', () => {
  test('has the root and the proofs of an independent implementation', () => {
    fc.assert(
      fc.property(shares, (list) => {
        const [ours, theirs] = [distributionTree(list), independent(list)]
        expect(ours.root).toBe(theirs.root)
        for (const [at, share] of list.entries()) {
          expect(ours.proofOf(share)).toEqual(theirs.getProof(at))
        }
      }),
    )
  })

  test('does not depend on the order of the shares', () => {
    fc.assert(
      fc.property(shares, (list) => {
        expect(distributionTree(list.toReversed()).root).toBe(distributionTree(list).root)
      }),
    )
  })

  test('proves no other amount and no other account', () => {
    const account = '0x00000000000000000000000000000000000000a1'
    const tree = distributionTree([{ account, cumulative: 5n }])

    expect(tree.proofOf({ account, cumulative: 5n })).toEqual([])
    expect(tree.proofOf({ account, cumulative: 6n })).toBeUndefined()
    expect(
      tree.proofOf({ account: '0x00000000000000000000000000000000000000a2', cumulative: 5n }),
    ).toBeUndefined()
  })

  test('of many shares is built with pauses, and is the same', async () => {
    const many = Array.from({ length: 10_000 }, (_, at): Share => {
      return { account: `0x${at.toString(16).padStart(40, '0')}`, cumulative: 1n }
    })
    const hashes = shareHashes()
    for (const share of many) hashes.add(shareHash(share))
    let pauses = 0
    const { root } = await hashes.treeWithPauses(async () => {
      pauses += 1
    })

    expect(root).toBe(distributionTree(many).root)
    expect(pauses).toBeGreaterThanOrEqual(4)
  })

  test('needs a share', () => {
    expect(() => distributionTree([])).toThrow(RangeError)
  })
})
