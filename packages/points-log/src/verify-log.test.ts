import { describe, expect, test } from 'vitest'
import { sampleLog } from './sample-log.ts'
import { bundleBytes, entriesInBundle } from './entry.ts'
import { nodeCrypto } from './node-crypto.ts'
import { TILE_WIDTH } from './tile.ts'
import { verifyLog, type KnownTree } from './verify-log.ts'

/** Two full tiles and a partial one, and a partial tile above them. */
const SIZE = 2 * TILE_WIDTH + 70
const log = sampleLog(
  Array.from({ length: SIZE }, (_, at) => ({
    memberId: 1 + (at % 7),
    accounts: [{ asset: 'XP', amount: BigInt(at) }],
  })),
)
const files = log.files(SIZE)

function verify(changed: ReadonlyMap<string, Uint8Array | undefined>, known: KnownTree[] = []) {
  return verifyLog(nodeCrypto, {
    read: async (path) => (changed.has(path) ? changed.get(path) : files.get(path)),
    verifierKey: log.verifierKey,
    known,
  })
}

const NONE = new Map<string, Uint8Array>()

test.each([0, 1, 255, 256, 257, 512, SIZE])('a log of %i entries is verified', async (size) => {
  const own = log.files(size)
  const progress: number[] = []
  const report = await verifyLog(nodeCrypto, {
    read: async (path) => own.get(path),
    verifierKey: log.verifierKey,
    onProgress: (entries) => progress.push(entries),
  })

  expect(report).toMatchObject({ entries: size, checkpoint: { size } })
  // Every tile is read; bundles and the checkpoint are no tiles.
  expect(report.tiles).toBe(own.size - 1 - Math.ceil(size / TILE_WIDTH))
  expect(progress.at(-1) ?? 0).toBe(size)
})

test.each([1, 200, 256, 300, 512, SIZE])('the tree of %i entries is continued', async (size) => {
  const known = { size, root: log.root(size), source: 'the remembered tree' }
  const other = { ...known, root: log.root(size - 1 || 2) }

  await expect(verify(NONE, [known])).resolves.toMatchObject({ continued: [known] })
  await expect(verify(NONE, [other])).rejects.toThrow(
    `The log does not continue the remembered tree of ${size} entries.`,
  )
})

describe('a log is rejected', () => {
  const altered = (path: string, at: number) => {
    const bytes = new Uint8Array(files.get(path) ?? [])
    bytes[at] = (bytes[at] ?? 0) ^ 1
    return bytes
  }
  const exchanged = (change: (entries: Uint8Array[]) => Uint8Array[]) =>
    bundleBytes(change(entriesInBundle(files.get('tile/entries/001') ?? new Uint8Array(0)) ?? []))

  test.each<[string, string, Uint8Array | undefined]>([
    [
      'checkpoint',
      'The checkpoint is not signed by the key of the log.',
      altered('checkpoint', 30),
    ],
    ['checkpoint', 'There is no checkpoint.', undefined],
    ['tile/0/001', 'Entry 257 differs from its hash in the tile.', altered('tile/0/001', 40)],
    ['tile/0/001', 'tile/0/001 is missing.', undefined],
    [
      'tile/0/001',
      'tile/0/001 does not have 256 hashes.',
      Uint8Array.of(...(files.get('tile/0/001') ?? []), 1),
    ],
    [
      'tile/1/000.p/2',
      'tile/1/000.p/2 differs from the tiles below it.',
      altered('tile/1/000.p/2', 63),
    ],
    ['tile/1/000.p/2', 'tile/1/000.p/2 differs from the tiles below it.', new Uint8Array(96)],
    ['tile/entries/001', 'tile/entries/001 is missing.', undefined],
    [
      'tile/entries/001',
      'tile/entries/001 does not have 256 entries.',
      exchanged((entries) => entries.slice(1)),
    ],
    [
      'tile/entries/001',
      'Entry 258 is not an entry of a points log.',
      exchanged((entries) => entries.with(2, Uint8Array.of(1, 2))),
    ],
    [
      'tile/entries/001',
      'Entry 259 is older than the one before it.',
      exchanged((entries) => entries.with(3, entries[0] ?? new Uint8Array(0))),
    ],
    [
      'tile/entries/001',
      'Entry 256 differs from its hash in the tile.',
      exchanged((entries) => entries.with(0, entries[1] ?? new Uint8Array(0))),
    ],
  ])('because of %s: %s', async (path, sentence, content) => {
    await expect(verify(new Map([[path, content]]))).rejects.toThrow(sentence)
  })

  test('if its tiles were computed from other entries', async () => {
    const other = sampleLog(
      Array.from({ length: SIZE }, () => ({
        memberId: 9,
        accounts: [{ asset: 'XP', amount: 1n }],
      })),
    ).files(SIZE)
    other.delete('checkpoint')
    await expect(verify(other)).rejects.toThrow(
      `The entries have another root than the checkpoint of ${SIZE} entries.`,
    )
  })

  test('if it is smaller than a known tree or has another key', async () => {
    const known = { size: SIZE + 1, root: log.root(SIZE), source: 'the chain' }
    await expect(verify(NONE, [known])).rejects.toThrow(
      `The log has ${SIZE} entries, but the chain has ${SIZE + 1}: 1 published entries are missing.`,
    )
    const read = async (path: string) => files.get(path)
    const keyless = verifyLog(nodeCrypto, { read, verifierKey: 'key' })
    await expect(keyless).rejects.toThrow('The key is not an Ed25519 verifier key')
  })
})
