import { nodeHash, rootOf, type Range, type Sha256 } from './merkle.ts'

/** Returns the ranges of the complete subtrees of a tree, largest first. */
export function subtreesOf(size: number): Range[] {
  const ranges: Range[] = []
  let start = 0
  while (start < size) {
    const end = start + 2 ** Math.floor(Math.log2(size - start))
    ranges.push({ start, end })
    start = end
  }
  return ranges
}

/**
 * A tree that only grows. It keeps the roots of its complete subtrees, so that a log of any size is
 * verified with a few hashes of memory.
 */
export type GrowingTree = {
  /** Adds a leaf, or the root of a complete subtree whose width divides the size so far. */
  add: (hash: Uint8Array, width?: number) => void
  root: () => Uint8Array
  /** Returns a tree that grows on its own from here. */
  copy: () => GrowingTree
}

/** Continues a tree whose subtrees, as `subtreesOf` lists them, have these roots. */
export function growingTree(
  sha256: Sha256,
  start: { size: number; roots: readonly Uint8Array[] } = { size: 0, roots: [] },
): GrowingTree {
  const roots = [...start.roots]
  let { size } = start
  return {
    add: (hash, width = 1) => {
      let root = hash
      for (let before = size / width; before % 2 === 1; before = Math.floor(before / 2)) {
        const left = roots.pop()
        if (left) root = nodeHash(sha256, left, root)
      }
      roots.push(root)
      size += width
    },
    root: () =>
      roots.length === 0
        ? rootOf(sha256, [])
        : roots.reduceRight((right, left) => nodeHash(sha256, left, right)),
    copy: () => growingTree(sha256, { size, roots }),
  }
}
