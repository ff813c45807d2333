import { bytesToHex } from '@noble/hashes/utils.js'
import { keccak256 } from './keccak.ts'
import { compareHashes, HASH_BYTES, sortHashes } from './sort-hashes.ts'

/** Everything that an account may have claimed in all rounds, in the smallest unit of the token. */
export type Share = { account: `0x${string}`; cumulative: bigint }

const ADDRESS_AT = 12
const WORD_DIGITS = 64

/**
 * Hashes a share twice, so that no leaf can be mistaken for a pair of hashes. This and the order of
 * pairs are those of OpenZeppelin's StandardMerkleTree of (address, uint256).
 */
export function shareHash({ account, cumulative }: Share): Uint8Array {
  const digits = cumulative.toString(16).padStart(WORD_DIGITS, '0')
  if (cumulative < 0n || digits.length > WORD_DIGITS) throw new RangeError('The share is no word')
  const shareBytes = Buffer.alloc(2 * HASH_BYTES)
  shareBytes.write(account.slice(2), ADDRESS_AT, 'hex')
  shareBytes.write(digits, HASH_BYTES, 'hex')
  return keccak256(keccak256(shareBytes))
}

/** Collects the hashes of any number of shares in one buffer, and copies each. */
export function shareHashes() {
  let hashes = Buffer.alloc(1024 * HASH_BYTES)
  let count = 0
  return {
    add: (hash: Uint8Array) => {
      const at = count * HASH_BYTES
      if (at === hashes.length) hashes = Buffer.concat([hashes, Buffer.alloc(hashes.length)])
      hashes.set(hash, at)
      count += 1
    },
    count: () => count,
    /** Returns the tree of the shares. */
    tree: () => {
      const steps = treeOf(hashes.subarray(0, count * HASH_BYTES))
      for (;;) {
        const { done, value } = steps.next()
        if (done) return value
      }
    },
    /**
     * Returns the same tree, and pauses after every few milliseconds: a tree of a million shares takes
     * seconds, in which a process would answer nothing else.
     */
    treeWithPauses: async (pause: () => Promise<unknown>) => {
      const steps = treeOf(hashes.subarray(0, count * HASH_BYTES))
      for (;;) {
        const { done, value } = steps.next()
        if (done) return value
        await pause()
      }
    },
  }
}

export type DistributionTree = {
  root: `0x${string}`
  /** The hashes of all nodes: the children of node n are 2n + 1 and 2n + 2. */
  nodes: Uint8Array
  /** Returns the hashes that prove a share; undefined if the tree does not contain it. */
  proofOf: (share: Share) => `0x${string}`[] | undefined
}

/** Builds the tree of a root in one buffer of 64 bytes a share. */
export function distributionTree(shares: readonly Share[]): DistributionTree {
  const hashes = shareHashes()
  for (const share of shares) hashes.add(shareHash(share))
  return hashes.tree()
}

/** Hashes this many pairs at once. */
const PAIRS_AT_ONCE = 2048

/** Builds the tree of hashes, one after another, in steps. */
function* treeOf(hashes: Uint8Array): Generator<void, DistributionTree> {
  const leaves = yield* sortHashes(hashes)
  const leafCount = leaves.length / HASH_BYTES
  if (leafCount === 0) throw new RangeError('A distribution needs a share')
  // The children of node n are 2n + 1 and 2n + 2; the leaves are the last nodes, in reverse order.
  const count = 2 * leafCount - 1
  const nodes = Buffer.alloc(count * HASH_BYTES)
  const node = (at: number) => nodes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES)
  const leaf = (at: number) => leaves.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES)
  for (let at = 0; at < leafCount; at++) nodes.set(leaf(at), (count - 1 - at) * HASH_BYTES)
  const pair = Buffer.alloc(2 * HASH_BYTES)
  for (let at = leafCount - 2; at >= 0; at--) {
    if (at % PAIRS_AT_ONCE === 0) yield
    const [one, two] = [2 * at + 1, 2 * at + 2]
    const isOrdered = compareHashes(nodes, one, two) < 0
    nodes.copy(
      pair,
      0,
      (isOrdered ? one : two) * HASH_BYTES,
      ((isOrdered ? one : two) + 1) * HASH_BYTES,
    )
    nodes.copy(
      pair,
      HASH_BYTES,
      (isOrdered ? two : one) * HASH_BYTES,
      ((isOrdered ? two : one) + 1) * HASH_BYTES,
    )
    nodes.set(keccak256(pair), at * HASH_BYTES)
  }
  return {
    root: hex(node(0)),
    nodes,
    proofOf: (share) => {
      const place = placeOf(leaves, shareHash(share))
      if (place === undefined) return undefined
      const proof: `0x${string}`[] = []
      for (let at = count - 1 - place; at > 0; at = Math.floor((at - 1) / 2)) {
        proof.push(hex(node(at % 2 === 0 ? at - 1 : at + 1)))
      }
      return proof
    },
  }
}

/** Finds a hash in the sorted leaves. */
function placeOf(leaves: Uint8Array, hash: Uint8Array): number | undefined {
  const leaf = (at: number) => leaves.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES)
  let low = 0
  let high = leaves.length / HASH_BYTES
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (Buffer.compare(leaf(middle), hash) < 0) low = middle + 1
    else high = middle
  }
  return Buffer.compare(leaf(low), hash) === 0 ? low : undefined
}

const hex = (bytes: Uint8Array): `0x${string}` => `0x${bytesToHex(bytes)}`
