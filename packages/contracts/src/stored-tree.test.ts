import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distributionTree, shareHash, type Share } from './distribution-tree.ts'
import { storedProofs } from './stored-tree.ts'

const HASH_BYTES = 32
const shares = fc.uniqueArray(
  fc.record({
    account: fc.bigInt({ min: 1n, max: 2n ** 160n - 1n }),
    cumulative: fc.bigInt({ min: 1n, max: 10n ** 24n }),
  }),
  { minLength: 1, maxLength: 40, selector: ({ account }) => account },
)

test('proofs from stored nodes are those of the tree, with few reads for any number of leaves', async () => {
  await fc.assert(
    fc.asyncProperty(shares, async (given) => {
      const list = given.map(({ account, cumulative }): Share => ({
        account: `0x${account.toString(16).padStart(40, '0')}`,
        cumulative,
      }))
      const tree = distributionTree(list)
      let reads = 0
      const read = (nodes: readonly number[]) => {
        reads += 1
        const at = (node: number) => tree.nodes.subarray(node * HASH_BYTES, (node + 1) * HASH_BYTES)
        return Promise.resolve(nodes.map(at))
      }
      const wrong = { account: list[0]?.account ?? '0x', cumulative: 10n ** 25n }
      const hashes = [...list, wrong].map(shareHash)

      const proofs = await storedProofs(list.length, hashes, read)

      const hexOf = (proof: Uint8Array | undefined) => proof && Buffer.from(proof).toString('hex')
      expect(proofs.map(hexOf)).toEqual([
        ...list.map((share) => (tree.proofOf(share) ?? []).map((hash) => hash.slice(2)).join('')),
        undefined,
      ])
      expect(reads).toBeLessThanOrEqual(Math.floor(Math.log2(list.length)) + 2)
    }),
  )
})
