import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  inclusionRanges,
  leafHash,
  rootFromInclusion,
  rootOf,
  verifyConsistency,
} from './merkle.ts'
import { nodeCrypto } from './node-crypto.ts'
import {
  consistencyProof,
  HASH_BYTES,
  inclusionProof,
  newTiles,
  parseTilePath,
  TILE_WIDTH,
  tileAt,
  tilesOf,
  tilePath,
  treeRoot,
  type Tile,
} from './tile.ts'

const { sha256 } = nodeCrypto

test.each([
  [{ level: 0, index: 0, width: 256 }, 'tile/0/000'],
  [{ level: 1, index: 1_234_067, width: 8 }, 'tile/1/x001/x234/067.p/8'],
  [{ level: 63, index: 999, width: 255 }, 'tile/63/999.p/255'],
  [{ level: 'entries', index: 1000, width: 256 }, 'tile/entries/x001/000'],
] as const)('the tile %j has the path %s', (tile, path) => {
  expect(tilePath(tile)).toBe(path)
  expect(parseTilePath(path)).toEqual(tile)
})

test.each([
  'tile/00/000',
  'tile/64/000',
  'tile/0/0',
  'tile/0/x000/001',
  'tile/0/001/000',
  'tile/0/000.p/0',
  'tile/0/000.p/256',
  'tile/0/000.p/01',
  'tile/0/000/',
  'tile/entries/../../checkpoint',
])('the path %s names no tile', (path) => {
  expect(parseTilePath(path)).toBeUndefined()
})

test('a tree of 70,000 leaves has the tiles of the specification', () => {
  const tiles = newTiles(0, 70_000)
  const count = (level: number, isFull: boolean) =>
    tiles.filter((tile) => tile.level === level && (tile.width === TILE_WIDTH) === isFull)

  expect(count(0, true)).toHaveLength(273)
  expect(count(0, false)).toEqual([{ level: 0, index: 273, width: 112 }])
  expect(count(1, true)).toEqual([{ level: 1, index: 0, width: 256 }])
  expect(count(1, false)).toEqual([{ level: 1, index: 1, width: 17 }])
  expect(count(2, false)).toEqual([{ level: 2, index: 0, width: 1 }])
})

test('a tree that grows has as new tiles those that changed', () => {
  expect(newTiles(255, 257)).toEqual([
    { level: 0, index: 0, width: 256 },
    { level: 0, index: 1, width: 1 },
    { level: 1, index: 0, width: 1 },
  ])
  expect(newTiles(257, 257)).toEqual([])
})

const SIZE = TILE_WIDTH ** 2 + 700
const leaves = Array.from({ length: SIZE }, (_, at) =>
  leafHash(sha256, new TextEncoder().encode(String(at))),
)
/** All hashes of each level, as the tiles have them. */
const levels: Uint8Array[][] = [leaves]
for (let below = leaves; below.length >= TILE_WIDTH; below = levels.at(-1) ?? []) {
  levels.push(
    Array.from({ length: Math.floor(below.length / TILE_WIDTH) }, (_, at) =>
      rootOf(sha256, below.slice(at * TILE_WIDTH, (at + 1) * TILE_WIDTH)),
    ),
  )
}

function treeOf(size: number) {
  const read: Tile[] = []
  const readTile = async (tile: Tile) => {
    expect(tile).toEqual(tileAt(size, tile.level, tile.index))
    expect(tile.width).toBeGreaterThan(0)
    read.push(tile)
    const from = tile.index * TILE_WIDTH
    const hashes = (levels[tile.level] ?? []).slice(from, from + tile.width)
    const bytes = new Uint8Array(tile.width * HASH_BYTES)
    for (const [at, hash] of hashes.entries()) bytes.set(hash, at * HASH_BYTES)
    return bytes
  }
  return { size, readTile, sha256, read }
}

const size = fc.oneof(
  fc.integer({ min: 1, max: SIZE }),
  fc.constantFrom(1, 255, 256, 257, 512, 65_535, 65_536, 65_537),
)

describe('from tiles', () => {
  test('the root is that of all leaves', async () => {
    for (const each of [1, 2, 255, 256, 257, 65_535, SIZE]) {
      const expected = rootOf(sha256, leaves.slice(0, each))
      expect(await treeRoot(treeOf(each)), `size ${each}`).toEqual(expected)
    }
    expect(await treeRoot(treeOf(0))).toEqual(sha256(new Uint8Array(0)))
  })

  test('every leaf is proven to be included, with few tiles', async () => {
    await fc.assert(
      fc.asyncProperty(size, fc.nat(), async (drawn, place) => {
        const tree = treeOf(drawn)
        const index = place % drawn
        const proof = await inclusionProof(tree, index)
        const leaf = leaves[index] ?? new Uint8Array(0)
        const given = rootFromInclusion(sha256, { index, size: drawn, leaf, proof })
        expect(given).toEqual(await treeRoot(treeOf(drawn)))
        const names = new Set(tree.read.map((tile) => tilePath(tile)))
        const planned = tilesOf(drawn, inclusionRanges(index, drawn))
        expect(new Set(planned.map((tile) => tilePath(tile)))).toEqual(names)
        expect(names.size).toBeLessThanOrEqual(6)
      }),
      { numRuns: 60 },
    )
  })

  test('a tree is proven to continue each smaller one', async () => {
    await fc.assert(
      fc.asyncProperty(size, size, async (one, two) => {
        const [smaller, larger] = [Math.min(one, two), Math.max(one, two)]
        const holds = verifyConsistency(sha256, {
          smaller: { size: smaller, root: await treeRoot(treeOf(smaller)) },
          larger: { size: larger, root: await treeRoot(treeOf(larger)) },
          proof: await consistencyProof(treeOf(larger), smaller),
        })
        expect(holds).toBe(true)
      }),
      { numRuns: 40 },
    )
  })
})
