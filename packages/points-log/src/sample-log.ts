import { generateKeyPairSync, sign } from 'node:crypto'
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import { bundleBytes, commitmentTo, compareAccounts, entryBytes, entrySalt } from './entry.ts'
import { consistencyRanges, inclusionRanges, leafHash, rootOf, type Range } from './merkle.ts'
import type { MemberPage } from './member.ts'
import { nodeCrypto } from './node-crypto.ts'
import { signCheckpoint, verifierKeyText } from './note.ts'
import { newTiles, TILE_WIDTH, tilePath } from './tile.ts'

const { sha256, hmac } = nodeCrypto
const ORIGIN = 'solstice.test/log'

export type SamplePosting = { memberId: number; accounts: { asset: string; amount: bigint }[] }

/** A log in memory, with everything that a server tells about it. */
export function sampleLog(postings: readonly SamplePosting[]) {
  const pair = generateKeyPairSync('ed25519')
  const spki = pair.publicKey.export({ format: 'der', type: 'spki' })
  const signer = {
    publicKey: new Uint8Array(spki.subarray(-32)),
    sign: (message: Uint8Array) => new Uint8Array(sign(null, message, pair.privateKey)),
  }
  const verifierKey = verifierKeyText(sha256, { name: ORIGIN, publicKey: signer.publicKey })
  const keyOf = (memberId: number) => sha256(new TextEncoder().encode(`key of ${memberId}`))
  const counts = new Map<number, number>()
  const entries = postings.map(({ memberId, ...posting }, index) => {
    const transactionId = index + 1
    const sequence = (counts.get(memberId) ?? 0) + 1
    counts.set(memberId, sequence)
    const accounts = posting.accounts
      .map(({ asset, amount }) => ({ asset, scope: '', amount }))
      .toSorted(compareAccounts)
    const salt = entrySalt(hmac, keyOf(memberId), transactionId)
    const amounts = accounts.map(({ amount }) => amount)
    const commitment = commitmentTo(sha256, { memberId, sequence, amounts, salt })
    const at = new Date(1_800_000_000_000 + index)
    const bytes = entryBytes({ transactionId, kind: 'CREDIT', at, accounts, commitment })
    return { index, transactionId, sequence, memberId, at, accounts, bytes }
  })
  const leaves = entries.map(({ bytes }) => leafHash(sha256, bytes))
  const rootsOf = (ranges: readonly Range[]) =>
    ranges.map(({ start, end }) => rootOf(sha256, leaves.slice(start, end)))
  const root = (size: number) => rootOf(sha256, leaves.slice(0, size))
  const checkpoint = (size: number) =>
    signCheckpoint(sha256, { origin: ORIGIN, size, root: root(size) }, signer)
  const inclusion = (index: number, size: number) => rootsOf(inclusionRanges(index, size))
  const consistency = (smaller: number, larger: number) =>
    rootsOf(consistencyRanges(smaller, larger))

  /** Returns the page of a member in the tree of a size, after some of the entries. */
  function page(
    memberId: number,
    { size, after = 0, seen = 0, count = 200 }: PageOptions,
  ): MemberPage {
    const own = entries.filter((entry) => entry.memberId === memberId && entry.index < size)
    const following = own.filter(({ sequence }) => sequence > after)
    const shown = following.slice(0, count)
    const isLast = shown.length === following.length
    const later = entries.filter((entry) => entry.memberId === memberId && entry.index >= size)
    const view = ({ transactionId, at, accounts }: (typeof entries)[number]) => ({
      transactionId,
      historyId: null,
      kind: 'CREDIT',
      at: at.toISOString(),
      accounts: accounts.map((account) => ({ ...account, amount: String(account.amount) })),
    })
    const balances = new Map<string, bigint>()
    for (const { accounts } of [...own, ...later]) {
      for (const { asset, amount } of accounts) {
        balances.set(asset, (balances.get(asset) ?? 0n) + amount)
      }
    }
    const sums = Array.from(balances, ([asset, amount]) => ({
      asset,
      scope: '',
      amount: String(amount),
    }))
    return {
      checkpoint: checkpoint(size),
      verifierKey,
      upTo: size,
      key: bytesToHex(keyOf(memberId)),
      count: own.length,
      entries: shown.map((entry) => ({
        ...view(entry),
        index: entry.index,
        sequence: entry.sequence,
        proof: inclusion(entry.index, size).map((hash) => base64.encode(hash)),
      })),
      unrecorded: isLast ? later.map(view) : [],
      nextAfter: isLast ? null : (shown.at(-1)?.sequence ?? null),
      consistency:
        seen === 0
          ? null
          : { size: seen, proof: consistency(seen, size).map((hash) => base64.encode(hash)) },
      balances: isLast ? sums : null,
      posted: isLast ? sums : null,
      archived: null,
      anchor: null,
    }
  }

  /** Returns the files of the log, by their paths. */
  function files(size: number): Map<string, Uint8Array> {
    const all = new Map<string, Uint8Array>()
    all.set('checkpoint', new TextEncoder().encode(checkpoint(size)))
    for (const { level, index, width } of newTiles(0, size)) {
      const unit = TILE_WIDTH ** level
      const from = index * TILE_WIDTH
      const hashes = Array.from({ length: width }, (_, at) =>
        rootOf(sha256, leaves.slice((from + at) * unit, (from + at + 1) * unit)),
      )
      all.set(tilePath({ level, index, width }), concatBytes(...hashes))
      if (level > 0) continue
      const bundle = entries.slice(from, from + width).map(({ bytes }) => bytes)
      all.set(tilePath({ level: 'entries', index, width }), bundleBytes(bundle))
    }
    return all
  }
  return {
    verifierKey,
    files,
    origin: ORIGIN,
    ...signer,
    entries,
    root,
    checkpoint,
    inclusion,
    consistency,
    page,
  }
}

type PageOptions = { size: number; after?: number; seen?: number; count?: number }
