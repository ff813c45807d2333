/**
 * The Merkle tree of RFC 6962, section 2.1. The hash function is an argument, because the server uses
 * the one of Node and the app a library.
 */
export type Sha256 = (bytes: Uint8Array) => Uint8Array

const LEAF_PREFIX = 0x00
const NODE_PREFIX = 0x01

export function leafHash(sha256: Sha256, leaf: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(1 + leaf.length)
  bytes[0] = LEAF_PREFIX
  bytes.set(leaf, 1)
  return sha256(bytes)
}

export function nodeHash(sha256: Sha256, left: Uint8Array, right: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(1 + left.length + right.length)
  bytes[0] = NODE_PREFIX
  bytes.set(left, 1)
  bytes.set(right, 1 + left.length)
  return sha256(bytes)
}

/** Returns the largest power of two below the size, where RFC 6962 splits a tree. */
function splitOf(size: number): number {
  let split = 1
  while (split * 2 < size) split *= 2
  return split
}

/** Returns the root of a list of leaf hashes. */
export function rootOf(sha256: Sha256, hashes: readonly Uint8Array[]): Uint8Array {
  const [first] = hashes
  if (!first) return sha256(new Uint8Array(0))
  if (hashes.length === 1) return first
  const split = splitOf(hashes.length)
  return nodeHash(
    sha256,
    rootOf(sha256, hashes.slice(0, split)),
    rootOf(sha256, hashes.slice(split)),
  )
}

/** A range of leaves, whose root is part of a proof. */
export type Range = { start: number; end: number }

/** Returns the ranges whose roots prove that a tree of the size contains the leaf, leaf first. */
export function inclusionRanges(index: number, size: number): Range[] {
  assertSize(index < size, `Leaf ${index} is not in a tree of ${size} leaves`)
  return pathTo(index, { start: 0, end: size })
}

function pathTo(index: number, { start, end }: Range): Range[] {
  if (end - start === 1) return []
  const middle = start + splitOf(end - start)
  const left = { start, end: middle }
  const right = { start: middle, end }
  return index < middle ? [...pathTo(index, left), right] : [...pathTo(index, right), left]
}

/** Returns the ranges whose roots prove that the smaller tree is the beginning of the larger one. */
export function consistencyRanges(smaller: number, larger: number): Range[] {
  assertSize(0 < smaller && smaller <= larger, `A tree of ${larger} cannot continue ${smaller}`)
  return smaller === larger ? [] : subProof(smaller, { start: 0, end: larger }, true)
}

function subProof(size: number, { start, end }: Range, isWhole: boolean): Range[] {
  if (size === end) return isWhole ? [] : [{ start, end }]
  const middle = start + splitOf(end - start)
  const left = { start, end: middle }
  const right = { start: middle, end }
  return size <= middle
    ? [...subProof(size, left, isWhole), right]
    : [...subProof(size, right, false), left]
}

function assertSize(holds: boolean, message: string): void {
  if (!holds) throw new RangeError(message)
}

export type Inclusion = {
  index: number
  size: number
  leaf: Uint8Array
  proof: readonly Uint8Array[]
}

/** Computes the root from a leaf hash and its proof (RFC 9162, section 2.1.3.2). */
export function rootFromInclusion(sha256: Sha256, of: Inclusion): Uint8Array | undefined {
  if (of.index < 0 || of.index >= of.size) return undefined
  let at = of.index
  let last = of.size - 1
  let root = of.leaf
  for (const hash of of.proof) {
    if (last === 0) return undefined
    if (at % 2 === 1 || at === last) {
      root = nodeHash(sha256, hash, root)
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)]
    } else {
      root = nodeHash(sha256, root, hash)
    }
    ;[at, last] = [half(at), half(last)]
  }
  return last === 0 ? root : undefined
}

const half = (value: number) => Math.floor(value / 2)

export type Consistency = {
  smaller: { size: number; root: Uint8Array }
  larger: { size: number; root: Uint8Array }
  proof: readonly Uint8Array[]
}

/** Verifies that the smaller tree is the beginning of the larger one (RFC 9162, section 2.1.4.2). */
export function verifyConsistency(sha256: Sha256, of: Consistency): boolean {
  const { smaller, larger, proof } = of
  if (smaller.size === larger.size) return proof.length === 0 && equal(smaller.root, larger.root)
  if (smaller.size > larger.size || smaller.size <= 0) return false
  const path = isPowerOfTwo(smaller.size) ? [smaller.root, ...proof] : [...proof]
  let at = smaller.size - 1
  let last = larger.size - 1
  while (at % 2 === 1) [at, last] = [half(at), half(last)]
  const [first, ...rest] = path
  if (!first) return false
  let [before, after] = [first, first]
  for (const hash of rest) {
    if (last === 0) return false
    if (at % 2 === 1 || at === last) {
      before = nodeHash(sha256, hash, before)
      after = nodeHash(sha256, hash, after)
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)]
    } else {
      after = nodeHash(sha256, after, hash)
    }
    ;[at, last] = [half(at), half(last)]
  }
  return last === 0 && equal(before, smaller.root) && equal(after, larger.root)
}

function isPowerOfTwo(value: number): boolean {
  return Number.isInteger(Math.log2(value))
}

/** Compares public hashes, so the time it takes reveals nothing. */
export function equal(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, at) => byte === right[at])
}
