import { gunzipSync, gzipSync } from 'node:zlib'
import {
  bundleBytes,
  commitmentTo,
  compareAccounts,
  entriesInBundle,
  entryBytes,
  entrySalt,
} from '@solstice/points-log/entry'
import { leafHash, rootOf } from '@solstice/points-log/merkle'
import { nodeCrypto } from '@solstice/points-log/node-crypto'
import { signCheckpoint, verifierKeyText } from '@solstice/points-log/note'
import { HASH_BYTES, hashesIn, TILE_WIDTH, treeRoot } from '@solstice/points-log/tile'
import { settledId } from '#/platform/books/ledger-checkpoint.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { commitmentEntries } from './commitment.service.ts'
import {
  clearKey,
  ENTRIES_LEVEL,
  findNewestCheckpoint,
  findNextPostings,
  findOrCreateMembers,
  findTile,
  insertCheckpoint,
  insertLeaves,
  lockLog,
  saveEntryCounts,
  saveTiles,
  type MemberPosting,
  type StoredTile,
} from './points-log.queries.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'randomBytes' | 'pointsLog'>

/** Some tenths of a second of work, during which the rows of no member are locked. */
const APPEND_BATCH = 2000

export { commitInLog, findLeafIndex } from './commitment.service.ts'

export const { sha256, hmac } = nodeCrypto

/**
 * Appends the postings that were committed since the newest checkpoint, in the order of their ids, and
 * signs the new tree. Returns whether more are left. Postings with smaller ids that are not committed
 * yet are awaited, so that the order never changes.
 */
export async function appendPostings(ctx: Context, count = APPEND_BATCH): Promise<'all' | 'part'> {
  const upTo = await settledId(ctx.db)
  return ctx.db.transaction(async (tx) => {
    await lockLog(tx)
    const newest = await findNewestCheckpoint(tx)
    const from = { size: newest?.size ?? 0, upTo: newest?.upTo ?? 0 }
    const next = await nextPostings(tx, { after: from.upTo, upTo, count })
    // Another process may have covered more meanwhile.
    const last = Math.max(from.upTo, next.last)
    const entries = await entriesOf(tx, ctx, from.size, next.postings)
    const firstIndex = from.size + entries.length
    entries.push(...(await commitmentEntries(tx, { firstIndex, transactionId: last })))
    if (entries.length === 0) return 'all'
    const size = from.size + entries.length
    const tiles = await growTiles(tx, from.size, entries)
    const readTile = async ({ level, index }: { level: number; index: number }) =>
      (await tiles(level, index)).content
    const root = await treeRoot({ size, readTile, sha256 })
    const note = signCheckpoint(sha256, { origin: ctx.pointsLog.origin, size, root }, ctx.pointsLog)
    await insertCheckpoint(tx, {
      size,
      upTo: last,
      root: Buffer.from(root),
      note,
      createdAt: ctx.now(),
    })
    return last < upTo ? 'part' : 'all'
  })
}

/** Appends everything that was posted so far. */
export async function appendAllPostings(ctx: Context): Promise<void> {
  while ((await appendPostings(ctx)) === 'part');
}

/** Skips transactions that concern no member. */
async function nextPostings(tx: Db, of: { after: number; upTo: number; count: number }) {
  let found = await findNextPostings(tx, of)
  while (found.postings.length === 0 && found.last < of.upTo) {
    found = await findNextPostings(tx, { ...of, after: found.last })
  }
  return found
}

/** Returns the entries of the postings as bytes, and stores whose they are. */
async function entriesOf(
  tx: Db,
  ctx: Context,
  firstIndex: number,
  postings: readonly MemberPosting[],
): Promise<Uint8Array[]> {
  if (postings.length === 0) return []
  const memberIds = postings.map(({ memberId }) => memberId)
  const members = await findOrCreateMembers(tx, memberIds, () => Buffer.from(ctx.randomBytes(32)))
  const leaves: Parameters<typeof insertLeaves>[1][number][] = []
  const entries = postings.map((posting, at) => {
    const { transactionId, memberId, kind } = posting
    const member = members.get(memberId)
    if (!member) throw new Error(`Member ${memberId} has no row in the points log`)
    member.entries += 1
    const sequence = member.entries
    leaves.push({ index: firstIndex + at, transactionId, memberId, sequence })
    const accounts = posting.accounts.toSorted(compareAccounts)
    // Entries of a deleted account are committed with a salt that nobody keeps.
    const salt = entrySalt(hmac, member.key ?? ctx.randomBytes(32), transactionId)
    const amounts = accounts.map(({ amount }) => amount)
    const commitment = commitmentTo(sha256, { memberId, sequence, amounts, salt })
    return entryBytes({ transactionId, kind, at: posting.at, accounts, commitment })
  })
  await insertLeaves(tx, leaves)
  await saveEntryCounts(
    tx,
    [...members].map(([memberId, { entries }]) => ({ memberId, entries })),
  )
  return entries
}

