import { entriesInBundle } from './entry.ts'
import type { Sha256 } from './merkle.ts'
import { hashesIn, rangeRoot, TILE_WIDTH, tileAt, tilePath, type Tree } from './tile.ts'
import { growingTree, subtreesOf, type GrowingTree } from './growing-tree.ts'

/** Reads a file of a log by its path, such as `tile/entries/000.p/8`, without compression. */
export type ReadFile = (path: string) => Promise<Uint8Array>

/** Thrown when a file of the log is cut off or is not what its path says. */
export class LogFileError extends Error {}

/** Up to 256 leaves, with the hashes that the tree has for them. */
export type Leaves = { first: number; entries: Uint8Array[]; hashes: Uint8Array[] }

/** Files that are requested before they are needed, because a log may be far away. */
const READ_AHEAD = 8

/** Reads the leaves of a tree in order, from a multiple of 256. */
export async function* readLeaves(
  read: ReadFile,
  { from, size }: { from: number; size: number },
): AsyncGenerator<Leaves> {
  const [next, end] = [from / TILE_WIDTH, Math.ceil(size / TILE_WIDTH)]
  const pending: Promise<Leaves>[] = []
  for (let index = next; index < end || pending.length > 0; index += 1) {
    if (index < end) {
      const reading = leavesOf(read, index, size)
      // The error is thrown when it is the turn of these leaves.
      reading.catch(() => {})
      pending.push(reading)
    }
    if (pending.length < READ_AHEAD && index < end - 1) continue
    const leaves = await pending.shift()
    if (leaves) yield leaves
  }
}

async function leavesOf(read: ReadFile, index: number, size: number): Promise<Leaves> {
  const tile = tileAt(size, 0, index)
  const path = tilePath({ ...tile, level: 'entries' })
  const [bundle, hashed] = await Promise.all([read(path), read(tilePath(tile))])
  const entries = entriesInBundle(bundle)
  const hashes = hashesIn(hashed)
  if (entries?.length !== tile.width) throw new LogFileError(`${path} is incomplete`)
  if (hashes.length !== tile.width) throw new LogFileError(`${tilePath(tile)} is incomplete`)
  return { first: index * TILE_WIDTH, entries, hashes }
}

/** Returns the tree of the first leaves, from the tiles of a larger one. */
export async function treeBefore(
  { read, sha256, size }: { read: ReadFile; sha256: Sha256; size: number },
  from: number,
): Promise<GrowingTree> {
  const tree: Tree = { size, sha256, readTile: (tile) => read(tilePath(tile)) }
  const roots = await Promise.all(subtreesOf(from).map((range) => rangeRoot(tree, range)))
  return growingTree(sha256, { size: from, roots })
}
