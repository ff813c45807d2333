import { entriesInBundle, parseEntry } from './entry.ts'
import { growingTree, type GrowingTree } from './growing-tree.ts'
import { equal, leafHash, rootOf, type Sha256 } from './merkle.ts'
import type { LogCrypto } from './member.ts'
import { openCheckpoint, parseVerifierKey, type Checkpoint } from './note.ts'
import { HASH_BYTES, TILE_WIDTH, tileAt, tilePath } from './tile.ts'

/** Reads a file of the log, such as `checkpoint` or `tile/0/000`; undefined if there is none. */
export type ReadFile = (path: string) => Promise<Uint8Array | undefined>

/** A tree that was seen earlier or elsewhere, such as the root on chain. */
export type KnownTree = { size: number; root: Uint8Array; source: string }

export type LogReport = {
  checkpoint: Checkpoint
  entries: number
  tiles: number
  /** The trees that the log was found to continue. */
  continued: KnownTree[]
}

/** Thrown with one sentence for a log that does not verify. */
export class LogFault extends Error {}

/** Bounds the files that are requested at the same time. */
const AT_ONCE = 16

/**
 * Verifies a whole log without any other source: recomputes every tile and the root from the entries,
 * and checks that the log continues the known trees. Memory does not grow with the log.
 */
export async function verifyLog(
  crypto: LogCrypto,
  of: {
    read: ReadFile
    verifierKey: string
    known?: readonly KnownTree[]
    onProgress?: (entries: number, size: number) => void
  },
): Promise<LogReport> {
  const { read, known = [], onProgress = () => {} } = of
  const checkpoint = await readCheckpoint(crypto, of)
  const { size } = checkpoint
  for (const tree of known) {
    if (tree.size > size) {
      throw new LogFault(
        `The log has ${size} entries, but ${tree.source} has ${tree.size}: ${tree.size - size} published entries are missing. A log that grows from here on forks.`,
      )
    }
  }
  const { sha256 } = crypto
  const tree: Progress = {
    checkpoint,
    read,
    sha256,
    known,
    grown: growingTree(sha256),
    levels: [],
    tiles: 0,
    lastTransaction: 0,
  }
  const bundles = Math.ceil(size / TILE_WIDTH)
  for (let first = 0; first < bundles; first += AT_ONCE) {
    const indexes = Array.from(
      { length: Math.min(AT_ONCE, bundles - first) },
      (_, at) => first + at,
    )
    const found = await Promise.all(indexes.map((index) => readBundle(tree, index)))
    for (const [at, bundle] of found.entries()) await addBundle(tree, first + at, bundle)
    onProgress(Math.min(size, (first + indexes.length) * TILE_WIDTH), size)
  }
  for (const [at, { hashes, full }] of tree.levels.entries()) {
    const tile = { level: at + 1, index: full, width: hashes.length }
    if (hashes.length > 0) await compareTile(tree, tile, hashes)
  }
  if (!equal(tree.grown.root(), checkpoint.root)) {
    throw new LogFault(`The entries have another root than the checkpoint of ${size} entries.`)
  }
  return { checkpoint, entries: size, tiles: tree.tiles, continued: [...known] }
}

type Progress = {
  checkpoint: Checkpoint
  read: ReadFile
  sha256: Sha256
  known: readonly KnownTree[]
  /** The tree of the entries so far. */
  grown: GrowingTree
  /** The levels above the leaves: the hashes of the tile that is not full yet, and how many are full. */
  levels: { hashes: Uint8Array[]; full: number }[]
  tiles: number
  lastTransaction: number
}

/** Reads the newest checkpoint, which the key must have signed. */
export async function readCheckpoint(
  { sha256, verify }: LogCrypto,
  { read, verifierKey }: { read: ReadFile; verifierKey: string },
): Promise<Checkpoint> {
  const key = parseVerifierKey(sha256, verifierKey)
  if (!key) throw new LogFault('The key is not an Ed25519 verifier key such as name+hash+base64.')
  const note = await read('checkpoint')
  if (!note) throw new LogFault('There is no checkpoint.')
  const checkpoint = openCheckpoint(sha256, new TextDecoder().decode(note), key, verify)
  if (!checkpoint) throw new LogFault('The checkpoint is not signed by the key of the log.')
  return checkpoint
}