/** Writes the tiles that the entries fill, and returns a reader of the new tree's last tiles. */
async function growTiles(tx: Db, size: number, entries: readonly Uint8Array[]) {
  const changed = new Map<string, StoredTile>()
  const keyOf = (level: number, index: number) => `${level}/${index}`
  const bundles = await grow(tx, ENTRIES_LEVEL, size, entries)
  const written: StoredTile[] = [...bundles.tiles]
  let hashes = entries.map((entry) => leafHash(sha256, entry))
  let before = size
  for (let level = 0; hashes.length > 0; level += 1) {
    const grown = await grow(tx, level, before, hashes)
    written.push(...grown.tiles)
    hashes = grown.full.map((each) => rootOf(sha256, each))
    before = Math.floor(before / TILE_WIDTH)
  }
  await saveTiles(tx, written)
  for (const tile of written) changed.set(keyOf(tile.level, tile.index), tile)
  return async (level: number, index: number): Promise<StoredTile> => {
    const tile = changed.get(keyOf(level, index)) ?? (await findTile(tx, { level, index }))
    if (!tile) throw new Error(`The points log has no tile ${level}/${index}`)
    return tile
  }
}

/** Adds parts to a level that has a number of them, and returns the tiles that changed. */
async function grow(tx: Db, level: number, before: number, added: readonly Uint8Array[]) {
  const firstTile = Math.floor(before / TILE_WIDTH)
  const isPartial = before % TILE_WIDTH > 0
  const partial = isPartial ? await findTile(tx, { level, index: firstTile }) : undefined
  if (isPartial && !partial) throw new Error(`The points log has no tile ${level}/${firstTile}`)
  const parts = [...(partial ? partsIn(partial) : []), ...added]
  const tiles: StoredTile[] = []
  const full: Uint8Array[][] = []
  for (let at = 0; at < parts.length; at += TILE_WIDTH) {
    const own = parts.slice(at, at + TILE_WIDTH)
    const content = contentOf(level, own)
    tiles.push({ level, index: firstTile + at / TILE_WIDTH, width: own.length, content })
    if (own.length === TILE_WIDTH) full.push(own)
  }
  return { tiles, full }
}

function partsIn({ level, content }: StoredTile): Uint8Array[] {
  if (level !== ENTRIES_LEVEL) return hashesIn(content)
  const entries = entriesInBundle(gunzipSync(content))
  if (!entries) throw new Error('The newest entries of the points log are cut off')
  return entries
}

function contentOf(level: number, parts: readonly Uint8Array[]): Buffer {
  return level === ENTRIES_LEVEL ? gzipSync(bundleBytes(parts)) : Buffer.concat(parts)
}

/** Returns the hashes or the compressed entries of a published tile; undefined if it is not public. */
export async function publishedTile(
  { db }: Pick<AppContext, 'db'>,
  of: { level: number | 'entries'; index: number; width: number },
): Promise<Buffer | undefined> {
  const level = of.level === 'entries' ? ENTRIES_LEVEL : of.level
  const tile = await findTile(db, { level, index: of.index })
  if (!tile || tile.width < of.width) return undefined
  if (tile.width === of.width) return tile.content
  // A narrower tile is the beginning of the present one.
  return level === ENTRIES_LEVEL
    ? contentOf(level, partsIn(tile).slice(0, of.width))
    : tile.content.subarray(0, of.width * HASH_BYTES)
}

/** Returns the public key of the log in the form of C2SP. */
export function verifierKeyOf({ pointsLog }: Pick<AppContext, 'pointsLog'>): string {
  return verifierKeyText(sha256, { name: pointsLog.origin, publicKey: pointsLog.publicKey })
}

type SignedCheckpoint = { size: number; upTo: number; note: string }

/** Returns the newest checkpoint; before the first posting that of the empty tree. */
export async function newestCheckpoint(
  db: Db,
  { pointsLog }: Pick<AppContext, 'pointsLog'>,
): Promise<SignedCheckpoint> {
  const newest = await findNewestCheckpoint(db)
  if (newest) return newest
  const empty = { origin: pointsLog.origin, size: 0, root: rootOf(sha256, []) }
  return { size: 0, upTo: 0, note: signCheckpoint(sha256, empty, pointsLog) }
}

/**
 * Returns the keys of members, which are created for those without an entry. A deleted account has
 * none.
 */
export async function logKeysOf(
  tx: Db,
  ctx: Pick<AppContext, 'randomBytes'>,
  memberIds: readonly number[],
): Promise<Map<number, Buffer | null>> {
  const newKey = () => Buffer.from(ctx.randomBytes(32))
  const members = await findOrCreateMembers(tx, memberIds, newKey)
  return new Map(Array.from(members, ([memberId, { key }]) => [memberId, key]))
}

/** Makes the commitments to the member's entries impossible to open, also for those of later postings. */
export async function eraseLogKey(tx: Db, memberId: number): Promise<void> {
  await clearKey(tx, memberId)
}
