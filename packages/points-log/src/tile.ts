import {
  inclusionRanges,
  consistencyRanges,
  nodeHash,
  rootOf,
  type Range,
  type Sha256,
} from './merkle.ts'

/** Tiles of the tree as C2SP tlog-tiles serves them: 256 hashes, each the root of a tile below. */
export const TILE_WIDTH = 256
export const HASH_BYTES = 32

export type Tile = { level: number; index: number; width: number }

/** Returns `tile/1/x001/x234/067.p/8`, or with `entries` instead of a level. */
export function tilePath({
  level,
  index,
  width,
}: Tile | (Omit<Tile, 'level'> & { level: 'entries' })) {
  const suffix = width === TILE_WIDTH ? '' : `.p/${width}`
  return `tile/${level}/${indexPath(index)}${suffix}`
}

function indexPath(index: number): string {
  const digits = String(index)
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, '0')
  const parts = padded.match(/.{3}/g) ?? []
  return parts.map((part, at) => (at < parts.length - 1 ? `x${part}` : part)).join('/')
}

const PATH = /^tile\/(entries|\d|[1-5]\d|6[0-3])\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/

/** Parses a path; undefined for any other spelling of it, because tiles are cached by their path. */
export function parseTilePath(path: string) {
  const match = PATH.exec(path)
  if (!match) return undefined
  const [, level = '', number = '', width] = match
  const index = Number(number.replaceAll(/[x/]/g, ''))
  const tile = { index, width: width === undefined ? TILE_WIDTH : Number(width) }
  if (tile.width >= TILE_WIDTH && width !== undefined) return undefined
  const parsed =
    level === 'entries'
      ? ({ ...tile, level: 'entries' } as const)
      : { ...tile, level: Number(level) }
  return tilePath(parsed) === path ? parsed : undefined
}

/** Returns how many hashes a level of a tree has: one per full tile of the level below. */
export function hashesOfLevel(size: number, level: number): number {
  return Math.floor(size / TILE_WIDTH ** level)
}

/** Returns the tile of a tree with this place of a level. */
export function tileAt(size: number, level: number, index: number): Tile {
  const width = Math.min(TILE_WIDTH, hashesOfLevel(size, level) - index * TILE_WIDTH)
  return { level, index, width }
}

/** Returns the tiles that a tree has and a smaller one had not, lowest level first. */
export function newTiles(smaller: number, larger: number): Tile[] {
  const tiles: Tile[] = []
  for (let level = 0; hashesOfLevel(larger, level) > 0; level++) {
    const before = hashesOfLevel(smaller, level)
    const after = hashesOfLevel(larger, level)
    if (after === before) continue
    for (let index = Math.floor(before / TILE_WIDTH); index * TILE_WIDTH < after; index++) {
      tiles.push(tileAt(larger, level, index))
    }
  }
  return tiles
}

/** Reads the hashes of a tile, concatenated. */
export type ReadTile = (tile: Tile) => Promise<Uint8Array>

export type Tree = { size: number; readTile: ReadTile; sha256: Sha256 }

export async function treeRoot(tree: Tree): Promise<Uint8Array> {
  return tree.size === 0 ? rootOf(tree.sha256, []) : rangeRoot(tree, { start: 0, end: tree.size })
}

export function inclusionProof(tree: Tree, index: number): Promise<Uint8Array[]> {
  return Promise.all(inclusionRanges(index, tree.size).map((range) => rangeRoot(tree, range)))
}

export function consistencyProof(tree: Tree, smaller: number): Promise<Uint8Array[]> {
  return Promise.all(consistencyRanges(smaller, tree.size).map((range) => rangeRoot(tree, range)))
}

/** Part of one tile whose root is that of a range. */
type TilePart = { tile: Tile; at: number; count: number }

/**
 * Returns where the root of a range comes from: from a tile as high as the range allows, or from the
 * two ranges into which RFC 6962 splits it.
 */
function sourceOf(size: number, { start, end }: Range): TilePart | { halves: [Range, Range] } {
  const width = end - start
  let level = 0
  while (width % TILE_WIDTH ** (level + 1) === 0 && start % TILE_WIDTH ** (level + 1) === 0) level++
  const unit = TILE_WIDTH ** level
  const [first, count] = [start / unit, width / unit]
  const index = Math.floor(first / TILE_WIDTH)
  if (Number.isInteger(Math.log2(width)) && first + count <= (index + 1) * TILE_WIDTH) {
    return { tile: tileAt(size, level, index), at: first - index * TILE_WIDTH, count }
  }
  let split = 1
  while (split * 2 < width) split *= 2
  const middle = start + split
  return {
    halves: [
      { start, end: middle },
      { start: middle, end },
    ],
  }
}

export async function rangeRoot(tree: Tree, range: Range): Promise<Uint8Array> {
  const source = sourceOf(tree.size, range)
  if ('tile' in source) {
    const hashes = hashesIn(await tree.readTile(source.tile))
    return rootOf(tree.sha256, hashes.slice(source.at, source.at + source.count))
  }
  const [left, right] = await Promise.all(source.halves.map((half) => rangeRoot(tree, half)))
  if (!left || !right) throw new Error('A range has two halves')
  return nodeHash(tree.sha256, left, right)
}

/** Returns the tiles from which the roots of the ranges are computed, so that they are read at once. */
export function tilesOf(size: number, ranges: readonly Range[]): Tile[] {
  const tiles = new Map<string, Tile>()
  const left = [...ranges]
  for (let range = left.pop(); range; range = left.pop()) {
    const source = sourceOf(size, range)
    if ('tile' in source) tiles.set(tilePath(source.tile), source.tile)
    else left.push(...source.halves)
  }
  return [...tiles.values()]
}

export function hashesIn(bytes: Uint8Array): Uint8Array[] {
  return Array.from({ length: bytes.length / HASH_BYTES }, (_, at) =>
    bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES),
  )
}