type Bundle = { entries: Uint8Array[]; tile: Uint8Array }

async function readBundle({ read, checkpoint }: Progress, index: number): Promise<Bundle> {
  const { width } = tileAt(checkpoint.size, 0, index)
  const path = tilePath({ level: 'entries', index, width })
  const [bundle, tile] = await Promise.all([
    readExisting(read, path),
    readExisting(read, tilePath({ level: 0, index, width })),
  ])
  const entries = entriesInBundle(bundle)
  if (entries?.length !== width) throw new LogFault(`${path} does not have ${width} entries.`)
  if (tile.length !== width * HASH_BYTES) {
    throw new LogFault(`${tilePath({ level: 0, index, width })} does not have ${width} hashes.`)
  }
  return { entries, tile }
}

/** Reads a file that the log must have. */
export async function readExisting(read: ReadFile, path: string): Promise<Uint8Array> {
  const bytes = await read(path)
  if (!bytes) throw new LogFault(`${path} is missing.`)
  return bytes
}

async function addBundle(tree: Progress, index: number, { entries, tile }: Bundle): Promise<void> {
  const first = index * TILE_WIDTH
  const hashes = entries.map((entry, at) => {
    const parsed = parseEntry(entry)
    if (!parsed) throw new LogFault(`Entry ${first + at} is not an entry of a points log.`)
    if (parsed.transactionId < tree.lastTransaction) {
      throw new LogFault(`Entry ${first + at} is older than the one before it.`)
    }
    tree.lastTransaction = parsed.transactionId
    return leafHash(tree.sha256, entry)
  })
  const wrong = hashes.findIndex(
    (hash, at) => !equal(tile.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES), hash),
  )
  if (wrong >= 0) throw new LogFault(`Entry ${first + wrong} differs from its hash in the tile.`)
  tree.tiles += 1
  checkKnown(tree, first, hashes)
  if (hashes.length < TILE_WIDTH) {
    for (const hash of hashes) tree.grown.add(hash)
    return
  }
  const root = rootOf(tree.sha256, hashes)
  tree.grown.add(root, TILE_WIDTH)
  await addHash(tree, 1, root)
}

/** Adds the root of a full tile to the level above it. */
async function addHash(tree: Progress, level: number, root: Uint8Array): Promise<void> {
  const own = (tree.levels[level - 1] ??= { hashes: [], full: 0 })
  own.hashes.push(root)
  if (own.hashes.length < TILE_WIDTH) return
  const { hashes } = own
  await compareTile(tree, { level, index: own.full, width: TILE_WIDTH }, hashes)
  tree.levels[level - 1] = { hashes: [], full: own.full + 1 }
  await addHash(tree, level + 1, rootOf(tree.sha256, hashes))
}

/** Compares the trees whose last leaf is in this tile. */
function checkKnown(tree: Progress, first: number, hashes: readonly Uint8Array[]): void {
  for (const { size, root, source } of tree.known) {
    if (size <= first || size > first + hashes.length) continue
    const grown = tree.grown.copy()
    for (const hash of hashes.slice(0, size - first)) grown.add(hash)
    if (!equal(grown.root(), root)) {
      throw new LogFault(`The log does not continue ${source} of ${size} entries.`)
    }
  }
}

async function compareTile(
  tree: Progress,
  tile: { level: number; index: number; width: number },
  hashes: readonly Uint8Array[],
): Promise<void> {
  const path = tilePath(tile)
  const bytes = await readExisting(tree.read, path)
  const isEqual = hashes.every((hash, at) =>
    equal(bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES), hash),
  )
  if (!isEqual || bytes.length !== hashes.length * HASH_BYTES) {
    throw new LogFault(`${path} differs from the tiles below it.`)
  }
  tree.tiles += 1
}
