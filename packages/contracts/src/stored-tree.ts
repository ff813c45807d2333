const HASH_BYTES = 32

/** Returns the nodes that prove a leaf: the other child of each parent, from the leaf upwards. */
export function proofNodes(leaf: number): number[] {
  const proof: number[] = []
  for (let at = leaf; at > 0; at = Math.floor((at - 1) / 2)) {
    proof.push(at % 2 === 0 ? at - 1 : at + 1)
  }
  return proof
}

/** Returns the hashes of nodes, in their order. */
export type ReadNodes = (nodes: readonly number[]) => Promise<Uint8Array[]>

/**
 * Proves leaves of a tree whose nodes are stored elsewhere. All leaves are searched together, so that
 * a tree of a million leaves needs about twenty reads, however many leaves are proved. Returns the
 * hashes of each proof one after another, or undefined for a leaf that the tree does not contain.
 */
export async function storedProofs(
  leafCount: number,
  leaves: readonly Uint8Array[],
  read: ReadNodes,
): Promise<(Uint8Array | undefined)[]> {
  const searches = leaves.map((hash) => leafSearch(leafCount, hash))
  for (;;) {
    const open = searches.filter(({ next }) => next !== undefined)
    if (open.length === 0) break
    const hashes = await read(open.map(({ next }) => next ?? 0))
    for (const [at, search] of open.entries()) search.compareWith(hashes[at] ?? new Uint8Array())
  }
  const paths = searches.map(({ found }) => (found === undefined ? undefined : proofNodes(found)))
  const hashes = await read(paths.flatMap((path) => path ?? []))
  let from = 0
  return paths.map((path) => {
    if (!path) return undefined
    const proof = new Uint8Array(path.length * HASH_BYTES)
    for (const [at, hash] of hashes.slice(from, from + path.length).entries()) {
      proof.set(hash, at * HASH_BYTES)
    }
    from += path.length
    return proof
  })
}

type LeafSearch = {
  /** The node to compare with, until there is none. */
  next: number | undefined
  found: number | undefined
  compareWith: (node: Uint8Array) => void
}

/** Halves the leaves, which are the last nodes of the tree, sorted downwards. */
function leafSearch(leafCount: number, hash: Uint8Array): LeafSearch {
  let low = leafCount - 1
  let high = 2 * leafCount - 2
  const search: LeafSearch = {
    next: Math.floor((low + high) / 2),
    found: undefined,
    compareWith: (node) => {
      const at = search.next ?? 0
      const difference = compare(hash, node)
      if (difference === 0) search.found = at
      else if (difference > 0) high = at - 1
      else low = at + 1
      search.next = difference === 0 || low > high ? undefined : Math.floor((low + high) / 2)
    },
  }
  return search
}

function compare(one: Uint8Array, two: Uint8Array): number {
  for (const [at, byte] of one.entries()) {
    const difference = byte - (two[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
