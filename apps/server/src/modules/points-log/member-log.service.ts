import type { CallData } from '@solstice/contract/wire'
import { POINTS_LOG_PAGE } from '@solstice/contract/points-log.schemas'
import { UNRECORDED_MAX } from '@solstice/points-log/member'
import { consistencyRanges, inclusionRanges, type Range } from '@solstice/points-log/merkle'
import {
  consistencyProof,
  HASH_BYTES,
  inclusionProof,
  tilesOf,
  type Tile,
  type Tree,
} from '@solstice/points-log/tile'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { anchorOf } from './anchor.service.ts'
import {
  findArchived,
  findBalances,
  findLeaves,
  findLogMember,
  findPosted,
  findPostings,
  findTiles,
  findUnrecorded,
  type Leaf,
  type PostingOfMember,
} from './member-log.queries.ts'
import { newestCheckpoint, sha256, verifierKeyOf } from './points-log.service.ts'
import { findHistoriesOf } from './posting-histories.queries.ts'

type Context = Pick<AppContext, 'db' | 'pointsLog'>
type Page = CallData<'pointsLog.mine'>

/**
 * Returns the next entries of a member. One snapshot has to show log, postings and balances, or a
 * posting that is committed meanwhile would look like a fault.
 */
export function memberLog(
  ctx: Context,
  memberId: number,
  { after, seen }: { after: number; seen: number },
): Promise<Page> {
  return ctx.db.transaction(async (tx) => readPage(tx, ctx, { memberId, after, seen }), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  })
}

export async function readPage(
  tx: Db,
  ctx: Context,
  { memberId, after, seen }: { memberId: number; after: number; seen: number },
): Promise<Page> {
  const checkpoint = await newestCheckpoint(tx, ctx)
  const { size } = checkpoint
  const member = await findLogMember(tx, { memberId })
  const archived = await findArchived(tx, { memberId })
  const { entries, postings, nextAfter } = await provenEntries(tx, {
    memberId,
    size,
    after: Math.max(after, archived?.count ?? 0),
  })
  const isLast = nextAfter === null
  const isWhole = postings.length <= UNRECORDED_MAX
  const isContinuable = seen > 0 && seen <= size
  return {
    checkpoint: checkpoint.note,
    verifierKey: verifierKeyOf(ctx),
    upTo: checkpoint.upTo,
    key: member?.key?.toString('hex') ?? null,
    count: member?.entries ?? 0,
    entries,
    unrecorded: postings.slice(0, UNRECORDED_MAX),
    nextAfter,
    consistency: isContinuable ? await proofOfGrowth(tx, { seen, size }) : null,
    balances: isLast && isWhole ? asTexts(await findBalances(tx, { memberId })) : null,
    posted: isLast && isWhole ? asTexts(await findPosted(tx, { memberId })) : null,
    archived: archived ? { count: archived.count, balances: asTexts(archived.balances) } : null,
    anchor: await anchorView(tx, size),
  }
}

async function proofOfGrowth(tx: Db, { seen, size }: { seen: number; size: number }) {
  const tree = await treeWith(tx, size, consistencyRanges(seen, size))
  return { size: seen, proof: (await consistencyProof(tree, seen)).map(asBase64) }
}

/** The newest root on chain, with the proof that the tree continues it. */
async function anchorView(tx: Db, size: number): Promise<Page['anchor']> {
  const anchor = await anchorOf(tx)
  if (!anchor || anchor.size > size) return null
  return {
    chainId: anchor.chainId,
    address: anchor.address,
    size: anchor.size,
    root: asBase64(anchor.root),
    postedAt: anchor.postedAt.toISOString(),
    consistency: (await proofOfGrowth(tx, { seen: anchor.size, size })).proof,
  }
}

/**
 * Returns entries of a member after a number, each with the proof that a tree of this size contains
 * it, and the postings in their range that have no entry. An entry whose posting is gone is left out,
 * so that the number of the next one reveals it. `nextAfter` is null if no entry follows.
 */
async function provenEntries(
  db: Db,
  of: { memberId: number; size: number; after: number; count?: number },
): Promise<{
  entries: Page['entries']
  postings: Page['unrecorded']
  nextAfter: number | null
}> {
  const { memberId, size, after, count = POINTS_LOG_PAGE } = of
  // The entry before the first one tells where the range begins, and one more whether it ends here.
  const found = await findLeaves(db, { memberId, from: after, count: count + 2 })
  const before = found.find(({ sequence }) => sequence === after)
  const following = found.filter(({ sequence }) => sequence > after)
  const leaves = following.slice(0, count)
  const last = following.length > count ? leaves.at(-1) : undefined
  const unrecorded = await findUnrecorded(db, {
    memberId,
    after: before?.transactionId ?? 0,
    upTo: last?.transactionId,
    count: UNRECORDED_MAX + 1,
  })
  const transactionIds = [...leaves.map(({ transactionId }) => transactionId), ...unrecorded]
  const postings = await findPostings(db, { memberId, transactionIds })
  const keys = Array.from(postings.values(), ({ key }) => key)
  const histories = await findHistoriesOf(db, memberId, keys)
  const view = (transactionId: number) => {
    const posting = postings.get(transactionId)
    return posting ? [postingView(posting, histories)] : []
  }
  const proofs = await proofsOf(db, size, leaves)
  return {
    entries: leaves.flatMap((leaf) =>
      view(leaf.transactionId).map((posting) => ({
        ...posting,
        index: leaf.index,
        sequence: leaf.sequence,
        proof: proofs.get(leaf.index) ?? [],
      })),
    ),
    postings: unrecorded.flatMap(view),
    nextAfter: last?.sequence ?? null,
  }
}

function postingView(
  { transactionId, key, kind, at, accounts }: PostingOfMember,
  histories: ReadonlyMap<string, number>,
) {
  return {
    transactionId,
    historyId: histories.get(key) ?? null,
    kind,
    at: at.toISOString(),
    accounts: asTexts(accounts),
  }
}

const asTexts = (accounts: readonly { asset: string; scope: string; amount: bigint }[]) =>
  accounts.map(({ asset, scope, amount }) => ({ asset, scope, amount: amount.toString() }))

async function proofsOf(
  db: Db,
  size: number,
  leaves: readonly Leaf[],
): Promise<Map<number, string[]>> {
  const tree = await treeWith(
    db,
    size,
    leaves.flatMap(({ index }) => inclusionRanges(index, size)),
  )
  const proofs = leaves.map(async ({ index }) => {
    const proof = await inclusionProof(tree, index)
    return [index, proof.map(asBase64)] as const
  })
  return new Map(await Promise.all(proofs))
}

const asBase64 = (hash: Uint8Array) => Buffer.from(hash).toString('base64')

/** Reads the tiles of all ranges once; the tree of a checkpoint may have narrower ones. */
async function treeWith(db: Db, size: number, ranges: readonly Range[]): Promise<Tree> {
  const nameOf = ({ level, index }: Pick<Tile, 'level' | 'index'>) => `${level}/${index}`
  const stored = await findTiles(db, tilesOf(size, ranges))
  const contents = new Map(stored.map((tile) => [nameOf(tile), tile.content]))
  const readTile = async (tile: Tile) => {
    const content = contents.get(nameOf(tile))
    if (!content) throw new Error(`The points log has no tile ${nameOf(tile)}`)
    return content.subarray(0, tile.width * HASH_BYTES)
  }
  return { size, readTile, sha256 }
}
